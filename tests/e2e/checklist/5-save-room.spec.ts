import { addDays, type Day, lastDayOf, monthOf, type Stay } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { RoomRecord } from '@wire/room-record.js';
import { alterRooms, seeRoomsAsTheyAre } from '../support/altered-rooms.js';
import { calendarOf, openScreen, showRange } from '../support/calendar.js';
import { corporateWith } from '../support/corporates.js';
import { enterBooking, type FormEntries, fieldOf, fillForm, searchRooms } from '../support/form.js';
import { test } from '../support/hotel.fixture.js';
import type { FreeRoom, Hotel } from '../support/hotel.js';
import { blankForm, complaints } from '../support/wrong-input.js';
import { checkRows } from './check-rows.js';

const GUEST_NAME = '宿泊者名は2文字以上で入力してください。';
const UNAVAILABLE = '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。';
const OVERLAP = '選択した部屋は指定された期間に既に予約されています。';

const rows = {
  notSearched: `new bookings only: room search not run: ${UNAVAILABLE}`,
  notSearchedAgain: `new bookings only: room search not run for what the form says now: ${UNAVAILABLE}`,
  closed: `new bookings only: chosen room marked 予約不可 in some month of the stay: ${UNAVAILABLE}`,
  missing: `new bookings only: chosen room missing in some month of the stay: ${UNAVAILABLE}`,
  edit: 'new bookings only: an edit needs no search and may stay in a room marked 予約不可',
  overlap: `overlap with another active booking in the same room in the period: ${OVERLAP}`,
  itself: 'overlap: the booking being edited is excluded',
} as const;

/** Enters a new booking that nothing but the guest's name keeps from being saved. */
async function enterUnsavable(page: Page, stay: Stay, room: FreeRoom): Promise<void> {
  await blankForm(page);
  await enterBooking(page, stay, room.number, '予約 太郎');
  await fillForm(page, { 宿泊者名: '山' });
}

