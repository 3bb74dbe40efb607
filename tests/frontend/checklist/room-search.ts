import { addDays, addMonths, lastDayOf, type Month, monthOf, nightsOf, type Stay } from '@domain/dates.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { expect } from '@jest/globals';
import { encodeBookingNight } from '@wire/booking-record.js';
import { encodeRoomMonth, type RoomRecord } from '@wire/room-record.js';
import {
  EMPTY_SEARCHES,
  ROOM_SEARCH_RULES,
  type RoomTraits,
  type SearchCase,
} from '#tests/cases/room-search.js';
import { SAVE_RULES, type SaveRuleName } from '#tests/cases/save-rules.js';
import type { Hotel } from '#tests/e2e/support/hotel.js';
import { aReservation, aRoomMonth, roomIdOf } from '#tests/support/builders.js';
import { complaints } from './support/alerts.js';
import { corporateWith, offeredRooms, searchRooms } from './support/booking.js';
import { altering, intercept } from './support/network.js';
import { calendar, choicesOf, deskAt, dialog, type Entries, FORM, fill, open, soon } from './support/page.js';
import type { PageRows, Proof } from './support/terminal.js';

const message = (rule: SaveRuleName) => SAVE_RULES[rule].message;

/** Searches with everything that is required but for these entries: nothing is searched. */
async function refusal({ today }: Hotel, entries: Entries): Promise<string[]> {
  const complete = { チェックイン日: addDays(today, 30), チェックアウト日: addDays(today, 32) };
  await fill({ ...complete, 男性: '1', 女性: '0', ...entries });
  const told = await complaints('部屋検索');
  expect(choicesOf('ルームタイプ')).toEqual(['部屋検索をしてください']);
  return told;
}

const refuses =
  (rule: SaveRuleName, ...wrong: Entries[]): Proof =>
  async ({ hotel }) => {
    await deskAt(FORM);
    for (const entries of wrong) expect(await refusal(hotel, entries)).toEqual([message(rule)]);
  };

export const roomSearch: PageRows<'roomSearch'> = {
  checkIn: refuses('checkIn', { チェックイン日: '' }),
  checkOut: refuses('checkOut', { チェックアウト日: '' }),
  oneGuest: refuses('noGuests', { 男性: '0' }),
  twoGuests: refuses('tooMany', { 女性: '2' }, { 男性: '2', 女性: '1' }),

  async order({ hotel }) {
    await deskAt(FORM);
    for (const ahead of [30, 29]) {
      const entries = { チェックアウト日: addDays(hotel.today, ahead) };
      expect(await refusal(hotel, entries)).toEqual([message('notAfter')]);
    }
  },

  async together({ hotel }) {
    await deskAt(FORM);
    expect(await complaints('部屋検索')).toEqual([
      message('noGuests'),
      message('checkIn'),
      message('checkOut'),
    ]);
    const entries = { 男性: '2', 女性: '2', チェックアウト日: hotel.today };
    expect(await refusal(hotel, entries)).toEqual([message('tooMany'), message('notAfter')]);
  },

  async nothingElse({ hotel }) {
    const stay = { start: addDays(hotel.today, 120), end: addDays(hotel.today, 121) };
    await deskAt(FORM);
    await fill({ 合計料金: '', 利用ポイント: '' });
    for (const [men, women] of [
      ['1', '0'],
      ['0', '1'],
      ['1', '1'],
    ] as const) {
      await searchRooms(stay, { 男性: men, 女性: women });
      expect(dialog()).toBeUndefined();
    }
  },
};

type Search = Omit<SearchCase, 'found'>;

/** The room-months of a case: those of the stay's first month, and what is otherwise from its second on. */
function monthsOf({ rooms, later = {} }: Search, month: Month, isLater: boolean): RoomRecord[] {
  return Object.entries(rooms).flatMap(([roomNumber, traits]) => {
    const change: RoomTraits | null =
      (isLater && later[roomNumber]) || (isLater && roomNumber in later ? null : {});
    if (change === null) return [];
    const details: Partial<RoomMonth> = { roomNumber, month, id: roomIdOf(roomNumber, month) };
    return [encodeRoomMonth(aRoomMonth({ ...traits, ...change, ...details }))];
  });
}

