import { addDays, type Day, nightsOf } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CleaningList } from '@wire/cleaning.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import { must } from '#tests/support/api-client.js';
import { calendarOf, visit } from './support/calendar.js';
import { dialogOf, findBoxOf, press } from './support/controls.js';
import { within } from './support/effort.js';
import { freeRoom, openDesk } from './support/front-desk.js';
import { fillTwins } from './support/full-twins.js';
import { entryOf } from './support/gestures.js';
import type { Hotel } from './support/hotel.js';
import { aName } from './support/masters.js';
import { ownHotelTest } from './support/own-hotel.fixture.js';
import { BOOKING_EFFORT, bookWaiting, freeTwin, told, wait } from './support/waiting.js';

/*
 * A day of a house of 117 rooms, played at the desk by keys alone and by a housekeeper on a phone; `.docs/desk.md` says how many
 * keys each part takes at most.
 */

// Its guests would leave other tests no room.
const test = ownHotelTest();

const ROOMS = 117;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const TWELVE = 12;

test.beforeEach(async ({ hotel }) => {
  const known = await must(hotel.api.get<HotelRecord>('/api/hotel'));
  await must(hotel.api.put('/api/hotel', { ...known, manages_cleaning: 1 }));
});
test.use({ viewport: { width: 1366, height: 768 } });

type Guest = BookingRecord & { name: string; room: string };

/** A guest in the house from yesterday until a day counted from today. */
async function inHouse(hotel: Hotel, to: number, name: string): Promise<Guest> {
  const stay = { start: addDays(hotel.today, -1), end: addDays(hotel.today, to) };
  const room = await freeRoom(hotel, { ...stay, end: addDays(stay.end, 2) });
  const guest = aName(name);
  const booking = await hotel.book(stay, room, { guest_name_1: guest, total_fee: 8_000 * (to + 1) });
  await hotel.checkIn(booking.id, stay.start);
  return { ...booking, name: guest, room: room.number };
}

/** A guest who arrives today for two nights. */
async function arriving(hotel: Hotel, name: string): Promise<Guest> {
  const stay = { start: hotel.today, end: addDays(hotel.today, 2) };
  const room = await freeRoom(hotel, stay);
  const guest = aName(name);
  return { ...(await hotel.book(stay, room, { guest_name_1: guest })), name: guest, room: room.number };
}

/** The part of a guest's stay that has a night, with the number of its room. */
async function partOn(hotel: Hotel, name: string, night: Day) {
  const nights = await hotel.bookings(night, night);
  const part = nights.find(({ guest_name_1, is_cancelled }) => guest_name_1 === name && is_cancelled === 0);
  return part && { ...part, room: await hotel.roomOf(part) };
}

/** Goes to the row of a guest by three keys: to the filter, its text, the row. */
async function goToRow(page: Page, { name, id }: Guest): Promise<void> {
  await press(page, 'Alt+k', 'Control+a');
  await page.keyboard.type(name);
  await press(page, 'Enter');
  await expect(
    page.locator(`[data-booking="${id}"]`).locator('xpath=ancestor-or-self::*[@tabindex="0"]'),
  ).toBeFocused();
}

/** Opens a dialog about a guest from the row and takes what it proposes. */
async function takeProposal(page: Page, guest: Guest, key: string, title: string): Promise<void> {
  await goToRow(page, guest);
  await press(page, key);
  const dialog = dialogOf(page, title);
  await expect(dialog.locator(':focus')).toBeVisible();
  await press(page, 'Enter');
  await expect(dialog).toBeHidden();
}

