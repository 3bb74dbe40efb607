import { describe, expect, it } from '@jest/globals';
import { rowShape } from '../../../backend/auto-registration/file/columns.js';
import { CsvReader, type CsvRow } from '../../../backend/auto-registration/file/csv-reader.js';
import { channelRow, channelText } from '../../support/channel-file.js';

const PLAIN = () => () => false;

function read(text: string, shape = PLAIN as typeof rowShape): CsvRow[] {
  const reader = new CsvReader(shape);
  return [...reader.push(text), ...reader.end()];
}

const cellsOf = (text: string) => read(text).map(({ cells }) => cells);

describe('the cells of a row', () => {
  it.each([
    ['a,b,c', ['a', 'b', 'c']],
    ['a,,', ['a', '', '']],
    [',,', ['', '', '']],
    ['"a","b,c"', ['a', 'b,c']],
    ['"a""b"', ['a"b']],
    ['""', ['']],
    ['"",""', ['', '']],
    ['"""a"""', ['"a"']],
    ['"a"b",c', ['a"b', 'c']],
    ['"a" ,b', null],
    ['a"b",c', ['a"b"', 'c']],
    [' "a",b', [' "a"', 'b']],
    ['"a",', ['a', '']],
    ['a,"b"', ['a', 'b']],
    ['"a\nb",c', ['a\nb', 'c']],
    ['"a\r\n\r\nb",c', ['a\n\nb', 'c']],
    ['x,"a\rb","c\nd",y', ['x', 'a\nb', 'c\nd', 'y']],
    ['"a\n""b""\n",c', ['a\n"b"\n', 'c']],
    ['"a\nb"c\nd"', ['a\nb"c\nd']],
    ['=1+1,@x,-3', ['=1+1', '@x', '-3']],
  ])('of %j are %j', (text, cells) => {
    expect(cellsOf(text)).toEqual([cells]);
  });
});

describe('the lines of a file', () => {
  it.each(['a,1\r\nb,2\r\nc,3\r\n', 'a,1\nb,2\nc,3', 'a,1\rb,2\rc,3\r', 'a,1\rb,2\r\nc,3\n'])(
    'end alike in %j',
    (text) => {
      expect(read(text)).toEqual([
        { line: 1, text: 'a,1', cells: ['a', '1'] },
        { line: 2, text: 'b,2', cells: ['b', '2'] },
        { line: 3, text: 'c,3', cells: ['c', '3'] },
      ]);
    },
  );

  it('that are blank are counted and skipped', () => {
    expect(read('\n \t\na\r\r\n　\nb\n\n').map(({ line, text }) => [line, text])).toEqual([
      [3, 'a'],
      [6, 'b'],
    ]);
    expect(read('')).toEqual([]);
    expect(read('\r\n \r')).toEqual([]);
  });

  it('in quotes belong to the row that begins before them, whose text is as it came', () => {
    expect(read('h\r\na,"b\r\n\nc",d\r\ne')).toEqual([
      { line: 1, text: 'h', cells: ['h'] },
      { line: 2, text: 'a,"b\r\n\nc",d', cells: ['a', 'b\n\nc', 'd'] },
      { line: 5, text: 'e', cells: ['e'] },
    ]);
  });

  it('show NUL as a sign', () => {
    expect(read('a\0b')).toEqual([{ line: 1, text: 'a\u2400b', cells: ['a\0b'] }]);
  });
});

