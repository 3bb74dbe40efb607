import { deskList } from '@domain/calendar/front-desk.js';
import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { addDays, addMonths, lastDayOf, monthOf, monthsOfStay, weekdayOf } from '@domain/dates.js';
import { type CsvReservation, FAILURE_REASONS } from '@domain/imports/csv-reservation.js';
import type { BlacklistRecord } from '@domain/masters/masters.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { GRID_ROOM_NUMBERS, ROOM_916 } from '@domain/room/room-order.js';
import { blacklistStream } from '#backend/streams/master.stream.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { dayOf } from '#backend/tools/sample/setting.js';
import type { SampleView } from './sample-view.js';

/** Reasons that only a file as a whole has, and those of cells that no channel of the sample hotel sends. */
const OF_FILES = [
  ...['備考が長すぎます', '引用符が閉じていません', '内容の矛盾', 'キャンセル日時不明'],
  ...['人数不明', '料金不明', '部屋数不明', '予約番号不正', '名前が長すぎます'],
];
export const ROW_REASONS = FAILURE_REASONS.filter((reason) => !OF_FILES.includes(reason));

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The stays that journeys make for themselves: tests/e2e/support/hotel.ts. */
const WINDOWS = numbers(36).map((index) => 150 + 6 * index);
const LONGEST_STAY = 10;

/** Counts the rooms of a kind that can be booked and are free from some days before a stay to some days after it. */
function freeRooms(
  view: SampleView,
  [from, nights, margin]: readonly [number, number, number],
  isWanted: (room: RoomMonth) => boolean,
): number {
  const [first, end] = [view.day(from - margin), view.day(from + nights + margin)];
  const months = monthsOfStay({ start: first, end });
  return GRID_ROOM_NUMBERS.filter((number) => {
    const own = months.map((month) => view.roomOf(number, month));
    const isOpen = own.every((room) => room?.reservableStatus === '予約可能' && isWanted(room));
    return isOpen && view.isFree(number, first, end);
  }).length;
}

const isPlain = ({ roomType, smokingStatus, priority, corporate }: RoomMonth) =>
  roomType === 'シングル' && smokingStatus === '禁煙' && priority === '' && corporate === 0;
const isTwin = (room: RoomMonth, smoking: '禁煙' | '喫煙') =>
  room.roomType === 'ツイン' && room.smokingStatus === smoking;
const isSmokingTwin = (room: RoomMonth) => isTwin(room, '喫煙') && room.corporate === 0;
const is916 = ({ roomNumber }: RoomMonth) => roomNumber === ROOM_916;
const isForMan = ({ roomType, smokingStatus, corporate, priority }: RoomMonth) =>
  roomType !== 'ツイン' && smokingStatus === '禁煙' && corporate === 0 && priority !== '女性';
const isInHouse = ({ checkinDate, checkoutDate }: Reservation) =>
  checkinDate !== null && checkoutDate === null;

/** Differences of the last 600 events in the list of the past, whose panel shows a hundred (frontend/calendar/past/DifferencePanel.tsx). */
function listedDifferences(view: SampleView, kind: 'added' | 'cancelled' | 'changed'): number {
  const [first, last] = [view.day(-7), lastDayOf(addMonths(monthOf(view.today), 1))];
  return view
    .changesSince(600)
    .filter(({ before, after }) => before || after.status === 'active')
    .filter(({ after }) => after.stayStart <= last && after.stayEnd > first)
    .slice(0, 100)
    .filter(({ before, after }) => {
      if (!before) return kind === 'added';
      if (after.status !== before.status) return kind === 'cancelled';
      const isMoved =
        after.roomNumber !== before.roomNumber ||
        after.stayStart !== before.stayStart ||
        after.stayEnd !== before.stayEnd;
      return kind === 'changed' && !isMoved;
    }).length;
}

/** Bookings that stand in sight in a calendar at once: those of the first rooms. */
const inSight = ({ taken }: SampleView, day: string) =>
  GRID_ROOM_NUMBERS.slice(0, 15).flatMap((room) => taken.get(`${room} ${day}`) ?? []);

