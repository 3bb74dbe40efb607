import { reservationKey } from '@domain/imports/channel-reservation.js';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowShape } from '#backend/imports/channel-file.js';
import { CsvReader, type CsvRow } from '#backend/imports/csv-reader.js';
import { RefusedError } from '#backend/platform/errors.js';
import {
  CHANNEL_COLUMNS,
  type ChannelRow,
  channelFile,
  channelFileRows,
  channelRow,
  channelText,
  csvLine,
  encoded,
} from '#tests/support/channel-file.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';
import { runs } from '#tests/support/trial-size.js';

const [header = '', good = ''] = channelText([channelRow()]).split('\r\n');
const lineEnd = fc.constantFrom('\r\n' as const, '\n' as const, '\r' as const);
const encoding = fc.constantFrom('cp932' as const, 'utf8' as const, 'utf8-bom' as const);
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'表ソ髙﨑①～㈱ｿ能予\\=", \na1'), maxLength: 10 }),
  fc.constantFrom('=HYPERLINK("x")', '@SUM(1)', '-1', '2026-02-30', '99999999999', '1e9', '0', '【', '】'),
);

describe('any text', () => {
  const scrap = fc.string({
    unit: fc.constantFrom('"', ',', 'a', '表', '𠮷', '=', '\0', ' '),
    maxLength: 12,
  });
  const line = fc.oneof(
    { weight: 3, arbitrary: scrap },
    { weight: 2, arbitrary: fc.constantFrom(good, good.replace('髙橋', '"髙橋')) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', '""', '"', `"${'x'.repeat(40_000)}`) },
  );
  const text = fc
    .array(fc.tuple(line, lineEnd), { maxLength: 120 })
    .map((lines) => `${header}\n${lines.map(([content, end]) => content + end).join('')}`);
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

  function read(pieces: readonly string[]): CsvRow[] {
    const reader = new CsvReader(rowShape);
    return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  }

  it('gives the same rows however it is cut', () => {
    fc.assert(
      fc.property(text, shares, (whole, cuts) => {
        const places = cuts.map((share) => Math.floor(share * whole.length)).sort((a, b) => a - b);
        const pieces = [...places, whole.length].map((end, index) =>
          whole.slice(places[index - 1] ?? 0, end),
        );
        expect(read(pieces)).toEqual(read([whole]));
        if (whole.length < 5_000) expect(read(whole.split(''))).toEqual(read([whole]));
      }),
    );
  });

  it('has every line that is not blank in exactly one row', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const lines = whole.split(/\r\n|\r|\n/);
        const expectBlank = (from: number, to?: number) =>
          expect(lines.slice(from, to).filter((content) => content.trim() !== '')).toEqual([]);
        let next = 0;
        for (const row of read([whole])) {
          // Of a row this long only the beginning is given: where it ends is not known.
          if (next < Number.POSITIVE_INFINITY) expectBlank(next, row.line - 1);
          const own = row.text.split(/\r\n|\r|\n/);
          expect(own[0]).toBe(lines[row.line - 1]?.replaceAll('\0', '\u2400'));
          next = row.text.length < 99_999 ? row.line - 1 + own.length : Number.POSITIVE_INFINITY;
        }
        expectBlank(next);
      }),
    );
  });

  it('of good rows beside lines with open quotes and scraps has those rows with their cells', () => {
    const cells = fc.record({ 備考: cell, メモ: cell, 宿泊者氏名: cell }).map((some) => channelRow(some));
    const cellsOf = (row: ChannelRow) => CHANNEL_COLUMNS.map((column) => row[column]);
    const scrapLine = fc.constantFrom('', 'x', ',,', good.replace('予約', '"予約'), '"', 'a,"b');
    fc.assert(
      fc.property(fc.array(fc.tuple(cells, scrapLine), { maxLength: 20 }), lineEnd, (rows, end) => {
        const lines = rows.flatMap(([row, bad]) => [bad, csvLine(cellsOf(row))]);
        const found = read([[header, ...lines].join(end)]).map((row) => row.cells);
        for (const [row] of rows) expect(found).toContainEqual(cellsOf(row));
      }),
    );
  });
});

describe('any file', () => {
  const folder = temporaryFolder();

  afterAll(folder.remove);

  async function rowsOrRefusal(bytes: Uint8Array) {
    try {
      return await channelFileRows(folder.write(bytes));
    } catch (error) {
      if (error instanceof RefusedError && error.status === 422) return null;
      throw error;
    }
  }

  /** Every text in a value, however deep. */
  function textsIn(value: unknown): string[] {
    if (typeof value === 'string') return [value];
    return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
  }

  const dirtyRow = fc
    .dictionary(fc.constantFrom(...CHANNEL_COLUMNS), cell, { maxKeys: 6 })
    .map((cells) => channelRow(cells as Partial<ChannelRow>));
  const columns = fc.shuffledSubarray([...CHANNEL_COLUMNS, '予約番号', '備考'], { minLength: 30 });
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    left: fc.nat(3),
    put: fc.uint8Array({ maxLength: 4 }),
    isEnd: fc.boolean(),
  });

  it('with any rows, columns, line ends, encoding and damaged bytes is read or refused, and can be stored', async () => {
    const written = fc.record({ encoding, lineEnd, columns });
    const damages = fc.array(damage, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(dirtyRow, { maxLength: 8 }), written, damages, async (rows, how, harm) => {
        const bytes = harm.reduce(
          (whole, { at, left, put, isEnd }) => {
            const place = Math.floor(at * whole.length);
            const rest = isEnd ? [] : [whole.subarray(place + left)];
            return Buffer.concat([whole.subarray(0, place), put, ...rest]);
          },
          channelFile(rows, how),
        );
        for (const { text, reservation } of (await rowsOrRefusal(bytes)) ?? []) {
          expect(textsIn([text, reservation]).filter((part) => /\0|\p{Cs}/u.test(part))).toEqual([]);
          expect(JSON.parse(JSON.stringify(reservation))).toEqual(reservation);
          expect(reservation.rooms.length).toBeGreaterThan(0);
          expect(reservationKey(reservation)).not.toBe('\n');
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('gives its good rows beside bad ones, however it is written', async () => {
    const bad = ['x', ',,,', '"', '楽天,"open', '=cmd|calc', ','.repeat(40), `a,${'表'.repeat(70_000)}`];
    const lines = fc.array(fc.option(fc.constantFrom(...bad), { freq: 2 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lines, encoding, lineEnd, async (drawn, how, end) => {
        const rows = drawn.map(
          (line, index) => line ?? channelRow({ 予約番号: `N${index}`, 備考: '表\nソ' }),
        );
        const found = await rowsOrRefusal(channelFile(rows, { encoding: how, lineEnd: end }));
        const right = found?.filter(({ reservation }) => reservation.fault === null) ?? [];
        const wanted = rows.flatMap((row) => (typeof row === 'string' ? [] : [row.予約番号]));
        expect(right.map(({ reservation }) => reservation.bookingNumber)).toEqual(wanted);
        for (const { reservation } of right) expect(reservation.notes).toMatch(/^表\nソ\n/);
      }),
      { numRuns: runs(80) },
    );
  });

  it('gives the same rows where a piece of it ends within a character', async () => {
    const padding = fc.integer({ min: 65_000, max: 65_800 });
    await fc.assert(
      fc.asyncProperty(padding, encoding, async (length, how) => {
        const start = encoded(`${header}\r\n${'x'.repeat(length - header.length * 3)}\r\n`, how);
        const body = channelFile(Array(8).fill(channelRow({ 備考: '表ソ能'.repeat(40) })), { encoding: how });
        const rows = await rowsOrRefusal(Buffer.concat([start, body.subarray(how === 'utf8-bom' ? 3 : 0)]));
        const right = rows?.filter(({ reservation }) => reservation.fault === null) ?? [];
        expect(right.map(({ reservation }) => reservation.notes.slice(0, 6))).toEqual(
          Array(8).fill('表ソ能表ソ能'),
        );
      }),
      { numRuns: runs(60) },
    );
  });
});
