import { setImmediate } from 'node:timers';
import { describe, expect, test } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { NOT_CALCULATED, shownParts } from '#frontend/move-in/shown-parts.js';
import { readSheet } from '#frontend/move-in/workbook.js';
import { workbookOf } from '#tests/support/workbook.js';

// What writes archives is of Node.
Object.assign(globalThis, { setImmediate });

const bufferOf = (bytes: Uint8Array) => Uint8Array.from(bytes).buffer;

describe('a workbook', () => {
  test('is read as staff see it: dates, times, figures, and names without their furigana', async () => {
    const rows = [
      ['予約番号', '宿泊者名', 'チェックイン日', '時間', '料金', '備考'],
      [null],
      [
        7,
        { text: '山田"太郎"', furigana: 'ヤマダ' },
        { serial: 46370 },
        { serial: 0.625 },
        9800.5,
        'a,b\n<c>',
      ],
      ['K8', '&', { serial: 46370.625 }],
    ];
    expect(await readSheet(bufferOf(await workbookOf({ 予約: rows })))).toEqual({
      name: null,
      csv: [
        '"予約番号","宿泊者名","チェックイン日","時間","料金","備考"',
        '"","","","","",""',
        '"7","山田""太郎""","2026-12-14","15:00","9800.5","a,b\n<c>"',
        '"K8","&","2026-12-14 15:00","","",""',
      ].join('\r\n'),
    });
  });

  test('with a cover has its largest sheet read, and says which', async () => {
    const sheets = { 表紙: [['北の宿']], 予約一覧: [['番号'], ['1'], ['2']], 空: [] };
    expect(await readSheet(bufferOf(await workbookOf(sheets)))).toEqual({
      name: '予約一覧',
      csv: '"番号"\r\n"1"\r\n"2"',
    });
  });

  test.each([
    ['an archive of something else', Buffer.from('504b0304', 'hex')],
    ['text', Buffer.from('番号,名前')],
  ])('%s is none', async (_, bytes) => {
    await expect(readSheet(bufferOf(bytes))).rejects.toThrow();
  });
});

/** A workbook with another text in the place of its data, and of what else is named. */
async function workbookWith(data: string, more: readonly [RegExp, string][] = []): Promise<Uint8Array> {
  const parts = unzipSync(await workbookOf({ 予約: [['番号'], ['1']], 集計: [['1'], ['2'], ['3']] }));
  const changes: readonly [RegExp, string][] = [
    [/<sheetData>.*番号.*<\/sheetData>|<sheetData>.*<v>0<.*<\/sheetData>/, data],
    ...more,
  ];
  const changed = Object.entries(parts).map(([name, bytes]) => {
    const isOther = name.endsWith('sheet2.xml');
    const text = changes.reduce(
      (xml, [part, by]) => (isOther ? xml : xml.replace(part, by)),
      strFromU8(bytes),
    );
    return [name, strToU8(text)];
  });
  return zipSync(Object.fromEntries(changed));
}