const inSightLately = (view: SampleView, paid: 0 | 1) =>
  numbers(20)
    .flatMap((index) => inSight(view, view.day(index - 5)))
    .filter(({ paymentFlag }) => paymentFlag === paid).length;

type Count = (view: SampleView) => number;

/** Counts the active bookings that fit; below, bookings at all, rooms of this month, imported records, events of a type. */
const active = (fits: (one: Reservation, view: SampleView) => boolean): Count => {
  return (view) => view.active.filter((one) => fits(one, view)).length;
};
const bookings = (fits: (one: Reservation) => boolean): Count => {
  return (view) => view.bookings.filter(fits).length;
};
const roomsNow = (fits: (room: RoomMonth) => boolean): Count => {
  return (view) => view.rooms.filter((room) => room.month === monthOf(view.today) && fits(room)).length;
};
const records = (fits: (record: CsvReservation) => boolean): Count => {
  return (view) => view.records.filter(fits).length;
};
const events = (type: string): Count => {
  return (view) => view.events.filter((event) => event.type === type).length;
};
const listed = (
  list: Parameters<typeof deskList>[0],
  fits: (one: Reservation) => boolean = () => true,
): Count => {
  return (view) => deskList(list, view.bookings, view.today).filter(fits).length;
};

/** Counts the payments of the day with the fewest, of the last seven. */
function fewestPayments({ events, day }: SampleView): number {
  const payments = events.filter(({ type }) => type === 'PaymentRecorded');
  const days = payments.map(({ recordedAt }) => dayOf(Date.parse(recordedAt)));
  return Math.min(...numbers(7).map((index) => days.filter((date) => date === day(-1 - index)).length));
}

const weatherDays = (view: SampleView) => view.all<WeatherDay>(weatherDayStream);

/** Weeks from Sunday on, of the next eight, that have no holiday. */
function weeksWithoutHoliday(view: SampleView): number {
  const holidays = new Set(weatherDays(view).flatMap((one) => (one.holidayFlag === 1 ? [one.date] : [])));
  const sundays = numbers(8).map((week) => view.day(7 * (week + 1) - weekdayOf(view.today)));
  return sundays.filter((sunday) => numbers(7).every((ahead) => !holidays.has(addDays(sunday, ahead))))
    .length;
}

/** The fewest stays of journeys, of any ten in a row, that have two free smoking twins. */
function staysWithTwins(view: SampleView): number {
  const hasTwins = WINDOWS.map((from) => freeRooms(view, [from, 2, 2], isSmokingTwin) >= 2);
  const tenFrom = (start: number) => numbers(10).filter((next) => hasTwins[(start + next) % WINDOWS.length]);
  return Math.min(...WINDOWS.map((_, start) => tenFrom(start).length));
}

