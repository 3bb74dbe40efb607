import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type RunWorks, runChunk } from '../../../backend/imports/import-runner.js';
import type { WaitingRow } from '../../../backend/imports/row-store.js';
import { Clock } from '../../../backend/platform/clock.js';
import { UnavailableError } from '../../../backend/platform/errors.js';
import { logger } from '../../../backend/platform/logger.js';
import { AT_DESK } from '../../support/store-node.js';

let errors: ReturnType<typeof jest.spyOn>;

beforeEach(() => {
  errors = jest.spyOn(logger, 'error').mockImplementation(() => {});
});
afterEach(() => errors.mockRestore());

const RUNNING = { id: 7, dryRun: false, write: AT_DESK };
const GOOD = { outcome: 'new', booking_number: 'A', reason: null, detail: '', warnings: [], rooms: [] };

const waiting = (line: number): WaitingRow => {
  const row = { site: '楽天', bookingNumber: `A${line}`, digest: `d${line}`, rooms: [] };
  return { line, step: line, digest: `d${line}`, row: row as unknown as ChannelReservation };
};

/** A run whose second work ends with an error. */
const failing = (error: unknown): RunWorks =>
  (async (works: unknown[]) =>
    works.map((_, index) =>
      index === 1 ? { status: 'rejected', reason: error } : { status: 'fulfilled', value: GOOD },
    )) as unknown as RunWorks;

const run = (error: unknown) =>
  runChunk(RUNNING, [waiting(2), waiting(3), waiting(4)], new Clock('Asia/Tokyo'), failing(error));

test('a row with an unexpected error fails alone, and none of its content is logged', async () => {
  const results = await run(new TypeError('山田 太郎 090-0000-0001'));
  expect(results.map(({ outcome }) => outcome)).toEqual(['new', 'failed', 'new']);
  expect(results[1]).toEqual({
    outcome: 'failed',
    reason: null,
    detail: '取り込み中にエラーが発生しました',
    csv_reservation_id: null,
    booking_id: null,
    booking_number: 'A3',
    warnings: [],
    rooms: [],
  });
  expect(errors.mock.calls).toEqual([
    [{ import_id: 7, line: 3, stack: expect.stringMatching(/^TypeError\n\s+at /) }, expect.any(String)],
  ]);
  expect(JSON.stringify(errors.mock.calls)).not.toMatch(/山田|090/);
});

test('rows that find no database have no result: they are run again', async () => {
  await expect(run(new UnavailableError('away'))).rejects.toThrow(UnavailableError);
  expect(errors).not.toHaveBeenCalled();
});
