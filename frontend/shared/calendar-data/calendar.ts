import { type nightAt, type StayInRow, staysInRow } from '@domain/calendar/stay-cells.js';
import { type Day, dayIn, type Month, monthsFromTo } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { BOOKABLE, type RoomMonth, STOREROOM } from '@domain/room/room-month.js';
import { inDisplayOrder, roomColours } from '@domain/room/room-order.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { DailyCount } from '@wire/count-record.js';
import type { ChangeFrame } from '@wire/live.js';
import type { RoomClosureRecord } from '@wire/room-closure-record.js';
import type { RoomRecord } from '@wire/room-record.js';
import { type Atom, atom } from 'jotai';
import { family } from '../family.js';
import { hotelAtom, todayAtom } from '../hotel.js';
import { store } from '../store.js';
import { applyFrame, withBookings } from './apply-frame.js';
import {
  type CalendarSnapshot,
  type ShownBooking,
  type WeatherByDay,
  withClosures,
  withRooms,
} from './calendar-snapshot.js';
import { pastAtom, travelAtom } from './past.js';

/** A cell of the calendar. */
export type CalendarTarget = { roomNumber: string; date: Day };

/** The cell that the calendar scrolls to and focuses, once each time it is set. */
export const calendarTargetAtom = atom<CalendarTarget | null>(null);

/** The cell that the calendar brings into sight, and leaves the focus where it is. */
export const calendarSightAtom = atom<CalendarTarget | null>(null);

const snapshotAtom = atom<CalendarSnapshot | null>(null);

/** The calendar as it stands now, kept up by the live updates; null until the first load. Written by this file alone. */
export const calendarAtom: Atom<CalendarSnapshot | null> = snapshotAtom;

const change = (changed: (snapshot: CalendarSnapshot) => CalendarSnapshot): void =>
  store.set(snapshotAtom, (now) => now && changed(now));

/** Puts a calendar that was read in place of the present one; null for none. */
export const placeCalendar = (snapshot: CalendarSnapshot | null): void => store.set(snapshotAtom, snapshot);

/** Adds further or newer room-months. */
export const addRooms = (rooms: readonly RoomRecord[]): void =>
  change((now) => ({ ...now, rooms: withRooms(now.rooms, rooms) }));

/** Shows the answer of this terminal's own write of a closure. */
export const takeClosure = (closure: RoomClosureRecord): void =>
  change((now) => ({ ...now, rooms: withClosures(now.rooms, [closure]) }));

/** Applies a frame of the live updates. */
export const takeFrame = (frame: ChangeFrame): void => change((now) => applyFrame(now, frame));

/** Shows newer bookings. */
export const takeBookings = (records: readonly BookingRecord[]): void =>
  change((now) => withBookings(now, records));

/** The calendar on the screen: a moment of the past while one is looked at, else the present. */
export const shownCalendarAtom = atom((get): CalendarSnapshot | null => {
  const past = get(pastAtom);
  if (past) return past.snapshot;
  return get(travelAtom)?.from === 'address' ? null : get(calendarAtom);
});

/** The date whose header was clicked. */
export const selectedDayAtom = atom<Day | null>(null);

const NO_DAYS: readonly Day[] = [];
const NO_BOOKINGS: readonly ShownBooking[] = [];

export const daysAtom = atom((get) => get(shownCalendarAtom)?.days ?? NO_DAYS);
export const rangeAtom = atom((get) => get(shownCalendarAtom)?.range ?? null);
// Closures change without them.
const roomMonthsAtom = atom((get) => get(shownCalendarAtom)?.rooms.byId ?? null);

/** A room's row head: its colour, and what holds in the first month shown in which the room exists. */
export type RoomHead = {
  roomNumber: string;
  colour: number;
  month: RoomMonth;
  months: ReadonlyMap<Month, RoomMonth>;
};

/** The rooms of the range in display order; on the list screen only 予約可能 or 倉庫 ones (spec 2). */
export const roomHeadsAtom = family((which: 'all' | 'listed') =>
  atom((get): readonly RoomHead[] => {
    const byId = get(roomMonthsAtom);
    const range = get(rangeAtom);
    if (!byId || !range) return [];
    const shownMonths = monthsFromTo(range.first, range.last);
    const inOrder = inDisplayOrder(roomDirectory(byId.values()));
    const colours = roomColours(inOrder.map(({ roomNumber }) => roomNumber));
    return inOrder.flatMap(({ roomNumber, months }) => {
      const inRange = shownMonths.flatMap((month) => months.get(month) ?? []);
      const listed = inRange.some(
        ({ reservableStatus, roomType }) => reservableStatus === BOOKABLE || roomType === STOREROOM,
      );
      const [month] = inRange;
      const colour = colours.get(roomNumber) ?? 1;
      return month && (which === 'all' || listed) ? [{ roomNumber, colour, month, months }] : [];
    });
  }),
);

/** A room's active bookings of the range. */
export const bookingsOfRoomAtom = family((roomNumber: string) =>
  atom((get) => get(shownCalendarAtom)?.byRoom.get(roomNumber) ?? NO_BOOKINGS),
);

const NO_CLOSURES: readonly RoomClosure[] = [];

/** The nights on which a room is 売り止め. */
export const closuresOfRoomAtom = family((roomNumber: string) =>
  atom((get) => get(shownCalendarAtom)?.rooms.byNumber.get(roomNumber)?.closures ?? NO_CLOSURES),
);

/** The stays of a row; its nights are made of them when they are drawn, which of a year are most of the memory. */
export type RowStays = readonly StayInRow<ShownBooking>[];

/** One night of a row: how it is drawn and the booking behind it; null when it is free. */
export type RowNight = ReturnType<typeof nightAt<ShownBooking>>;

/** A room's stays for the days shown; changes only when that room does. */
export const rowStaysAtom = family((roomNumber: string) =>
  atom((get): RowStays => staysInRow(get(bookingsOfRoomAtom(roomNumber)), get(daysAtom))),
);

const NO_COUNTS: ReadonlyMap<Day, DailyCount> = new Map();
const NO_WEATHER: WeatherByDay = new Map();

/** The counts of every day shown. */
export const countsAtom = atom((get) => get(shownCalendarAtom)?.counts ?? NO_COUNTS);

/** The weather and holiday flags of the days shown. */
export const weatherAtom = atom((get) => get(shownCalendarAtom)?.weather ?? NO_WEATHER);

/** True if the counts, or the weather, of a day that is shown are not known. */
export const isPartUnreadAtom = family((part: 'counts' | 'weather') =>
  atom((get) => {
    const known: ReadonlyMap<Day, unknown> = part === 'counts' ? get(countsAtom) : get(weatherAtom);
    return get(daysAtom).some((date) => !known.has(date));
  }),
);

/** The day that is today in what the calendar shows: in the past the day of the moment that is looked at. */
export const shownTodayAtom = atom((get): Day | null => {
  const past = get(pastAtom);
  const zone = get(hotelAtom)?.timezone;
  if (past === null || zone === undefined) return get(todayAtom);
  return past.recordedAt === null ? null : dayIn(zone, new Date(past.recordedAt));
});