test('the day of a house of 117 rooms: two guests move, three stay on, a room breaks, one who waits gets a room, twelve are cleaned', async ({
  hotel,
  desk: { page, allowError },
  openTerminal,
}) => {
  allowError(/status of 409/);
  const { today } = hotel;
  const tomorrow = addDays(today, 1);
  const months = await hotel.rooms(today, today);
  expect(new Set(months.map(({ room_number }) => room_number)).size).toBe(ROOMS);
  const moving = [await inHouse(hotel, 2, '移動 一郎'), await inHouse(hotel, 1, '移動 二郎')];
  const staying = [
    await inHouse(hotel, 0, '延泊 一郎'),
    await inHouse(hotel, 0, '延泊 二郎'),
    await inHouse(hotel, 0, '延泊 三郎'),
  ] as const;
  const next = { start: today, end: tomorrow };
  const [, , full] = staying;
  await hotel.book(
    next,
    { number: full.room, roomId: full.room_id as number },
    { guest_name_1: aName('後の 客') },
  );
  const broken = await arriving(hotel, '故障 花子');
  const desk = await openDesk(page);

  await test.step('two guests in the house move into other rooms from today on', async () => {
    await within(page, { keys: 12, clicks: 0 }, async () => {
      await press(page, 'Alt+j', '2');
      await expect(desk.tab('在館')).toHaveAttribute('aria-selected', 'true');
      for (const guest of moving) await takeProposal(page, guest, 'm', '今日から部屋移動');
    });
    for (const guest of moving) {
      const part = await partOn(hotel, guest.name, today);
      expect(part?.room).not.toBe(guest.room);
      expect(part).toMatchObject({ base_booking_id: guest.id, checkin_date: today });
    }
  });

  await test.step('three guests stay on, one of them in another room since the own one is taken', async () => {
    await within(page, { keys: 16, clicks: 0 }, async () => {
      await press(page, '3');
      await expect(desk.tab('出発')).toHaveAttribute('aria-selected', 'true');
      for (const guest of staying) await takeProposal(page, guest, 'e', '延泊');
    });
    const parts = await Promise.all(staying.map(({ name }) => partOn(hotel, name, today)));
    expect(parts.map((part) => part?.stay_end)).toEqual([tomorrow, tomorrow, tomorrow]);
    expect(parts[0]?.room).toBe(staying[0].room);
    expect(parts[2]?.room).not.toBe(full.room);
  });

  await test.step('the shower of a booked room breaks: it is taken off sale and its guest gets another one', async () => {
    const closing = dialogOf(page, `${broken.room}号室の売り止め`);
    await within(page, { keys: 10, clicks: 0 }, async () => {
      await press(page, 'Alt+o');
      await expect(page).toHaveURL(/reservation-registration/);
      await press(page, 'Control+k');
      await page.keyboard.type(broken.name);
      await expect(findBoxOf(page).options.first()).toContainText(broken.name);
      await press(page, 'Enter');
      await expect(calendarOf(page).cell(broken.room, today)).toBeFocused();
      await press(page, 'Shift+F10');
      await expect(entryOf(page, '部屋を売り止めにする…')).toBeVisible();
      await press(page, 'End', 'ArrowUp', 'ArrowUp');
      await expect(entryOf(page, '部屋を売り止めにする…')).toBeFocused();
      await press(page, 'Enter');
      await expect(closing.getByLabel('理由')).toBeFocused();
      await page.keyboard.type('シャワーの故障');
      await press(page, 'Enter');
      await expect(page.getByRole('button', { name: /^\d件を移して売り止めにする$/ })).toBeFocused();
      await press(page, 'Enter');
      await expect(closing).toHaveCount(0);
    });
    expect(await hotel.booking(broken.id)).toMatchObject({ changed_room: 1, stay_start: today });
    await expect(calendarOf(page).cell(broken.room, today)).toHaveAttribute('data-closure-id', /\d/);
  });

  await test.step('another desk cancels a booking: who waited for that room is told of it and gets it', async () => {
    const twins = await fillTwins(hotel);
    const waits = aName('待田 花子');
    await wait(hotel, twins, waits);
    await freeTwin(hotel, twins);
    await expect(told(page, waits)).toContainText(`空きあり ${twins.second.number}`);
    await within(page, BOOKING_EFFORT, () => bookWaiting(page, waits));
    expect((await partOn(hotel, waits, twins.stay.start))?.room).toBe(twins.second.number);
    await expect(told(page, waits)).toHaveCount(0);
  });

  await test.step('twelve rooms are cleaned by one tap each on a phone', async () => {
    const { rooms } = await must(hotel.api.get<CleaningList>('/api/cleaning'));
    const twelve = rooms.slice(0, TWELVE).map(({ room_number }) => room_number);
    for (const room_number of twelve)
      await must(hotel.api.put('/api/cleaning/state', { room_number, state: '清掃前' }));
    const { page: phone } = await openTerminal(PHONE);
    await visit(phone, '/cleaning');
    const mark = (room: string) => calendarOf(page).roomHead(room).locator('.cleaning-mark');
    for (const room of twelve) {
      const done = phone.locator(`.cleaning-room[data-room="${room}"]`);
      await done.getByRole('button', { name: '清掃済', exact: true }).tap();
      await expect(done).toHaveAttribute('data-state', '清掃済');
    }
    for (const room of twelve) await expect(mark(room)).toHaveCount(0);
    const closed = phone.locator(`.cleaning-room[data-room="${broken.room}"]`);
    await expect(closed).toContainText('売り止め');
    await expect(closed).toContainText('シャワーの故障');
    const [closure] = await must(
      hotel.api.get<{ id: number; room_number: string }[]>(
        `/api/room-closures?start_date=${today}&end_date=${tomorrow}`,
      ),
    ).then((all) => all.filter(({ room_number }) => room_number === broken.room));
    await must(hotel.api.delete(`/api/room-closures/${closure?.id}`));
    await expect(closed).not.toContainText('売り止め');
  });

  await test.step('no room has two guests on any night', async () => {
    const nights = await hotel.bookings(addDays(today, -1), addDays(today, 3));
    const stays = new Map(
      nights.filter(({ is_cancelled }) => is_cancelled === 0).map((night) => [night.id, night]),
    );
    const first = [...stays.values()].map(({ stay_start }) => stay_start).sort()[0] as Day;
    const numbers = new Map(
      (await hotel.rooms(first, addDays(today, 3))).map(({ id, room_number }) => [id, room_number]),
    );
    const places = [...stays.values()].flatMap(({ room_id, stay_start, stay_end }) =>
      nightsOf({ start: stay_start, end: stay_end }).map((night) => `${numbers.get(room_id ?? 0)} ${night}`),
    );
    expect(new Set(places).size).toBe(places.length);
  });
});
