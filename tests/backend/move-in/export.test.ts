import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { MoveInFile } from '@wire/move-in.js';
import { zipEntries } from '#tests/support/evidence-package.js';
import type { Hotel } from '#tests/support/hotel.js';
import { rowsOf, runMoveIn, uploadMoveIn } from '#tests/support/move-in.js';
import { runCommand } from '#tests/support/server.js';
import { sharedHotel } from '#tests/support/shared.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

const from = sharedHotel();
const to = sharedHotel();

const filesOf = async (hotel: Hotel) =>
  zipEntries(Buffer.from(await (await fetch(`${hotel.url}/api/move-in/export.zip`)).arrayBuffer()));

const addedDays = (days: number) => addDays(from.today, days);

/** Every active night with the content of its booking, whatever ids the two hotels gave; their rooms have the same ids. */
async function nightsOf({ api }: Hotel): Promise<unknown[]> {
  const ranges = [
    `start_date=${addedDays(-10)}&end_date=${addedDays(10)}`,
    'start_date=2096-01-01&end_date=2096-03-31',
  ];
  const answers = await Promise.all(
    ranges.map((range) => api.get<BookingRecord[]>(`/api/bookings?${range}`)),
  );
  return answers
    .flatMap(({ body }) => body)
    .filter(({ is_cancelled }) => is_cancelled === 0)
    .map(({ id: _, version: __, base_booking_id, party_id, ...night }) => ({
      ...night,
      has_base: base_booking_id !== 0,
      has_party: Boolean(party_id),
    }))
    .sort((a, b) => `${a.date} ${a.room_id}`.localeCompare(`${b.date} ${b.room_id}`));
}

test('everything is written out, and another installation reads the bookings without a hand', async () => {
  const { api, ids, newRoom } = from;
  const room = newRoom();
  const at = (fields: Record<string, unknown>, roomNumber = newRoom()) =>
    from.book({ room_id: from.roomId(roomNumber, String(fields.stay_start ?? '2096-01-10')), ...fields });
  const first = await at(
    { guest_name_1: '=SUM(A1)', notes: '窓側\n\n"静か", \'と\'', tel: '+81-90-0000', coupon: 1 },
    room,
  );
  await at(
    { guest_name_1: '次の 夜', stay_start: '2096-01-12', stay_end: '2096-01-13', is_day_before_same_flag: 1 },
    room,
  );
  await at({
    guest_name_1: '同じ 一行',
    party_of: first.id,
    mens_count: 1,
    womens_count: 1,
    guest_name_2: '妻',
  });
  await at({
    guest_name_1: '法人 客',
    corporateID: ids.corporate,
    booking_source: '企業(法人)',
    purpose: '',
    checkin_time: '25:10',
  });
  const paid = await at({
    guest_name_1: '支払 済',
    booking_number: 'R-1',
    csv_notes: '500',
    room_move_lock: 1,
    nextday_out_flag: 1,
  });
  await api.post(`/api/booking/${paid.id}/payment`, { payment_type: ids.card, payment_flag: 1 });
  await api.put(`/api/guest-cards/${paid.id}/wishes`, { wishes: '高層階' });
  const here = await at({ guest_name_1: '滞在 中', stay_start: addedDays(-1), stay_end: addedDays(2) });
  await api.post(`/api/booking/${here.id}/check-in`, { date: addedDays(-1) });
  const left = await at({ guest_name_1: '出発 済', stay_start: addedDays(-3), stay_end: addedDays(-1) });
  await api.post(`/api/booking/${left.id}/check-in`, { date: addedDays(-3) });
  await api.post(`/api/booking/${left.id}/check-out`, { date: addedDays(-1) });
  await at({ guest_name_1: '来て ない', stay_start: addedDays(-3), stay_end: addedDays(-2) });
  const missed = await at({ guest_name_1: '不泊 者', stay_start: addedDays(-2), stay_end: addedDays(-1) });
  await api.post(`/api/booking/${missed.id}/no-show`);
  const cancelled = await at({ guest_name_1: '取消 済' });
  await api.put(`/api/booking/${cancelled.id}/cancel`);
  await api.post('/api/weather', { date: '2096-01-10', weather: '雪' });
  await api.post('/api/handover-notes', { date: '2096-01-10', text: '荷物あり' });

  const files = await filesOf(from);
  const text = (name: string) => files.get(name)?.toString('utf8') ?? '';
  expect([...files.keys()]).toEqual([
    ...[
      'ホテル.csv',
      '部屋.csv',
      '法人.csv',
      '支払方法.csv',
      'ブラックリスト.csv',
      'スタッフ.csv',
      '事前決済の言葉.csv',
      '宿泊税.csv',
      '売り止め.csv',
      '仮予約.csv',
      'キャンセル規定.csv',
      '明細の項目.csv',
    ],
    ...[
      '部屋タイプの対応付け.csv',
      'キャンセル待ち.csv',
      '予約.csv',
      '領収書.csv',
      'お客様カード.csv',
      '天気と休日.csv',
      '申し送り.csv',
      '引継ぎ.csv',
    ],
  ]);
  expect(text('天気と休日.csv')).toBe('\ufeff日付,天気,休日\r\n2096-01-10,雪,いいえ\r\n');
  expect(text('申し送り.csv')).toContain('2096-01-10,荷物あり,未完了');
  expect(text('お客様カード.csv')).toMatch(
    new RegExp(`^\ufeffカード番号,予約ID,ご要望\r\n\\d+,${paid.id},高層階\r\n$`),
  );
  expect(text('部屋.csv').split('\r\n').length).toBeGreaterThan(800);

  // The command writes the same files into a folder, and into no other that holds something.
  const folder = temporaryFolder();
  const out = folder.pathOf('out');
  const written = () => runCommand('export', { DATABASE_URL: from.databaseUrl }, out);
  expect((await written()).code).toBe(0);
  expect(readdirSync(out).sort()).toEqual([...files.keys()].sort());
  for (const [name, bytes] of files)
    expect(readFileSync(join(out, name), 'utf8')).toBe(bytes.toString('utf8'));
  expect(await written()).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('は空ではありません。')],
  });
  folder.remove();

  const { body: file } = await uploadMoveIn(to.url, text('予約.csv'), { name: '予約.csv' });
  expect(file).toMatchObject({
    system: 'このシステムの書き出し',
    past: 'as_is',
  } satisfies Partial<MoveInFile>);
  const moved = await runMoveIn(to.api, file);
  const failed = (await rowsOf(to.api, file.id)).filter(({ outcome }) => outcome === 'failed');
  expect(failed).toEqual([]);
  expect(moved).toMatchObject({ new: 9, skipped: 1 });
  expect(await nightsOf(to)).toEqual(await nightsOf(from));
  // What comes out of the new one is what went into it.
  const again = await uploadMoveIn(to.url, text('予約.csv'));
  expect(await runMoveIn(to.api, again.body)).toMatchObject({ new: 0, existing: 9, skipped: 1 });
});
