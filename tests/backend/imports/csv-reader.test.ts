import { describe, expect, it } from '@jest/globals';
import { rowShape } from '#backend/imports/channel-file.js';
import { CsvReader, type CsvRow, cellsOfLine, opensBeforeClosing } from '#backend/imports/csv-reader.js';
import { channelRow, channelText } from '#tests/support/channel-file.js';

const PLAIN = () => () => false;
const OPEN = '引用符が閉じていません';
const LONG = '備考が長すぎます';

function read(text: string, shape = PLAIN as typeof rowShape): CsvRow[] {
  const reader = new CsvReader(shape);
  return [...reader.push(text), ...reader.end()];
}

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
    expect(read(text).map((row) => row.cells)).toEqual([cells]);
  });
});

describe('the lines of a file', () => {
  it.each<[string, string, (number | string)[]]>([
    ['end with CRLF', 'a,1\r\nb,2\r\n', [1, 'a,1', 2, 'b,2']],
    ['end with LF, the last without', 'a,1\nb,2', [1, 'a,1', 2, 'b,2']],
    ['end with CR', 'a,1\rb,2\r', [1, 'a,1', 2, 'b,2']],
    ['end in various ways', 'a\rb\r\nc\n', [1, 'a', 2, 'b', 3, 'c']],
    ['that are blank are counted and skipped', '\n \t\na\r\r\n　\nb\n\n', [3, 'a', 6, 'b']],
    ['may all be blank', '\r\n \r', []],
    ['may be none', '', []],
    ['in quotes belong to one row', 'h\r\na,"b\r\n\nc",d\r\ne', [1, 'h', 2, 'a,"b\r\n\nc",d', 5, 'e']],
    ['show NUL as a sign', 'a\0b', [1, 'a\u2400b']],
  ])('%s', (_, text, rows) => {
    expect(read(text).flatMap((row) => [row.line, row.text])).toEqual(rows);
  });
});

const [header = '', good = ''] = channelText([channelRow()]).split('\r\n');
const broken = good.replace('髙橋', '"髙橋');
const remark = (text: string) => good.replace('サンプルホテル', `"${text}"`);
const many = remark('一\n二');
const far = Array(900).fill(good);

/** The line of each row after the header, with its fault or with its number of cells if that is not the header's. */
const rowsOf = (...lines: string[]) =>
  read([header, ...lines].join('\n'), rowShape)
    .slice(1)
    .map((row) => {
      if (row.cells === null)
        return `${row.line} ${row.fault === OPEN ? 'open' : row.fault === LONG ? 'long' : '?'}`;
      return row.cells.length === 34 ? `${row.line}` : `${row.line} of ${row.cells.length}`;
    })
    .join(', ');
const x = (length: number) => 'x'.repeat(length);

describe('an open quote', () => {
  it.each([
    ['costs only its own row when a row follows', [good, broken, good, many, good], '2, 3 open, 4, 5, 7'],
    [
      'costs only its row, and so do those of others',
      [broken, broken, good, broken],
      '2 open, 3 open, 4, 5 open',
    ],
    ['ends before a row whose own quote is open', [broken, many, good], '2 open, 3, 5'],
    ['does not end at a line that is too short', [remark('一\n楽天,1,予約,まで\n二'), good], '2, 5'],
    ['closes at a quote before a line end, wherever that is', [broken, 'x"', good], '2 of 16, 4'],
    ['extends over a remark of 80 lines', [remark('一\n'.repeat(79)), good], '2, 82'],
    ['extends over a remark of 66,000 characters', [remark('長'.repeat(66_000)), good], '2, 3'],
    ['may span any number of lines', [remark('x\n'.repeat(20_000)), good], '2, 20003'],
    ['extends over lines that look like rows', [remark(`一\n${good}\n${good}\n二`), good], '2, 6'],
    ['extends over doubled quotes', [remark(`${many.replaceAll('"', '""')}\n${good}`), good], '2, 5'],
    [
      'does not take the quotes of rows that follow for its own',
      [broken, good, remark(',x'), remark('\nx'), good],
      '2 open, 3, 4, 5, 7',
    ],
    [
      'does not take a quote that its own line has opened, however many cells that line has',
      [good.replace(',8000,', ',"8000,'), good, good, `"${good.replace(',8000,', ',"¥8,000",')}`],
      '2 open, 3, 4, 5 of 9',
    ],
    ['does not take a stray quote for its own', [broken, good, 'x"', good], '2 open, 3, 4 of 1, 5'],
    ['is not closed where none comes before the end', [good, broken, 'x', 'y'], '2, 3 open'],
    [
      'is not closed however many rows follow',
      [broken, 'x', ...far],
      `2 open, ${far.map((_, n) => n + 4).join(', ')}`,
    ],
    ['of a cell of 100,000 characters is closed', [remark(`${x(40_000)}\n${x(59_999)}`), good], '2, 4'],
    ['of a cell of one more is not closed', [remark(`${x(40_000)}\n${x(60_000)}`), good], '2 long, 4'],
    [
      'that closes too late leaves one row',
      [remark('一二三四五六七八九\n'.repeat(16_000)), 'x', good],
      '2 long, 16004',
    ],
    ['that closes behind a long line, too', [remark(`一\n${'長'.repeat(2_000_000)}\n二`), good], '2 long, 5'],
  ])('%s', (_, lines, rows) => {
    expect(rowsOf(...lines)).toBe(rows);
  });

  it('has all lines up to the next that looks like a row as its text', () => {
    const rows = read(`${header}\n${broken}\nx\n\ny,"z\n${good}`, rowShape).slice(1);
    expect(rows.map(({ line, text }) => [line, text])).toEqual([
      [2, `${broken}\nx\n\ny,"z`],
      [6, good],
    ]);
  });

  it('may be one of several in a row of at most 300,000 characters', () => {
    const cell = `"${`${'x'.repeat(99)}\n`.repeat(990)}"`;
    const row = (cells: number) => Array(cells).fill(cell).join(',');
    expect(read(`${row(3)}\n`).map(({ cells }) => cells?.length)).toEqual([3]);
    expect(read(`${row(4)}\n`).map(({ cells, ...row }) => cells ?? row)).toMatchObject([{ fault: LONG }]);
  });

  it('in the header leaves no header', () => {
    expect(read(`"${header}\n${good}`, rowShape).map(({ cells }) => cells)).toEqual([null]);
  });
});

