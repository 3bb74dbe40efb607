import { dayText, stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect, type Locator } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import { deskAt, scrollToRoom } from '../support/desk.js';
import { dialogOf } from '../support/dialogs.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const rows = {
  booker: 'booker name',
  guest1: 'guest name 1',
  gender1: 'gender 1',
  guest2: 'guest name 2, when present',
  gender2: 'gender 2, when present',
  room: 'room number',
  corporate: 'corporate yes/no',
  stay: 'stay period',
  checkIn: 'check-in date, or 未チェックイン',
  checkOut: 'check-out date, or 未チェックアウト',
  purpose: 'purpose',
  source: 'booking source',
  payment: 'payment status (済 or 未)',
  coupon: 'coupon (有 or 無)',
  points: 'points used (有 or 無)',
  staff: 'staff member in charge',
  notes: 'notes, when present',
  close: 'it has one close button',
} as const;

/** A booking of two guests that has everything, and one of one guest that has nothing. */
type Pair = { full: BookingRecord; bare: BookingRecord; rooms: { full: string; bare: string } };
type Desk = { desk: Terminal; hotel: Hotel };

const pairs = new Map<Hotel, Promise<Pair>>();

async function book(hotel: Hotel): Promise<Pair> {
  const stay = hotel.pastStay();
  const [fullRoom, bareRoom] = await hotel.freeRooms(stay);
  const [corporate] = (await hotel.api.get<{ id: number }[]>('/api/corporate_master')).body;
  const { id } = await hotel.book(stay, fullRoom, {
    reserver_name: '予約 三郎',
    guest_name_1: '詳細 太郎',
    guest_name_2: '詳細 花子',
    mens_count: 1,
    womens_count: 1,
    corporateID: corporate?.id,
    purpose: '帰省',
    booking_source: 'じゃらん',
    coupon: 1,
    csv_notes: '500',
    notes: '加湿器',
  });
  await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 });
  await hotel.checkIn(id, stay.start);
  await hotel.checkOut(id, addDays(stay.start, 1));
  const bare = await hotel.book(stay, bareRoom, {
    reserver_name: '代理 四郎',
    guest_name_1: '一人 桜',
    mens_count: 0,
    womens_count: 1,
    purpose: '受験',
    booking_source: '電話',
  });
  return { full: await hotel.booking(id), bare, rooms: { full: fullRoom.number, bare: bareRoom.number } };
}

/** Opens the details of both bookings, one after the other, and looks at a fact of each. */
async function eachFact(
  { desk: { page }, hotel }: Desk,
  name: string,
  look: (which: 'full' | 'bare', fact: Locator, pair: Pair) => Promise<void>,
): Promise<void> {
  const pair = await (pairs.get(hotel) ?? pairs.set(hotel, book(hotel)).get(hotel));
  if (!pair) throw new Error('nothing is booked');
  const { stay_start, stay_end } = pair.full;
  const calendar = await deskAt(page, '/reservation-status', { first: stay_start, last: stay_end });
  for (const which of ['full', 'bare'] as const) {
    await scrollToRoom(calendar, pair.rooms[which]);
    await calendar.cell(pair.rooms[which], addDays(stay_start, 1)).click();
    const details = dialogOf(page, '予約詳細');
    await expect(details).toContainText(pair[which].guest_name_1);
    await look(which, details.locator(`div:has(> dt:text-is("${name}")) > dd`), pair);
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  }
}

/** A fact that says one thing of the full booking and another of the bare one. */
async function expectFact(at: Desk, name: string, full: string, bare: string): Promise<void> {
  await eachFact(at, name, (which, fact) => expect(fact).toHaveText(which === 'full' ? full : bare));
}

/** A fact that only the full booking has. */
async function expectWhenPresent(at: Desk, name: string, full: string): Promise<void> {
  await eachFact(at, name, (which, fact) =>
    which === 'full' ? expect(fact).toHaveText(full) : expect(fact).toHaveCount(0),
  );
}

checkRows('2 reservation detail modal', rows, {
  booker: ({ desk, hotel }) => expectFact({ desk, hotel }, '予約者名', '予約 三郎', '代理 四郎'),
  guest1: ({ desk, hotel }) => expectFact({ desk, hotel }, '宿泊者名1', '詳細 太郎', '一人 桜'),
  gender1: ({ desk, hotel }) => expectFact({ desk, hotel }, '性別1', '男性', '女性'),
  guest2: ({ desk, hotel }) => expectWhenPresent({ desk, hotel }, '宿泊者名2', '詳細 花子'),
  gender2: ({ desk, hotel }) => expectWhenPresent({ desk, hotel }, '性別2', '女性'),
  room: ({ desk, hotel }) =>
    eachFact({ desk, hotel }, '部屋番号', (which, fact, { rooms }) => expect(fact).toHaveText(rooms[which])),
  corporate: ({ desk, hotel }) => expectFact({ desk, hotel }, '法人', 'はい', 'いいえ'),
  stay: ({ desk, hotel }) => {
    const period = stayText(hotel.pastStay());
    return expectFact({ desk, hotel }, '宿泊期間', period, period);
  },
  checkIn: ({ desk, hotel }) => {
    const { start } = hotel.pastStay();
    return expectFact({ desk, hotel }, 'チェックイン日', dayText(start), '未チェックイン');
  },
  checkOut: ({ desk, hotel }) => {
    const { start } = hotel.pastStay();
    return expectFact({ desk, hotel }, 'チェックアウト日', dayText(addDays(start, 1)), '未チェックアウト');
  },
  purpose: ({ desk, hotel }) => expectFact({ desk, hotel }, '利用目的', '帰省', '受験'),
  source: ({ desk, hotel }) => expectFact({ desk, hotel }, '予約媒体', 'じゃらん', '電話'),
  payment: ({ desk, hotel }) => expectFact({ desk, hotel }, '支払状況', '済', '未'),
  coupon: ({ desk, hotel }) => expectFact({ desk, hotel }, 'クーポン', '有', '無'),
  points: ({ desk, hotel }) => expectFact({ desk, hotel }, '利用ポイント', '有', '無'),

  async staff({ desk: { page }, hotel }) {
    const { today } = hotel;
    const calendar = await deskAt(page, '/reservation-status', { first: today, last: today });
    const drawn = calendar.grid.locator('[data-booking-id]');
    const ids = await drawn.evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.bookingId)));
    const nights = await hotel.bookings(today, today);
    const attended = nights.find(({ id, staff_id }) => ids.includes(id) && staff_id !== null);
    if (!attended) throw new Error('no booking in sight was taken by somebody');
    const staff = await hotel.api.get<{ name: string }>(`/api/staff/${attended.staff_id}`);
    await calendar.night(attended.id).click();
    const fact = dialogOf(page, '予約詳細').locator('div:has(> dt:text-is("担当者")) > dd');
    await expect(fact).toHaveText(staff.body.name);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  },

  notes: ({ desk, hotel }) => expectWhenPresent({ desk, hotel }, '備考', '加湿器'),

  close: ({ desk, hotel }) =>
    eachFact({ desk, hotel }, '予約者名', async () => {
      const buttons = dialogOf(desk.page, '予約詳細').getByRole('button');
      await expect(buttons).toHaveText(['履歴', '閉じる']);
      await buttons.last().click();
      await expect(dialogOf(desk.page)).toBeHidden();
    }),
});
