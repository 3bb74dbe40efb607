import { expect, it } from '@jest/globals';
import { rowShape } from '../../../backend/imports/channel-file.js';
import { CsvReader, cellsOfLine, opensBeforeClosing } from '../../../backend/imports/csv-reader.js';
import { channelRow, channelText } from '../../support/channel-file.js';

let examined = 0;
const parser = {
  cellsOfLine: (text: string, isOpen: boolean) => {
    examined += text.length;
    return cellsOfLine(text, isOpen);
  },
  opensBeforeClosing: (text: string) => {
    examined += text.length;
    return opensBeforeClosing(text);
  },
};

const [header = '', good = ''] = channelText([channelRow()]).split('\r\n');
const MANY = 10_000;

/** Reads a file in pieces as they come from a disk; returns how many rows it has. */
function rowsIn(text: string): number {
  const reader = new CsvReader(rowShape, parser);
  let rows = 0;
  for (let at = 0; at < text.length; at += 65_536) rows += reader.push(text.slice(at, at + 65_536)).length;
  return rows + reader.end().length;
}

it.each([
  ['of good rows', good, MANY],
  ['in which every row opens a quote', good.replace('髙橋', '"髙橋'), MANY],
  ['in which every row opens a quote that looks doubled', good.replace('髙橋', '""髙橋'), MANY],
  ['of lines that are no rows and open a quote', 'a,""b', 1],
  ['of rows that close a quote and open another', `x",""${good},""`, 1],
  [
    'of rows that look like one, close a quote and open another',
    good.replace('太郎', '",""').replace('髙橋', '""'),
    MANY,
  ],
])('a file %s is looked through at most three times', (_what, line, wanted) => {
  const long = good.replace('サンプル', '長'.repeat(900_000));
  const text = `${header}\n${good.replace('髙橋', '""髙橋')}\n${`${line}\n`.repeat(MANY)}${long}\n`;
  examined = 0;
  expect(rowsIn(text)).toBeGreaterThanOrEqual(wanted);
  expect(examined / text.length).toBeLessThanOrEqual(3);
});
