import { addDays, addMonths, lastDayOf, monthOf, type Stay } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import type { FreeRoom, Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const rows = {
  range: 'Default calendar on the list screen: 7 days back to the end of next month',
  guestName1: 'Preview field guestName1',
  guestName2: 'Preview field guestName2',
  gender: 'Preview field gender',
  purpose: 'Preview field purpose',
  bookingSource: 'Preview field bookingSource',
  paymentStatus: 'Preview field paymentStatus (済 or 未)',
  coupon: 'Preview field coupon (ク有 or ク無)',
  points: 'Preview field points (ポ有 or ポ無)',
} as const;

/** A couple that has paid, with coupon and points, and a woman that has none of all that. */
type Shown = { stay: Stay; couple: FreeRoom; woman: FreeRoom };

let shown: Promise<Shown> | undefined;

async function bookShown(hotel: Hotel): Promise<Shown> {
  const stay = hotel.nextStay();
  const [couple, woman] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, couple, {
    guest_name_1: '表示 太郎',
    guest_name_2: '表示 花子',
    mens_count: 1,
    womens_count: 1,
    purpose: '帰省',
    booking_source: 'じゃらん',
    coupon: 1,
    csv_notes: '500',
  });
  const [payment] = (await hotel.api.get<{ id: number }[]>('/api/payment_master')).body;
  await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: payment?.id, payment_flag: 1 });
  await hotel.book(stay, woman, {
    guest_name_1: '表示 一子',
    mens_count: 0,
    womens_count: 1,
    purpose: '受験',
    booking_source: '電話',
  });
  return { stay, couple, woman };
}

/** What the two bars say: at first, and once a field is turned on or off. */
const shows =
  (label: string, couple: string, woman: string, turn: 'on' | 'off' = 'on') =>
  async ({ desk: { page }, hotel }: { desk: Terminal; hotel: Hotel }): Promise<void> => {
    shown ??= bookShown(hotel);
    const { stay, ...rooms } = await shown;
    const range = { first: addDays(stay.start, -1), last: addDays(stay.end, 1) };
    const { cell } = await deskAt(page, '/', range);
    const bars = [cell(rooms.couple.number, stay.start), cell(rooms.woman.number, stay.start)] as const;
    const expectTexts = async (...texts: [string, string]) => {
      for (const at of [0, 1] as const) await expect(bars[at]).toHaveText(texts[at]);
    };
    const field = page.getByRole('checkbox', { name: label, exact: true });
    await expectTexts('⑨表示 太郎', '③表示 一子');
    await field.setChecked(turn === 'on', { force: true });
    await expectTexts(couple, woman);
    await field.setChecked(turn === 'off', { force: true });
    await expectTexts('⑨表示 太郎', '③表示 一子');
  };

checkRows('9 Business constants: list screen', rows, {
  async range({ desk: { page }, hotel: { today } }) {
    const { firstDay, lastDay, grid } = await openScreen(page, '/reservation-status');
    const [first, last] = [addDays(today, -7), lastDayOf(addMonths(monthOf(today), 1))];
    await expect(firstDay).toHaveValue(first);
    await expect(lastDay).toHaveValue(last);
    const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
    await expect(grid).toHaveAttribute('aria-colcount', String(1 + days));
    await expect(grid.locator('[data-header="date"]').first()).toHaveAttribute('data-date', first);
  },
  guestName1: shows('宿泊者名1', '⑨', '③', 'off'),
  guestName2: shows('宿泊者名2', '⑨表示 太郎 表示 花子', '③表示 一子'),
  gender: shows('性別', '⑨表示 太郎 男・女', '③表示 一子 女'),
  purpose: shows('利用目的', '⑨表示 太郎 帰省', '③表示 一子 受験'),
  bookingSource: shows('予約媒体', '⑨表示 太郎 じゃらん', '③表示 一子 電話'),
  paymentStatus: shows('支払', '⑨表示 太郎 済', '③表示 一子 未'),
  coupon: shows('クーポン', '⑨表示 太郎 ク有', '③表示 一子 ク無'),
  points: shows('ポイント', '⑨表示 太郎 ポ有', '③表示 一子 ポ無'),
});