/** The text of a cell that another program wrote as this XML, with this number format. */
async function shown(
  cell: string,
  format = 'General',
  workbook: readonly [RegExp, string][] = [],
): Promise<string> {
  const code = format.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`;
  const file = await workbookWith(`<sheetData><row r="1">${cell}<c r="B1"><v>1</v></c></row></sheetData>`, [
    [/<cellXfs>.*<\/cellXfs>/, styles],
    [/<sheet name="集計"/, '<sheet name="集計" state="veryHidden"'],
    [/<sheet name="予約"/, '<sheet name="予約" state="visible"'],
    ...workbook,
  ]);
  const { name, csv } = await readSheet(bufferOf(file));
  expect(name).toBe('予約');
  return csv.replace(/,"1"$/, '').slice(1, -1);
}

describe('a workbook of another program', () => {
  test.each([
    ['ggge"年"m"月"d"日"', '46392', '2027-01-05'],
    ['[$-411]ge.m.d;@', '46392', '2027-01-05'],
    ['[$-ja-JP]ggge"年"m"月"d"日" h:mm', '46392.75', '2027-01-05 18:00'],
    ['r.mm.dd', '46392', '2027-01-05'],
    ['yyyy"年"m"月"d"日"\\(aaa\\)', '46392', '2027-01-05'],
    ['[h]:mm', '1.09375', '26:15'],
    ['h:mm', '0', '00:00'],
    ['0000', '901', '0901'],
    ['000\\-0000\\-0000', '9012345678', '090-1234-5678'],
    ['000"-"0000', '600001', '060-0001'],
    ['00', '12345', '12345'],
    ['#,##0"円"', '12000', '12000'],
    ['[Red]General', '12000', '12000'],
    ['0.0 kg', '12.5', '12.5'],
    ['#,##0 gr', '12000', '12000'],
  ])('has in the format %s for %s what Excel shows: %s', async (format, value, text) => {
    expect(await shown(`<c r="A1" s="1"><v>${value}</v></c>`, format)).toBe(text);
    expect(await shown(`<c r="A1" s="1" t="n"><f>1+1</f><v>${value}</v></c>`, format)).toBe(text);
  });

  test.each([
    ['an error', '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['a formula without its result', '<c r="A1"><f>6000*2</f><v></v></c>', NOT_CALCULATED],
    ['a formula without any', '<c r="A1" s="1"><f>6000*2</f></c>', NOT_CALCULATED],
    ['a text formula without its result', '<c r="A1" t="str"><f>A2&amp;A3</f></c>', NOT_CALCULATED],
    ['a formula whose result is no text', '<c r="A1" t="str"><f>IF(A2,"","x")</f><v></v></c>', ''],
    ['a formula with its result', '<c r="A1"><f>6000*2</f><v>12000</v></c>', '12000'],
    ['what is true', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['what is not', '<c r="A1" t="b"><v>0</v></c>', 'FALSE'],
    ['nothing', '<c r="A1" s="1"/>', ''],
  ])('has %s as it is, and leaves nothing out', async (_, cell, text) => {
    expect(await shown(cell)).toBe(text);
  });

  test('that was begun on a Macintosh has its dates and times', async () => {
    const epoch: [RegExp, string][] = [[/<sheets>/, '<workbookPr date1904="1"/><sheets>']];
    const cell = (value: number) => `<c r="A1" s="1"><v>${value}</v></c>`;
    expect(await shown(cell(44_930), 'yyyy/m/d', epoch)).toBe('2027-01-05');
    expect(await shown(cell(0.625), 'h:mm', epoch)).toBe('15:00');
    expect(await shown(cell(1.125), '[h]:mm', epoch)).toBe('27:00');
  });

  // Each takes minutes where a pattern begins anew at every sign.
  test.each([
    ['cells without an end', '<c r="A1"><v>1</v>'],
    ['tags without an end', '<c'],
    ['values without an end', '<v'],
    ['attributes without an end', ' t="'],
  ])('of a million %s is given up soon', (_, piece) => {
    const sheet = strToU8(`<c t="e">${piece.repeat(1_000_000)}</c>`);
    const styles = strToU8('<cellXfs'.repeat(1_000_000));
    const parts = shownParts({ 'xl/worksheets/sheet1.xml': sheet, 'xl/styles.xml': styles });
    expect(Object.keys(parts)).toHaveLength(2);
  });

  test('with hidden sheets alone has the largest of them read', async () => {
    const file = await workbookWith('<sheetData/>', [[/<sheet name/g, '<sheet state="hidden" name']]);
    expect((await readSheet(bufferOf(file))).name).toBe('集計');
  });
});
const cell = (place: string) => `<c r="${place}"><v>1</v></c>`;
const sheetOf = (...rows: string[]) => `<sheetData>${rows.join('')}</sheetData>`;

describe('a workbook beyond its limits is none:', () => {
  test.each([
    ['a cell far below', sheetOf('<row r="1"/>', `<row r="1048576">${cell('A1048576')}</row>`)],
    ['a row number that no sheet has', sheetOf(`<row r="Infinity">${cell('A1')}</row>`)],
    ['a row number in another notation', sheetOf(`<row r="1e9">${cell('A1')}</row>`)],
    ['a row number written as a reference', sheetOf(`<row r="&#57;9999999">${cell('A1')}</row>`)],
    ['a row number in other quotes', sheetOf(`<row spans=">" r = '9999999'>${cell('A1')}</row>`)],
    ['a cell far to the right', sheetOf(`<row r="1">${cell('XFD1')}</row>`)],
    [
      'few cells that span many',
      sheetOf(`<row r="1">${cell('CVC1')}</row>`, `<row r="99999">${cell('A99999')}</row>`),
    ],
  ])('%s', async (_, data) => {
    await expect(readSheet(bufferOf(await workbookWith(data)))).rejects.toThrow(RangeError);
  });

  test('one that unpacks to more than it may, whichever part it is', async () => {
    const parts = unzipSync(await workbookOf({ 予約: [['番号'], ['1']] }));
    const limits = { parts: 20, bytes: 100_000, lines: 100, cells: 100, area: 1_000 };
    const read = (more: Record<string, Uint8Array>) =>
      readSheet(bufferOf(zipSync({ ...parts, ...more })), limits);
    await expect(read({})).resolves.toMatchObject({ csv: expect.stringContaining('番号') });
    for (const name of ['xl/sharedStrings2.xml', 'media/image1.png'])
      await expect(read({ [name]: new Uint8Array(200_000) })).rejects.toThrow(RangeError);
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index}.xml`, strToU8('<a/>')]),
    );
    await expect(read(many)).rejects.toThrow(RangeError);
  });

  test('one whose sizes are not those that it says, by what it may hold', async () => {
    const bytes = await workbookWith(sheetOf(' '.repeat(1_000_000)));
    // The size that the directory says of each part is made small: no more than that is unpacked.
    for (let at = 0; at < bytes.length - 4; at += 1)
      if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1 && bytes[at + 3] === 2)
        new DataView(bytes.buffer, bytes.byteOffset).setUint32(at + 24, 50, true);
    await expect(readSheet(bufferOf(bytes))).rejects.toThrow();
  });
});