/** Records that journeys and checklist need in any sample hotel: the least number, and their count. */
const NEEDS: Record<string, readonly [least: number, count: Count]> = {
  'arrivals of today': [10, listed('arrivals')],
  'guests in the house': [5, listed('inHouse')],
  'guests in the house who had last night or have this one': [
    5,
    active((one, { today }) => isInHouse(one) && one.stayStart <= today && one.stayEnd >= today),
  ],
  'departures of today': [5, listed('departures')],
  'departures of today who have not paid': [1, listed('departures', (one) => one.paymentFlag === 0)],
  'stays that are paid for later': [3, listed('unpaid')],
  'guests who stay on a day with 翌OUT': [
    1,
    active(
      (one, { today, day }) => one.nextdayOutFlag === 1 && one.stayStart <= today && one.stayEnd >= day(-1),
    ),
  ],
  'stays of tonight with a note': [
    1,
    active((one, { today }) => one.notes !== '' && one.stayStart <= today && one.stayEnd > today),
  ],
  'arrivals in two days': [5, active((one, { day }) => one.stayStart === day(2) && one.checkinDate === null)],
  'bookings of tonight in sight': [6, (view) => inSight(view, view.today).length],
  'bookings of tonight in sight, taken by staff': [
    2,
    (view) => inSight(view, view.today).filter(({ staffId }) => staffId !== null).length,
  ],
  'paid bookings in sight from a week ago on': [50, (view) => inSightLately(view, 1)],
  'unpaid bookings in sight from a week ago on': [50, (view) => inSightLately(view, 0)],
  'bookings of this month on the tenth floor': [
    20,
    active(({ roomNumber, stayStart, stayEnd }, { today }) => {
      const month = monthOf(today);
      return roomNumber.startsWith('10') && stayStart < addMonths(month, 1) && stayEnd > month;
    }),
  ],
  'bookings that were cancelled': [100, bookings(({ status }) => status !== 'active')],
  'cancelled bookings among the newest differences': [3, (view) => listedDifferences(view, 'cancelled')],
  'added bookings among the newest differences': [3, (view) => listedDifferences(view, 'added')],
  'changed bookings among the newest differences': [3, (view) => listedDifferences(view, 'changed')],
  'events to go back': [5_000, (view) => view.events.length],
  'changes of bookings by staff': [50, events('ReservationAmended')],
  'payments on each of the last seven days, the fewest': [1, fewestPayments],
  'rooms for a man who comes tonight': [1, (view) => freeRooms(view, [0, 1, 0], isForMan)],
  'free singles around the stays of journeys, the fewest': [
    6,
    (view) => Math.min(...WINDOWS.map((from) => freeRooms(view, [from, LONGEST_STAY, 3], isPlain))),
  ],
  'stays of journeys, of any ten, with two free smoking twins': [1, staysWithTwins],
  'free singles in the quiet past': [6, (view) => freeRooms(view, [-54, 3, 3], isPlain)],
  'two nights with 916 free within two months': [
    1,
    (view) => numbers(15).filter((index) => freeRooms(view, [30 + 2 * index, 2, 0], is916) > 0).length,
  ],
  'twins for two men then': [
    3,
    (view) => freeRooms(view, [60, 2, 0], (room) => isTwin(room, '禁煙') && !is916(room)),
  ],
  'rooms that are closed this month': [
    1,
    roomsNow((room) => room.reservableStatus === '予約不可' && room.roomType !== '倉庫'),
  ],
  'storerooms this month': [2, roomsNow(({ roomType }) => roomType === '倉庫')],
  'days with weather, from yesterday until tomorrow': [
    3,
    (view) =>
      weatherDays(view).filter(({ date, weather }) => weather && date >= view.day(-1) && date <= view.day(1))
        .length,
  ],
  'weeks without a holiday, of the next eight': [1, weeksWithoutHoliday],
  'guests found by 田': [20, active(({ guestName1 }) => guestName1.includes('田'))],
  'people on the blacklist without a phone': [
    1,
    (view) => view.all<BlacklistRecord>(blacklistStream).filter(({ tel }) => tel === null).length,
  ],
  'guests on the blacklist': [1, bookings(({ blacklistId }) => blacklistId > 0)],
  'guests who did not come': [5, bookings(({ isNoShow }) => isNoShow === true)],
  'parties of two rooms': [2, bookings(({ partyId }) => partyId > 0)],
  handovers: [3, events('ShiftHandedOver')],
  'notes for the next shift': [6, events('HandoverNoteWritten')],
  'imported records that wait for staff and have no booking': [
    9,
    records(({ status, bookingId }) => status === 'failed' && bookingId === null),
  ],
  'imported records that are registered': [10, records(({ status }) => status === 'registered')],
  'imported records that were cancelled': [3, records(({ status }) => status === 'cancelled')],
  ...Object.fromEntries(
    ROW_REASONS.map((reason) => [
      `imported records that failed: ${reason}`,
      [1, records((record) => record.status === 'failed' && record.reason === reason)],
    ]),
  ),
};

/** The needs that a hotel does not meet, with how many it has. */
export const unmetNeeds = (view: SampleView): string[] =>
  Object.entries(NEEDS).flatMap(([need, [least, count]]) => {
    const found = count(view);
    return found >= least ? [] : [`${need}: ${found} of ${least}`];
  });
