import { reservationKey } from '@domain/auto-registration/channel-reservation.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../../../backend/platform/errors.js';
import {
  CHANNEL_COLUMNS,
  type ChannelRow,
  channelFile,
  channelRow,
  encoded,
} from '../../support/channel-file.js';
import { channelFileRows } from '../../support/channel-file-rows.js';
import { temporaryFolder } from '../../support/temporary-file.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeAll(() => {
  folder = temporaryFolder();
});

afterAll(() => folder.remove());

const JAPANESE = [
  '表',
  'ソ',
  '髙',
  '﨑',
  '①',
  '～',
  '㈱',
  'ｿ',
  '能',
  '予',
  '\\',
  '=',
  '"',
  ',',
  '\n',
  ' ',
  'a',
  '1',
];
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...JAPANESE), maxLength: 10 }),
  fc.constantFrom('=HYPERLINK("x")', '@SUM(1)', '-1', '2026-02-30', '99999999999', '1e9', '0', '【', '】'),
);
const someCells = fc.dictionary(fc.constantFrom(...CHANNEL_COLUMNS), cell, { maxKeys: 6 });
const row = someCells.map((cells) => channelRow(cells as Partial<ChannelRow>));
const columns = fc.shuffledSubarray([...CHANNEL_COLUMNS, '予約番号', '備考'], { minLength: 30 });
const encoding = fc.constantFrom('cp932', 'utf8', 'utf8-bom') as fc.Arbitrary<'cp932' | 'utf8' | 'utf8-bom'>;
const lineEnd = fc.constantFrom('\r\n', '\n', '\r') as fc.Arbitrary<'\r\n' | '\n' | '\r'>;
const options = fc.record({ encoding, lineEnd, columns });

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
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), options, async (rows, how) => {
        const read = await rowsOrRefusal(channelFile(rows, how));
        for (const { text, reservation } of read ?? []) {
          expect(textsIn([text, reservation]).filter((part) => /\0|\p{Cs}/u.test(part))).toEqual([]);
          expect(JSON.parse(JSON.stringify(reservation))).toEqual(reservation);
          expect(reservation.rooms.length).toBeGreaterThan(0);
          expect(reservationKey(reservation)).not.toBe('\n');
        }
      }),
      { numRuns: 150 },
    );
  });

  it('with bytes changed, put in, left out or cut off is read or refused', async () => {
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      left: fc.nat(3),
      put: fc.uint8Array({ maxLength: 4 }),
      isEnd: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 6 }),
        encoding,
        fc.array(damage, { maxLength: 3 }),
        async (...all) => {
          const [rows, how, damages] = all;
          let bytes = channelFile(rows, { encoding: how });
          for (const { at, left, put, isEnd } of damages) {
            const place = Math.floor(at * bytes.length);
            const rest = isEnd ? [] : [bytes.subarray(place + left)];
            bytes = Buffer.concat([bytes.subarray(0, place), put, ...rest]);
          }
          await rowsOrRefusal(bytes);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('of any bytes is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await rowsOrRefusal(bytes);
      }),
      { numRuns: 100 },
    );
  });
});

describe('good rows', () => {
  const BAD = ['x', ',,,', '"', '楽天,"open', '=cmd|calc', ','.repeat(40), `a,${'表'.repeat(70_000)}`];

  it('beside bad ones are read right, however the file is written', async () => {
    const numbered = fc.array(fc.option(fc.constantFrom(...BAD), { freq: 2 }), {
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
      { numRuns: 80 },
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
      { numRuns: 60 },
    );
  });
});
