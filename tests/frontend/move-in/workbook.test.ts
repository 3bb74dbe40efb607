import { setImmediate } from 'node:timers';
import { describe, expect, test } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
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

/** The sheet of a workbook with another text in the place of its data. */
async function workbookWith(data: string): Promise<Uint8Array> {
  const parts = unzipSync(await workbookOf({ 予約: [['番号'], ['1']] }));
  const name = 'xl/worksheets/sheet1.xml';
  const sheet = strFromU8(parts[name] as Uint8Array).replace(/<sheetData>.*<\/sheetData>/, data);
  return zipSync({ ...parts, [name]: strToU8(sheet) });
}
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