describe('a line of any length', () => {
  it('is a row up to 100,000 characters; beyond it is broken and cut, and the next line is read', () => {
    expect(read(`${'x'.repeat(100_000)}\nb`).map(({ cells }) => cells?.[0]?.length)).toEqual([100_000, 1]);
    const rows = read(`a\n${'x'.repeat(99_999)}𠮷\nb`);
    expect(rows.map(({ line, text, cells }) => [line, text.length, cells])).toEqual([
      [1, 1, ['a']],
      [2, 99_999, null],
      [3, 1, ['b']],
    ]);
  });

  it.each<[string, string, string, number, string[]]>([
    ['a line that never ends', '', 'x'.repeat(1_000_000), 40, [LONG]],
    ['a row that never ends', 'header\n"', `${'x'.repeat(1_000)}\n`.repeat(100), 400, [OPEN]],
    ['rows that each open a quote', 'header\n', `row,"${'x'.repeat(30_000)}\n`, 200, Array(200).fill(OPEN)],
  ])('is not held whole in memory: %s', (_, begin, piece, times, faults) => {
    const reader = new CsvReader(() => (cells) => cells[0] === 'row');
    const rows = reader.push(begin);
    for (let left = times; left > 0; left--) rows.push(...reader.push(piece));
    expect(JSON.stringify(reader).length).toBeLessThan(1_000_000);
    rows.push(...reader.end());
    expect(rows.flatMap((row) => (row.cells === null ? [row.fault] : []))).toEqual(faults);
  });
});

describe('a file', () => {
  const MANY = 10_000;
  let examined = 0;
  const counted =
    <Rest extends unknown[], Result>(parse: (text: string, ...rest: Rest) => Result) =>
    (text: string, ...rest: Rest): Result => {
      examined += text.length;
      return parse(text, ...rest);
    };
  const parser = { cellsOfLine: counted(cellsOfLine), opensBeforeClosing: counted(opensBeforeClosing) };

  it.each([
    ['of good rows', good, MANY],
    ['in which every row opens a quote', broken, MANY],
    ['in which every row opens a quote that looks doubled', good.replace('髙橋', '""髙橋'), MANY],
    ['of lines that are no rows and open a quote', 'a,""b', 1],
    ['of rows that close a quote and open another', `x",""${good},""`, 1],
    ['of rows of both', good.replace('太郎', '",""').replace('髙橋', '""'), MANY],
  ])('%s is looked through at most three times', (_what, line, wanted) => {
    const long = good.replace('サンプル', '長'.repeat(900_000));
    const text = `${header}\n${good.replace('髙橋', '""髙橋')}\n${`${line}\n`.repeat(MANY)}${long}\n`;
    examined = 0;
    const reader = new CsvReader(rowShape, parser);
    let rows = 0;
    for (let at = 0; at < text.length; at += 65_536) rows += reader.push(text.slice(at, at + 65_536)).length;
    expect(rows + reader.end().length).toBeGreaterThanOrEqual(wanted);
    expect(examined / text.length).toBeLessThanOrEqual(3);
  });
});
