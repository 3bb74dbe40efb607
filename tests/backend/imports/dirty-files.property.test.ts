import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import fc from 'fast-check';
import { upload } from '../../support/api-client.js';
import { CHANNEL_COLUMNS, channelFile, channelRow, goodRows } from '../../support/channel-file.js';
import {
  BAD_LINES,
  damaged,
  damages,
  dirtyRow,
  encoding,
  lineEnd,
  writing,
} from '../../support/dirty-channel-files.js';
import type { Hotel } from '../../support/hotel.js';
import { startHotel } from '../../support/hotel.js';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

/** Every row is accounted for, once, with a record of its own and a reason where it failed. */
function expectAccounts({ rows, results, ...counts }: ImportReport): void {
  const { new: made, changed, cancelled, unchanged, superseded, failed } = counts;
  expect(made + changed + cancelled + unchanged + superseded + failed).toBe(rows);
  expect(results).toHaveLength(rows);
  expect(new Set(results.map(({ line }) => line)).size).toBe(rows);
  for (const { outcome, reason, csv_reservation_id, rooms, text } of results) {
    expect(csv_reservation_id).toEqual(expect.any(Number));
    expect(rooms.length).toBeGreaterThan(0);
    expect(outcome === 'failed').toBe(reason !== null && outcome === 'failed');
    expect(text !== null).toBe(outcome === 'failed');
  }
}

async function take(bytes: Uint8Array): Promise<ImportReport | null> {
  const before = await hotel.position();
  const { status, body } = await upload(hotel.url, bytes);
  if (status === 200) {
    expectAccounts(body);
    return body;
  }
  expect([status, typeof (body as unknown as { error: string }).error]).toEqual([422, 'string']);
  expect(await hotel.position()).toBe(before);
  return null;
}

describe('any dirty file that is uploaded', () => {
  it('is imported with every row accounted for, or refused as a whole with a message', async () => {
    const how: typeof writing extends fc.Arbitrary<infer Writing> ? Writing : never = {
      encoding: 'utf8',
      lineEnd: '\r\n',
      columns: [...CHANNEL_COLUMNS],
    };
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(dirtyRow, { maxLength: 6 }), writing, damages, async (rows, how, harm) => {
        if (await take(damaged(channelFile(rows, how), harm))) taken += 1;
      }),
      { numRuns: 60, examples: [[[channelRow({})], how, []]] },
    );
    expect(taken).toBeGreaterThan(0);
  });

  it('has its good rows registered beside the bad ones', async () => {
    let run = 0;
    const lines = fc.array(fc.option(fc.constantFrom(...BAD_LINES), { freq: 2 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(lines, encoding, lineEnd, async (bad, how, end) => {
        run += 1;
        const good = goodRows(bad.length, `P${run}-`).map((row, index) =>
          channelRow({
            ...row,
            チェックイン日: `2096-02-${10 + index}`,
            チェックアウト日: `2096-02-${11 + index}`,
          }),
        );
        const rows = good.map((row, index) => bad[index] ?? { ...row, 備考: '表\nソ' });
        const report = await take(channelFile(rows, { encoding: how, lineEnd: end }));
        const made = report?.results.filter(({ outcome }) => outcome === 'new') ?? [];
        const wanted = rows.flatMap((row) => (typeof row === 'string' ? [] : [row.予約番号]));
        expect(made.map(({ booking_number }) => booking_number)).toEqual(wanted);
      }),
      { numRuns: 12 },
    );
  });
});
