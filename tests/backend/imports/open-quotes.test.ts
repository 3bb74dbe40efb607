import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { upload } from '../../support/api-client.js';
import { channelFile, channelText, goodRows } from '../../support/channel-file.js';
import type { Hotel } from '../../support/hotel.js';
import { startHotel } from '../../support/hotel.js';

const MAX_NOTES = 2_000;
let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const remarkOf = (lines: number) => Array(lines).fill('ご到着は二十三時頃になる見込みです。').join('\n');
const [first, pasted, wordy, endless, last, open] = goodRows(6, 'Q').map((row, index) => {
  const [, line = ''] = channelText([row]).split('\r\n');
  if (index === 1) return { ...row, 備考: `前の予約\n${line}\nの続き` };
  if (index === 2) return { ...row, 備考: remarkOf(3_000) };
  if (index === 3) return { ...row, 備考: remarkOf(8_000) };
  return index === 5 ? line.replace('髙橋', '"髙橋') : row;
});
const FILE = [first, open, '続き', 'の行', pasted, wordy, endless, last, open, '最後'].flatMap(
  (row) => row ?? [],
);

const told = ({ results }: ImportReport) =>
  results.map(({ line, outcome, reason }) => [line, outcome, reason]);
const failed = async () =>
  (await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed')).body.map(({ reason }) => reason);

test('rows whose quote does not close in time fail one by one, and the others are registered', async () => {
  const file = channelFile(FILE, { lineEnd: '\n' });
  const { status, body } = await upload(hotel.url, file);
  expect(status).toBe(200);
  expect(told(body)).toEqual([
    [2, 'new', null],
    [3, 'failed', '引用符が閉じていません'],
    [6, 'new', null],
    [9, 'new', null],
    [3_009, 'failed', '備考が長すぎます'],
    [11_009, 'new', null],
    [11_010, 'failed', '引用符が閉じていません'],
  ]);
  expect((await failed()).sort()).toEqual([
    '備考が長すぎます',
    '引用符が閉じていません',
    '引用符が閉じていません',
  ]);
  expect(body.results[1]?.text?.split('\n').slice(1)).toEqual(['続き', 'の行']);
  expect(body.results[6]?.text?.split('\n').slice(1, 2)).toEqual(['最後']);

  const notes = await Promise.all(
    [2, 3].map(async (index) => {
      const id = body.results[index]?.booking_id;
      return (await hotel.api.get<{ notes: string }>(`/api/booking/${id}`)).body.notes;
    }),
  );
  expect(notes[0]).toMatch(/^前の予約\n楽天トラベル,Q00001,予約,.*\nの続き\n/);
  expect([...(notes[1] ?? '')]).toHaveLength(MAX_NOTES);
});

test('such rows that come again, in the same file or another, change nothing', async () => {
  const before = await hotel.position();
  const again = await upload(hotel.url, channelFile(FILE, { lineEnd: '\n' }));
  expect(again.body).toMatchObject({ rows: 7, unchanged: 7 });
  const shorter = await upload(hotel.url, channelFile(FILE.slice(1), { lineEnd: '\n' }));
  expect(shorter.body).toMatchObject({ rows: 6, unchanged: 6 });
  expect(await hotel.position()).toBe(before);
  expect(await failed()).toHaveLength(3);
});