describe('an open quote', () => {
  const [header = '', good = ''] = channelText([channelRow()]).split('\r\n');
  const broken = good.replace('髙橋', '"髙橋');
  const many = good.replace('サンプルホテル', '"一\n二"');
  const rowsOf = (...lines: string[]) =>
    read([header, ...lines].join('\n'), rowShape)
      .slice(1)
      .map(({ line, cells }) => `${line}${cells === null ? ' broken' : ''}`);

  it('costs only its own row when a row follows', () => {
    expect(rowsOf(good, broken, good, many, good)).toEqual(['2', '3 broken', '4', '5', '7']);
  });

  it('costs only its own row when rows with open quotes follow', () => {
    expect(rowsOf(broken, broken, good, broken)).toEqual(['2 broken', '3 broken', '4', '5 broken']);
  });

  it('ends before a row whose own quote goes on', () => {
    expect(rowsOf(broken, many, good)).toEqual(['2 broken', '3', '5']);
  });

  it('does not end at a line that says less than a row', () => {
    const remark = '楽天トラベル,1,予約,まで';
    expect(rowsOf(good.replace('サンプルホテル', `"一\n${remark}\n二"`), good)).toEqual(['2', '5']);
  });

  it('gives its first line as text and the lines after it as rows of their own', () => {
    const rows = read(`${header}\n${broken}\nx\n\ny,"z\n${good}`, rowShape).slice(1);
    expect(rows.map(({ line, text, cells }) => [line, text, cells === null])).toEqual([
      [2, broken, true],
      [3, 'x', false],
      [5, 'y,"z', true],
      [6, good, false],
    ]);
  });

  it('may span 50 lines and no more', () => {
    const remark = (lines: number) => `a,"${'x\n'.repeat(lines - 1)}"`;
    expect(read(`${remark(50)}\nb`).map(({ line }) => line)).toEqual([1, 51]);
    const rows = read(`${remark(51)}\nb`);
    expect(rows.slice(0, 3).map(({ line, cells }) => [line, cells])).toEqual([
      [1, null],
      [2, ['x']],
      [3, ['x']],
    ]);
    expect(rows).toHaveLength(52);
  });

  it('may span 64 K characters and no more', () => {
    const row = (length: number) => `"${'x'.repeat(40_000)}\n${'y'.repeat(length - 40_003)}"`;
    expect(read(`${row(65_536)}\nb`).map(({ line, cells }) => [line, cells?.length])).toEqual([
      [1, 1],
      [3, 1],
    ]);
    expect(read(`${row(65_537)}\nb`).map(({ line, cells }) => [line, cells?.length])).toEqual([
      [1, undefined],
      [2, 1],
      [3, 1],
    ]);
  });

  it('closes at a quote before a comma or a line end, wherever that is', () => {
    expect(read(`${header}\n${broken}\nx"\n${good}`, rowShape).map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it('in the header leaves no header', () => {
    expect(read(`"${header}\n${good}`, rowShape).map(({ cells }) => cells?.length)).toEqual([undefined, 34]);
  });
});

describe('a line of any length', () => {
  it('is a row up to 64 K characters', () => {
    expect(read(`${'x'.repeat(65_536)}\nb`).map(({ cells }) => cells?.[0]?.length)).toEqual([65_536, 1]);
  });

  it('is broken and cut beyond, and the next line is read', () => {
    const rows = read(`a\n${'x'.repeat(65_535)}𠮷\nb`);
    expect(rows.map(({ line, text, cells }) => [line, text.length, cells])).toEqual([
      [1, 1, ['a']],
      [2, 65_535, null],
      [3, 1, ['b']],
    ]);
  });

  it('ends the row whose quote reaches it', () => {
    const rows = read(`"a\n${'x'.repeat(70_000)}"\nb`);
    expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
      [1, null],
      [2, null],
      [3, ['b']],
    ]);
  });

  it('is not held whole', () => {
    const reader = new CsvReader(PLAIN);
    const piece = 'x'.repeat(1_000_000);
    for (let left = 40; left > 0; left--) expect(reader.push(piece)).toEqual([]);
    expect(JSON.stringify(reader).length).toBeLessThan(100_000);
    expect(reader.end()).toEqual([{ line: 1, text: 'x'.repeat(65_536), cells: null }]);
  });

  it('is not held whole where quotes stay open line after line', () => {
    const reader = new CsvReader(PLAIN);
    const line = `"${'x'.repeat(30_000)}\n`;
    let rows = 0;
    for (let left = 200; left > 0; left--) rows += reader.push(line).length;
    expect(rows).toBeGreaterThan(190);
    expect(JSON.stringify(reader).length).toBeLessThan(300_000);
  });
});
