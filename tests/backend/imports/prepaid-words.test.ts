import { expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import type { ManagedPrepaidWord } from '@wire/master-records.js';
import { upload } from '#tests/support/api-client.js';
import { channelFile, goodRows } from '#tests/support/channel-file.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const define = (word: string) =>
  hotel.api.post<ManagedPrepaidWord & ErrorBody>('/api/prepaid_words', { word });
const retire = (id: number, is_retired: 0 | 1) =>
  hotel.api.put(`/api/prepaid_words/${id}/retired`, { is_retired });

let files = 0;
/** Imports a row with this 支払方法 and returns its warnings, and if its booking is paid; null in a dry run. */
async function imported(支払方法: string, query = '') {
  const rows = goodRows(1, `P${files++}`).map((row) => ({
    ...row,
    支払方法,
    宿泊者氏名: `前金 ${'一'.repeat(files)}`,
    宿泊者氏名カナ: '',
    会員氏名: '',
    会員氏名カナ: '',
    電話番号: `090-7000-${1000 + files}`,
  }));
  const { body } = await upload(hotel.url, channelFile(rows), { query });
  const [result] = body.results;
  const id = result?.booking_id ?? null;
  if (id === null) return { warnings: result?.warnings, paid: null };
  const booking = await hotel.api.get<BookingRecord>(`/api/booking/${id}`);
  const { payment_status, notes } = booking.body;
  return { warnings: result?.warnings, paid: payment_status, notes };
}

test("the hotel's own words count as paid in later imports, dry runs too, until they are retired", async () => {
  const UNKNOWN = ['支払方法不明'];
  expect(await imported('ＱＲ 前金')).toMatchObject({ warnings: UNKNOWN, paid: '未', notes: /./ });
  const { status, body } = await define(' QR前金 ');
  expect([status, body.word]).toEqual([201, 'QR前金']);
  expect(await imported('ｑｒ前金')).toMatchObject({ warnings: [], paid: '済' });
  expect((await imported('ＱＲ 前金', '?dry_run=1')).warnings).toEqual([]);
  expect(await imported('QR前金以外')).toMatchObject({ warnings: UNKNOWN, paid: '未' });
  await retire(body.id, 1);
  expect(await imported('QR前金')).toMatchObject({ warnings: UNKNOWN, paid: '未' });
  expect((await imported('QR前金', '?dry_run=1')).warnings).toEqual(UNKNOWN);
  await retire(body.id, 0);
  expect(await imported('QR前金')).toMatchObject({ warnings: [], paid: '済' });
});

test('a word is entered once, however it is spelled, and is never empty', async () => {
  await define('前金カード');
  expectRefusal(
    await define('前金 ｶｰﾄﾞ'),
    422,
    'この言葉は既に登録されています（使用停止のものも含みます）。',
  );
  expectRefusal(await define('　'), 422, '支払方法の言葉を入力してください。');
});
