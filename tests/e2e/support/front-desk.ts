import { addDays, type Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { BookingSave } from '@wire/booking-save.js';
import type { RoomRecord } from '@wire/room-record.js';
import { visit } from './calendar.js';
import type { FreeRoom, Hotel } from './hotel.js';

/** A list of the front desk as its tab says. */
type ListName =
  | '到着'
  | '在館'
  | '出発'
  | '未払い'
  | '翌OUT'
  | '請求書払い'
  | 'ノーショー'
  | '部屋移動'
  | '名簿';

/** Finds things at the front desk. */
export function deskOf(page: Page) {
  const grid = page.getByRole('grid', { name: /の一覧$/ });
  return {
    grid,
    rows: grid.locator('[data-booking]'),
    row: (id: number): Locator => grid.locator(`[data-booking="${id}"]`),
    tab: (name: ListName): Locator => page.getByRole('tab', { name }),
    filter: page.getByLabel('部屋・宿泊者・電話番号'),
    ways: page.getByRole('radiogroup', { name: '支払方法' }),
  };
}

/** Goes to the front desk, to all that arrive, and waits until it is there and live. */
export async function openDesk(page: Page): Promise<ReturnType<typeof deskOf>> {
  await visit(page, '/front-desk');
  const desk = deskOf(page);
  await desk.tab('到着').click();
  await desk.filter.fill('');
  await expect(desk.rows.first()).toBeVisible();
  return desk;
}

/** A booking of a free room that begins so many days from today, for this many nights. */
export async function bookAtDesk(
  hotel: Hotel,
  from: number,
  nights: number,
  fields: BookingSave = {},
): Promise<BookingRecord & { room: string }> {
  const start = addDays(hotel.today, from);
  const stay = { start, end: addDays(start, nights) };
  const room = await freeRoom(hotel, stay);
  return { ...(await hotel.book(stay, room, fields)), room: room.number };
}

/**
 * Any room that suits and can be booked, that nobody has for these nights and that no guest still has to leave; a full house gets one
 * by a cancellation.
 */
export async function freeRoom(
  hotel: Hotel,
  stay: Stay,
  suits: (month: RoomRecord) => boolean = () => true,
): Promise<FreeRoom> {
  // Who leaves on the first day had the night before.
  const [first, last] = [addDays(stay.start, -1), addDays(stay.end, -1)];
  const months = await hotel.rooms(first, last);
  const all = (await hotel.bookings(first, last)).filter((night) => night.is_cancelled === 0);
  const nights = all.filter(({ stay_end }) => stay_end > stay.start);
  const inHouse = all.filter(({ checkin_date, checkout_date }) => checkin_date && !checkout_date);
  const numberOf = (roomId: number | null) => months.find(({ id }) => id === roomId)?.room_number;
  const taken = new Set([...nights, ...inHouse].map(({ room_id }) => numberOf(room_id)));
  const closed = months.filter(({ reservable_status }) => reservable_status === '予約不可');
  const closedNumbers = closed.map(({ room_number }) => room_number);
  const isSuitable = (month: RoomRecord) => month.month === Number(stay.start.slice(5, 7)) && suits(month);
  const free = months.find(
    (month) =>
      isSuitable(month) && !taken.has(month.room_number) && !closedNumbers.includes(month.room_number),
  );
  if (free) return { number: free.room_number, roomId: free.id };
  const suitable = new Set(months.filter(isSuitable).map(({ room_number }) => room_number));
  // The oldest, which is none of the test's own; a guest who has come is one who has not first.
  const [leaves] = nights
    .filter(({ room_id, stay_start }) => stay_start >= stay.start && suitable.has(numberOf(room_id) ?? ''))
    .filter(({ checkout_date }) => !checkout_date)
    .sort((a, b) => Number(a.checkin_date !== null) - Number(b.checkin_date !== null) || a.id - b.id);
  if (!leaves) throw new Error(`no room is free from ${stay.start}`);
  if (leaves.checkin_date) await hotel.api.delete(`/api/booking/${leaves.id}/check-in`);
  await hotel.cancel(leaves.id);
  return freeRoom(hotel, stay, suits);
}
