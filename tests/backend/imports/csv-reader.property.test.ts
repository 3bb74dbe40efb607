import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowShape } from '../../../backend/imports/channel-file.js';
import { CsvReader, type CsvRow } from '../../../backend/imports/csv-reader.js';
import { CHANNEL_COLUMNS, channelRow, channelText, csvLine } from '../../support/channel-file.js';
import { runs } from '../../support/trial-size.js';

function read(pieces: readonly string[]): CsvRow[] {
  const reader = new CsvReader(rowShape);
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

/** The pieces of a text cut at these places, given as shares of its length. */
function cutAt(text: string, shares: readonly number[]): string[] {
  const places = shares.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b);
  return [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end));
}

const [header = '', good = ''] = channelText([channelRow()]).split('\r\n');
const lineEnd = fc.constantFrom('\r\n', '\n', '\r');
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
const scrap = fc.string({ unit: fc.constantFrom('"', ',', 'a', '表', '𠮷', '=', '\0', ' '), maxLength: 12 });
const line = fc.oneof(
  { weight: 3, arbitrary: scrap },
  { weight: 1, arbitrary: fc.constant(good) },
  { weight: 1, arbitrary: fc.constant(good.replace('髙橋', '"髙橋')) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '""', '"', `"${'x'.repeat(40_000)}`) },
);
const file = fc
  .array(fc.tuple(line, lineEnd), { maxLength: 120 })
  .map((lines) => `${header}\n${lines.map(([text, end]) => text + end).join('')}`);

/** The physical lines of a text by the shortest definition, each with its number. */
const linesOf = (text: string) =>
  text.split(/\r\n|\r|\n/).map((content, index) => ({ number: index + 1, content }));

describe('any text', () => {
  it('gives the same rows however it is cut', () => {
    fc.assert(
      fc.property(file, shares, (text, places) => {
        expect(read(cutAt(text, places))).toEqual(read([text]));
      }),
    );
  });

  it('gives the same rows character by character', () => {
    fc.assert(
      fc.property(file, (text) => {
        fc.pre(text.length < 20_000);
        expect(read(text.split(''))).toEqual(read([text]));
      }),
      { numRuns: runs(30) },
    );
  });

  it('has every line that is not blank in exactly one row', () => {
    fc.assert(
      fc.property(file, (text) => {
        const lines = linesOf(text);
        let next = 1;
        let isShort = true;
        for (const row of read([text])) {
          const skipped = isShort ? lines.slice(next - 1, row.line - 1) : [];
          expect(skipped.filter(({ content }) => content.trim() !== '')).toEqual([]);
          const own = linesOf(row.text);
          const first = lines[row.line - 1]?.content.replaceAll('\0', '\u2400');
          expect(own[0]?.content).toBe(first);
          next = row.line + own.length;
          // Of a longer row only the beginning is given.
          isShort = row.text.length < 99_999;
        }
        const left = isShort ? lines.slice(next - 1) : [];
        expect(left.filter(({ content }) => content.trim() !== '')).toEqual([]);
      }),
    );
  });
});

describe('any good rows', () => {
  const cell = fc.string({
    unit: fc.constantFrom('"', ',', 'a', '表', 'ソ', '\n', '=', ' ', '髙'),
    maxLength: 8,
  });
  const row = fc.record({ 備考: cell, メモ: cell, 宿泊者氏名: cell }).map((cells) => channelRow(cells));
  const lineOfRow = (cells: ReturnType<typeof channelRow>) =>
    csvLine(CHANNEL_COLUMNS.map((column) => cells[column]));

  it('are read as they were written, beside lines with open quotes and scraps', () => {
    const scrapLine = fc.constantFrom('', 'x', ',,', good.replace('予約', '"予約'), '"', 'a,"b');
    fc.assert(
      fc.property(fc.array(fc.tuple(row, scrapLine), { maxLength: 20 }), lineEnd, (rows, end) => {
        const text = [header, ...rows.flatMap(([cells, bad]) => [bad, lineOfRow(cells)])].join(end);
        const cellsRead = read([text]).map(({ cells }) => cells);
        for (const [cells] of rows) {
          expect(cellsRead).toContainEqual(CHANNEL_COLUMNS.map((column) => cells[column]));
        }
      }),
    );
  });
});