/** Runs 部屋検索 on the form in a hotel that has just the rooms of a case. */
async function searched(hotel: Hotel, one: Search): Promise<void> {
  const start = lastDayOf(addMonths(monthOf(hotel.today), 4));
  const stay: Stay = { start, end: addDays(start, one.nights ?? 2) };
  const rooms = intercept('GET', /\/api\/rooms$/, (ask, url) => {
    const month = url.searchParams.get('year_month') as Month;
    return altering(() => monthsOf(one, month, month > monthOf(start)))(ask, url);
  });
  const nights = (one.booked ?? []).flatMap((roomNumber, index) => {
    const booking = aReservation({
      id: 900_000 + index,
      roomNumber,
      stayStart: stay.start,
      stayEnd: stay.end,
    });
    return nightsOf(stay).map((night) =>
      encodeBookingNight(booking, night, roomIdOf(roomNumber, monthOf(night))),
    );
  });
  const bookings = intercept(
    'GET',
    /\/api\/bookings$/,
    altering(() => nights),
  );
  const { men, women, smoking = '禁煙', corporateFlag } = one.party;
  const corporate = corporateFlag === undefined ? 'なし' : await corporateWith(hotel, corporateFlag);
  await searchRooms(stay, { 男性: String(men), 女性: String(women), [smoking]: true, 法人: corporate });
  rooms();
  bookings();
}

const foundRooms = () => offeredRooms().found;

const markedRooms = () =>
  calendar.heads().flatMap(({ dataset }) => (dataset.candidate === 'true' ? [dataset.room] : []));

/** Every case of a rule, in the form: what is found is offered first, and marked in the calendar. */
const finds =
  (rule: keyof typeof ROOM_SEARCH_RULES): Proof =>
  async ({ hotel }) => {
    await deskAt(FORM);
    for (const { found, ...one } of ROOM_SEARCH_RULES[rule].cases) {
      await searched(hotel, one);
      expect([one, foundRooms()]).toEqual([one, found]);
      await soon(() => expect([one, markedRooms()]).toEqual([one, found]));
    }
  };

export const roomRules: PageRows<'roomRules'> = {
  closed: finds('closed'),
  noCorporate: finds('noCorporate'),
  corporateFlag: finds('corporateFlag'),
  single: finds('single'),
  smokingMatch: finds('smokingMatch'),
  twin: finds('twin'),
  room916: finds('room916'),
  twoMen: finds('twoMen'),
  oneGuest: finds('oneGuest'),

  async booked({ hotel }) {
    await finds('booked')({ hotel });
    const [stay, room] = await hotel.freeStay();
    await open(FORM);
    await searchRooms(stay);
    const isFound = (expected: boolean) =>
      soon(() => {
        const marks = [markedRooms().includes(room.number), foundRooms().includes(room.number)];
        expect(marks).toEqual([expected, expected]);
      });
    await isFound(true);
    const { id } = await hotel.book({ start: addDays(stay.end, -1), end: addDays(stay.end, 1) }, room);
    await isFound(false);
    await hotel.cancel(id);
    await isFound(true);
  },
};

/** Every case of a rule that leaves no room: that it did is said. */
const tellsWhy =
  (rule: keyof typeof EMPTY_SEARCHES): Proof =>
  async ({ hotel }) => {
    await deskAt(FORM);
    for (const { message: because, ...one } of EMPTY_SEARCHES[rule].cases) {
      await searched(hotel, one);
      const note = document.querySelector('.field-note[role="status"]')?.textContent;
      expect([one, foundRooms(), note]).toEqual([one, [], because]);
    }
  };

export const emptySearch: PageRows<'emptySearch'> = {
  notReservable: tellsWhy('notReservable'),
  corporateOnly: tellsWhy('corporateOnly'),
  noCorporateRoom: tellsWhy('noCorporateRoom'),
  gender: tellsWhy('gender'),
  smokingStatus: tellsWhy('smokingStatus'),
  noSingle: tellsWhy('noSingle'),
  noTwin: tellsWhy('noTwin'),
  occupied: tellsWhy('occupied'),
};
