import { describe, expect, it } from '@jest/globals';
import { rowShape } from '../../../backend/imports/channel-file.js';
import { CsvReader, type CsvRow } from '../../../backend/imports/csv-reader.js';
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

  it('ends before a row whose own quote is open', () => {
    expect(rowsOf(broken, many, good)).toEqual(['2 broken', '3', '5']);
  });

  it('does not end at a line with fewer cells than a row', () => {
    const remark = '楽天トラベル,1,予約,まで';
    expect(rowsOf(good.replace('サンプルホテル', `"一\n${remark}\n二"`), good)).toEqual(['2', '5']);
  });

  it('has all lines up to the next that looks like a row as its text', () => {
    const rows = read(`${header}\n${broken}\nx\n\ny,"z\n${good}`, rowShape).slice(1);
    expect(rows.map(({ line, text, cells }) => [line, text, cells === null])).toEqual([
      [2, `${broken}\nx\n\ny,"z`, true],
      [6, good, false],
    ]);
  });

  it('extends over a remark of 80 lines, and over one of 66,000 characters', () => {
    const remarks = ['一\n'.repeat(79), '長'.repeat(66_000)];
    for (const remark of remarks) {
      const long = good.replace('サンプルホテル', `"${remark}"`);
      const rows = read([header, long, good].join('\n'), rowShape).slice(1);
      expect(rows.map(({ cells }) => cells?.length)).toEqual([34, 34]);
    }
  });

  const faultsOf = (...lines: string[]) =>
    read([header, ...lines].join('\n'), rowShape)
      .slice(1)
      .map((row) => [row.line, row.cells === null ? row.fault : row.cells.length]);
  const remark = (text: string) => good.replace('サンプルホテル', `"${text}"`);

  it('may span any number of lines', () => {
    expect(faultsOf(remark('x\n'.repeat(20_000)), good)).toEqual([
      [2, 34],
      [20_003, 34],
    ]);
  });

  it('extends over lines that look like rows up to its closing quote', () => {
    expect(faultsOf(remark(`一\n${good}\n${good}\n二`), good)).toEqual([
      [2, 34],
      [6, 34],
    ]);
    expect(faultsOf(remark(`${many.replaceAll('"', '""')}\n${good}`), good)).toEqual([
      [2, 34],
      [5, 34],
    ]);
  });

  it('does not take the quotes of rows that follow for its own', () => {
    const rows = [
      good,
      good.replace('サンプルホテル', '",x"'),
      good.replace('サンプルホテル', '"\nx"'),
      good,
    ];
    expect(faultsOf(broken, ...rows)).toEqual([
      [2, '引用符が閉じていません'],
      [3, 34],
      [4, 34],
      [5, 34],
      [7, 34],
    ]);
    expect(faultsOf(broken, good, 'x"', good)).toEqual([
      [2, '引用符が閉じていません'],
      [3, 34],
      [4, 1],
      [5, 34],
    ]);
  });

  it('is not closed where none comes before the end', () => {
    expect(faultsOf(good, broken, 'x', 'y')).toEqual([
      [2, 34],
      [3, '引用符が閉じていません'],
    ]);
    const far = Array(900).fill(good);
    expect(faultsOf(broken, 'x', ...far).slice(0, 2)).toEqual([
      [2, '引用符が閉じていません'],
      [4, 34],
    ]);
    expect(faultsOf(broken, 'x', ...far)).toHaveLength(901);
  });

  it('of a cell of 100,000 characters is closed in time, and of one more is not', () => {
    const long = (length: number) => remark(`${'x'.repeat(40_000)}\n${'y'.repeat(length - 40_001)}`);
    expect(faultsOf(long(100_000), good)).toEqual([
      [2, 34],
      [4, 34],
    ]);
    expect(faultsOf(long(100_001), good)).toEqual([
      [2, '備考が長すぎます'],
      [4, 34],
    ]);
    expect(faultsOf(remark('x'.repeat(100_000)), remark('x'.repeat(100_001)), 'x', good)).toEqual([
      [2, 34],
      [3, '備考が長すぎます'],
      [4, 1],
      [5, 34],
    ]);
  });

  it('that closes too late leaves one broken row, up to the next line that looks like a row', () => {
    expect(faultsOf(remark('一二三四五六七八九\n'.repeat(16_000)), 'x', good)).toEqual([
      [2, '備考が長すぎます'],
      [16_004, 34],
    ]);
    expect(faultsOf(remark(`一\n${'長'.repeat(2_000_000)}\n二`), good)).toEqual([
      [2, '備考が長すぎます'],
      [5, 34],
    ]);
  });

  it('may be one of several in a row of at most 300,000 characters', () => {
    const cell = `"${`${'x'.repeat(99)}\n`.repeat(990)}"`;
    const row = (cells: number) => Array(cells).fill(cell).join(',');
    expect(read(`${row(3)}\n`).map(({ cells }) => cells?.length)).toEqual([3]);
    expect(read(`${row(4)}\n`).map((row) => row.cells ?? row.fault)).toEqual(['備考が長すぎます']);
  });

  it('closes at a quote before a comma or a line end, wherever that is', () => {
    expect(read(`${header}\n${broken}\nx"\n${good}`, rowShape).map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it('in the header leaves no header', () => {
    expect(read(`"${header}\n${good}`, rowShape).map(({ cells }) => cells)).toEqual([null]);
  });
});

describe('a line of any length', () => {
  it('is a row up to 100,000 characters', () => {
    expect(read(`${'x'.repeat(100_000)}\nb`).map(({ cells }) => cells?.[0]?.length)).toEqual([100_000, 1]);
  });

  it('is broken and cut beyond, and the next line is read', () => {
    const rows = read(`a\n${'x'.repeat(99_999)}𠮷\nb`);
    expect(rows.map(({ line, text, cells }) => [line, text.length, cells])).toEqual([
      [1, 1, ['a']],
      [2, 99_999, null],
      [3, 1, ['b']],
    ]);
  });

  it('is not held whole', () => {
    const reader = new CsvReader(PLAIN);
    const piece = 'x'.repeat(1_000_000);
    for (let left = 40; left > 0; left--) expect(reader.push(piece)).toEqual([]);
    expect(JSON.stringify(reader).length).toBeLessThan(350_000);
    expect(reader.end()).toEqual([
      { line: 1, text: 'x'.repeat(100_000), cells: null, fault: '備考が長すぎます' },
    ]);
  });

  it('is not held whole where quotes stay open line after line', () => {
    const reader = new CsvReader(() => (cells) => cells[0] === 'row');
    reader.push('header\n');
    const line = `row,"${'x'.repeat(30_000)}\n`;
    let rows = 0;
    for (let left = 200; left > 0; left--) rows += reader.push(line).length;
    expect(rows).toBeGreaterThan(190);
    expect(JSON.stringify(reader).length).toBeLessThan(450_000);
  });

  it('is not held with the others of a row that never ends', () => {
    const reader = new CsvReader(PLAIN);
    reader.push('header\n"');
    const lines = 'x'.repeat(1_000).concat('\n').repeat(100);
    for (let left = 400; left > 0; left--) expect(reader.push(lines)).toEqual([]);
    expect(JSON.stringify(reader).length).toBeLessThan(1_000_000);
    expect(reader.end().map((row) => row.cells ?? row.fault)).toEqual(['引用符が閉じていません']);
  });
});
