import { reservationKey } from '@domain/imports/channel-reservation.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../../../backend/platform/errors.js';
import { CHANNEL_COLUMNS, channelFile, channelRow, encoded } from '../../support/channel-file.js';
import {
  BAD_LINES,
  damaged,
  damages,
  dirtyRow,
  encoding,
  lineEnd,
  writing,
} from '../../support/dirty-channel-files.js';
import { temporaryFolder } from '../../support/temporary-file.js';
import { runs } from '../../support/trial-size.js';
import { channelFileRows } from './channel-file-rows.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeAll(() => {
  folder = temporaryFolder();
});

afterAll(() => folder.remove());

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

async function rowsOrRefusal(bytes: Uint8Array) {
  try {
    return await channelFileRows(folder.write(bytes));
  } catch (error) {
    if (error instanceof RefusedError && error.status === 422) return null;
    throw error;
  }
}

describe('any file', () => {
  it('of any rows, columns, line ends and encoding is read or refused, and can be stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(dirtyRow, { maxLength: 8 }), writing, async (rows, how) => {
        const read = await rowsOrRefusal(channelFile(rows, how));
        for (const { text, reservation } of read ?? []) {
          expect(textsIn([text, reservation]).filter((part) => /\0|\p{Cs}/u.test(part))).toEqual([]);
          expect(JSON.parse(JSON.stringify(reservation))).toEqual(reservation);
          expect(reservation.rooms.length).toBeGreaterThan(0);
          expect(reservationKey(reservation)).not.toBe('\n');
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('with bytes changed, put in, left out or cut off is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(dirtyRow, { maxLength: 6 }), encoding, damages, async (rows, how, harm) => {
        await rowsOrRefusal(damaged(channelFile(rows, { encoding: how }), harm));
      }),
      { numRuns: runs(150) },
    );
  });

  it('of any bytes is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await rowsOrRefusal(bytes);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('good rows', () => {
  it('beside bad ones are read right, however the file is written', async () => {
    const numbered = fc.array(fc.option(fc.constantFrom(...BAD_LINES), { freq: 2 }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(numbered, encoding, lineEnd, async (lines, how, end) => {
        const rows = lines.map((bad, index) => bad ?? channelRow({ 予約番号: `N${index}`, 備考: '表\nソ' }));
        const read = await rowsOrRefusal(channelFile(rows, { encoding: how, lineEnd: end }));
        const good = read?.filter(({ reservation }) => reservation.fault === null) ?? [];
        const wanted = rows.flatMap((own) => (typeof own === 'string' ? [] : [own.予約番号]));
        expect(good.map(({ reservation }) => reservation.bookingNumber)).toEqual(wanted);
        for (const { reservation } of good) expect(reservation.notes).toMatch(/^表\nソ\n/);
      }),
      { numRuns: runs(80) },
    );
  });

  it('are the same where a piece of the file ends within a character', async () => {
    const padding = fc.integer({ min: 65_000, max: 65_800 });
    await fc.assert(
      fc.asyncProperty(padding, encoding, async (length, how) => {
        const columnsText = CHANNEL_COLUMNS.join(',');
        const start = encoded(`${columnsText}\r\n${'x'.repeat(length - columnsText.length * 3)}\r\n`, how);
        const body = channelFile(Array(8).fill(channelRow({ 備考: '表ソ能'.repeat(40) })), { encoding: how });
        const rows = await rowsOrRefusal(Buffer.concat([start, body.subarray(how === 'utf8-bom' ? 3 : 0)]));
        const good = rows?.filter(({ reservation }) => reservation.fault === null);
        expect(good).toHaveLength(8);
        expect(good?.every(({ reservation }) => reservation.notes.startsWith('表ソ能表ソ能'))).toBe(true);
      }),
      { numRuns: runs(60) },
    );
  });
});
