import { setImmediate } from 'node:timers';
import { describe, expect, test } from '@jest/globals';
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