async function openUnsavable(page: Page, id: number): Promise<void> {
  await openScreen(page, `/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('試験 太郎');
  await fillForm(page, { 宿泊者名: '山' });
}

async function stayOverMonthEnd(hotel: Hotel): Promise<{ stay: Stay; room: FreeRoom; second: Day }> {
  const start = lastDayOf(monthOf(hotel.nextStay().start));
  const stay = { start, end: addDays(start, 3) };
  const [room] = await hotel.freeRooms(stay);
  return { stay, room, second: addDays(start, 1) };
}

/** Changes one room in one month. */
const inMonth = (number: string, date: Day, change: (room: RoomRecord) => RoomRecord | null) => {
  const [year, month] = date.split('-').map(Number);
  return (room: RoomRecord) =>
    room.room_number === number && room.year === year && room.month === month ? change(room) : room;
};
const close = (room: RoomRecord): RoomRecord => ({ ...room, reservable_status: '予約不可' });

/** The chosen room becomes unavailable in the second month of a stay that begins on the last day of the first. */
async function checkUnavailable(
  page: Page,
  hotel: Hotel,
  change: typeof close | (() => null),
): Promise<void> {
  const { stay, room, second } = await stayOverMonthEnd(hotel);
  await enterUnsavable(page, stay, room);
  expect(await complaints(page)).toEqual([GUEST_NAME]);
  await alterRooms(page, hotel, inMonth(room.number, second, change));
  await showRange(page, addDays(stay.start, -3), addDays(stay.end, 3));
  expect(await complaints(page)).toEqual([GUEST_NAME, UNAVAILABLE]);

  // The month of the check-out day is none of the stay's (contract 2).
  await searchRooms(page, { start: addDays(second, -2), end: second });
  await expect(calendarOf(page).roomHead(room.number)).toHaveAttribute('data-candidate', 'true');
  expect(await complaints(page)).toEqual([GUEST_NAME]);
  await seeRoomsAsTheyAre(page);
  await searchRooms(page, stay);
  await expect(calendarOf(page).roomHead(room.number)).toHaveAttribute('data-candidate', 'true');
  expect(await complaints(page)).toEqual([GUEST_NAME]);
}

test.afterAll(
  async ({ sharedTerminal: { page } }) => void (await openScreen(page, '/reservation-registration')),
);

checkRows('5 On save: the room', rows, {
  async notSearched({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    await blankForm(page);
    expect(await complaints(page)).toContain(UNAVAILABLE);
    await fillForm(page, { チェックイン日: stay.start, チェックアウト日: stay.end, 男性: '1' });
    expect(await complaints(page)).toContain(UNAVAILABLE);
    await enterUnsavable(page, stay, room);
    expect(await complaints(page)).toEqual([GUEST_NAME]);
  },

  async notSearchedAgain({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    const changes: [FormEntries, FormEntries][] = [
      [{ チェックイン日: addDays(stay.start, -1) }, { チェックイン日: stay.start }],
      [{ チェックアウト日: addDays(stay.end, 1) }, { チェックアウト日: stay.end }],
      [{ 男性: '2' }, { 男性: '1' }],
      [{ 女性: '1' }, { 女性: '0' }],
      [{ 喫煙: true }, { 禁煙: true }],
      [{ 法人: await corporateWith(hotel, 0) }, { 法人: 'なし' }],
    ];
    await enterUnsavable(page, stay, room);
    const head = calendarOf(page).roomHead(room.number);
    for (const [change, back] of changes) {
      await expect(head).toHaveAttribute('data-candidate', 'true');
      await fillForm(page, change);
      await expect(head).not.toHaveAttribute('data-candidate', 'true');
      expect(await complaints(page), JSON.stringify(change)).toEqual([GUEST_NAME, UNAVAILABLE]);
      await fillForm(page, back);
      expect(await complaints(page), JSON.stringify(back)).toEqual([GUEST_NAME, UNAVAILABLE]);
      await searchRooms(page, stay);
    }
    await expect(head).toHaveAttribute('data-candidate', 'true');
    expect(await complaints(page)).toEqual([GUEST_NAME]);
  },

  closed: async ({ desk: { page }, hotel }) => checkUnavailable(page, hotel, close),

  missing: async ({ desk: { page }, hotel }) => checkUnavailable(page, hotel, () => null),

  async edit({ desk: { page }, hotel }) {
    const { stay, room, second } = await stayOverMonthEnd(hotel);
    const { id } = await hotel.book(stay, room);
    await alterRooms(page, hotel, inMonth(room.number, second, close));
    await openUnsavable(page, id);
    expect(await complaints(page, '更新')).toEqual([GUEST_NAME]);
    await fillForm(page, { チェックアウト日: addDays(stay.end, 1), 喫煙: true, 女性: '1' });
    expect(await complaints(page, '更新')).toEqual([GUEST_NAME]);
    await seeRoomsAsTheyAre(page);
  },

  async overlap({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const [room, otherRoom] = await hotel.freeRooms(stay);
    await enterUnsavable(page, stay, room);
    const cell = (date: Day) => calendarOf(page).cell(room.number, date);
    for (const [from, to] of [
      [0, 0],
      [-1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const taken = { start: addDays(stay.start, from), end: addDays(stay.end, to) };
      const { id } = await hotel.book(taken, room);
      await expect(cell(taken.start)).toHaveAttribute('data-booking-id', String(id));
      expect(await complaints(page), JSON.stringify(taken)).toEqual([GUEST_NAME, OVERLAP]);
      await hotel.cancel(id);
      await expect(cell(taken.start)).not.toHaveAttribute('data-booking-id');
      expect(await complaints(page), 'cancelled').toEqual([GUEST_NAME]);
    }
    await hotel.book({ start: addDays(stay.start, -1), end: stay.start }, room);
    await hotel.book({ start: stay.end, end: addDays(stay.end, 1) }, room);
    const beside = await hotel.book(stay, otherRoom);
    await expect(cell(stay.end)).toHaveAttribute('data-booking-id');
    await expect(calendarOf(page).night(beside.id)).toHaveCount(2);
    expect(await complaints(page), 'before, after and beside').toEqual([GUEST_NAME]);
    await expect(fieldOf(page, '予約者名')).toHaveValue('予約 太郎');
  },

  async itself({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    const { id } = await hotel.book(stay, room);
    const next = { start: addDays(stay.end, 1), end: addDays(stay.end, 2) };
    await hotel.book(next, room);
    await openUnsavable(page, id);
    expect(await complaints(page, '更新')).toEqual([GUEST_NAME]);
    await fillForm(page, { チェックアウト日: next.start });
    expect(await complaints(page, '更新')).toEqual([GUEST_NAME]);
    await fillForm(page, { チェックアウト日: next.end });
    expect(await complaints(page, '更新')).toEqual([GUEST_NAME, OVERLAP]);
  },
});
