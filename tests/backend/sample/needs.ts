import { deskList } from '@domain/calendar/front-desk.js';
import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { addDays, addMonths, lastDayOf, monthOf, monthsOfStay, weekdayOf } from '@domain/dates.js';
import { FAILURE_REASONS } from '@domain/imports/csv-reservation.js';
import type { BlacklistRecord } from '@domain/masters/masters.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { GRID_ROOM_NUMBERS, ROOM_916 } from '@domain/room/room-order.js';
import { weatherDayStream } from '../../../backend/calendar/weather-day.stream.js';
import { blacklistStream } from '../../../backend/masters/master.stream.js';
import type { SampleView } from './sample-view.js';

/** Reasons that only a file as a whole has. */
const OF_FILES = ['備考が長すぎます', '引用符が閉じていません'];
export const ROW_REASONS = FAILURE_REASONS.filter((reason) => !OF_FILES.includes(reason));

/** The stays that journeys make for themselves: tests/e2e/support/hotel.ts. */
const WINDOWS = Array.from({ length: 36 }, (_, index) => 150 + 6 * index);
const LONGEST_STAY = 10;
const WINDOWS_LOOKED_AT = 10;

/** How many rooms of a kind can be booked and are free from some days before a stay to some days after it. */
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
const isSmokingTwin = ({ roomType, smokingStatus, corporate }: RoomMonth) =>
  roomType === 'ツイン' && smokingStatus === '喫煙' && corporate === 0;

const runsOf = (windows: readonly number[]) =>
  windows.map((_, index) =>
    Array.from({ length: WINDOWS_LOOKED_AT }, (_, next) => windows[(index + next) % windows.length] ?? 0),
  );

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
  Array.from({ length: 20 }, (_, index) => inSight(view, view.day(index - 5)))
    .flat()
    .filter(({ paymentFlag }) => paymentFlag === paid).length;

const paymentsOn = (view: SampleView, ahead: number) => {
  const day = view.day(ahead);
  return view.events.filter(
    ({ type, recordedAt }) =>
      type === 'PaymentRecorded' &&
      new Date(Date.parse(recordedAt) + 9 * 3_600_000).toISOString().startsWith(day),
  ).length;
};

const listed = (list: Parameters<typeof deskList>[0]) => (view: SampleView) =>
  deskList(list, view.bookings, view.today);

type Need = readonly [need: string, least: number, count: (view: SampleView) => number];

/** What journeys and checklist look for in whatever sample hotel they meet: a name, how many at least, and their count. */
const NEEDS: readonly Need[] = [
  ['arrivals of today', 10, (view) => listed('arrivals')(view).length],
  ['guests in the house', 5, (view) => listed('inHouse')(view).length],
  [
    'guests in the house who had last night or have this one',
    5,
    (view) =>
      view.active.filter(
        ({ stayStart, stayEnd, checkinDate, checkoutDate }) =>
          checkinDate !== null && checkoutDate === null && stayStart <= view.today && stayEnd >= view.today,
      ).length,
  ],
  ['departures of today', 5, (view) => listed('departures')(view).length],
  [
    'departures of today who have not paid',
    1,
    (view) => listed('departures')(view).filter(({ paymentFlag }) => paymentFlag === 0).length,
  ],
  ['stays that are paid for later', 3, (view) => listed('unpaid')(view).length],
  [
    'guests who stay on a day with 翌OUT',
    1,
    (view) =>
      view.active.filter(
        (one) => one.nextdayOutFlag === 1 && one.stayStart <= view.today && one.stayEnd >= view.day(-1),
      ).length,
  ],
  [
    'stays of tonight with a note',
    1,
    (view) =>
      view.active.filter((one) => one.notes !== '' && one.stayStart <= view.today && one.stayEnd > view.today)
        .length,
  ],
  [
    'arrivals in two days',
    5,
    (view) =>
      view.active.filter(({ stayStart, checkinDate }) => stayStart === view.day(2) && checkinDate === null)
        .length,
  ],
  ['bookings of tonight in sight', 6, (view) => inSight(view, view.today).length],
  [
    'bookings of tonight in sight, taken by staff',
    2,
    (view) => inSight(view, view.today).filter(({ staffId }) => staffId !== null).length,
  ],
  ['paid bookings in sight from a week ago on', 50, (view) => inSightLately(view, 1)],
  ['unpaid bookings in sight from a week ago on', 50, (view) => inSightLately(view, 0)],
  [
    'bookings of this month on the tenth floor',
    20,
    (view) =>
      view.active.filter(
        ({ roomNumber, stayStart, stayEnd }) =>
          roomNumber.startsWith('10') &&
          stayStart < addMonths(monthOf(view.today), 1) &&
          stayEnd > monthOf(view.today),
      ).length,
  ],
  ['bookings that were cancelled', 100, (view) => view.bookings.length - view.active.length],
  [
    'cancelled bookings among the newest hundred differences',
    3,
    (view) => listedDifferences(view, 'cancelled'),
  ],
  ['added bookings among the newest hundred differences', 3, (view) => listedDifferences(view, 'added')],
  ['changed bookings among the newest hundred differences', 3, (view) => listedDifferences(view, 'changed')],
  ['events to go back', 5_000, (view) => view.events.length],
  [
    'changes of bookings by staff',
    50,
    (view) => view.events.filter(({ type }) => type === 'ReservationAmended').length,
  ],
  [
    'payments on each of the last seven days, the fewest',
    1,
    (view) => Math.min(...Array.from({ length: 7 }, (_, index) => paymentsOn(view, -1 - index))),
  ],
  [
    'rooms for a man who comes tonight',
    1,
    (view) =>
      freeRooms(
        view,
        [0, 1, 0],
        (room) =>
          isPlain(room) ||
          (room.roomType !== 'ツイン' &&
            room.smokingStatus === '禁煙' &&
            room.corporate === 0 &&
            room.priority !== '女性'),
      ),
  ],
  [
    'free singles around the stays of journeys, the fewest',
    6,
    (view) => Math.min(...WINDOWS.map((from) => freeRooms(view, [from, LONGEST_STAY, 3], isPlain))),
  ],
  [
    'stays of journeys, of any ten, with two free smoking twins',
    1,
    (view) => {
      const twins = new Map(WINDOWS.map((from) => [from, freeRooms(view, [from, 2, 2], isSmokingTwin)]));
      return Math.min(
        ...runsOf(WINDOWS).map((run) => run.filter((from) => (twins.get(from) ?? 0) >= 2).length),
      );
    },
  ],
  ['free singles in the quiet past', 6, (view) => freeRooms(view, [-54, 3, 3], isPlain)],
  [
    'two nights with 916 free within two months',
    1,
    (view) =>
      Array.from({ length: 15 }, (_, index) => 30 + 2 * index).filter(
        (ahead) => freeRooms(view, [ahead, 2, 0], ({ roomNumber }) => roomNumber === ROOM_916) > 0,
      ).length,
  ],
  [
    'twins for two men then',
    3,
    (view) =>
      freeRooms(
        view,
        [60, 2, 0],
        ({ roomType, smokingStatus, roomNumber }) =>
          roomType === 'ツイン' && smokingStatus === '禁煙' && roomNumber !== ROOM_916,
      ),
  ],
  [
    'rooms that are closed this month',
    1,
    (view) =>
      view.rooms.filter(
        (room) =>
          room.month === monthOf(view.today) &&
          room.reservableStatus === '予約不可' &&
          room.roomType !== '倉庫',
      ).length,
  ],
  [
    'storerooms this month',
    2,
    (view) =>
      view.rooms.filter((room) => room.month === monthOf(view.today) && room.roomType === '倉庫').length,
  ],
  [
    'days with weather, from yesterday until tomorrow',
    3,
    (view) =>
      view
        .all<WeatherDay>(weatherDayStream)
        .filter(({ date, weather }) => weather !== '' && date >= view.day(-1) && date <= view.day(1)).length,
  ],
  [
    'weeks without a holiday, of the next eight',
    1,
    (view) => {
      const holidays = new Set(
        view
          .all<WeatherDay>(weatherDayStream)
          .flatMap(({ date, holidayFlag }) => (holidayFlag === 1 ? [date] : [])),
      );
      const sundays = Array.from({ length: 8 }, (_, index) =>
        view.day(7 * (index + 1) - weekdayOf(view.today)),
      );
      return sundays.filter((sunday) =>
        Array.from({ length: 7 }, (_, index) => addDays(sunday, index)).every((date) => !holidays.has(date)),
      ).length;
    },
  ],
  [
    'guests found by 田',
    20,
    (view) => view.active.filter(({ guestName1 }) => guestName1.includes('田')).length,
  ],
  [
    'people on the blacklist without a phone',
    1,
    (view) => view.all<BlacklistRecord>(blacklistStream).filter(({ tel }) => tel === null).length,
  ],
  ['guests on the blacklist', 1, (view) => view.bookings.filter(({ blacklistId }) => blacklistId > 0).length],
  ['guests who did not come', 5, (view) => view.bookings.filter(({ isNoShow }) => isNoShow).length],
  ['parties of two rooms', 2, (view) => view.bookings.filter(({ partyId }) => partyId > 0).length],
  ['handovers', 3, (view) => view.events.filter(({ type }) => type === 'ShiftHandedOver').length],
  [
    'notes for the next shift',
    6,
    (view) => view.events.filter(({ type }) => type === 'HandoverNoteWritten').length,
  ],
  [
    'imported records that wait for staff and have no booking',
    9,
    (view) =>
      view.records.filter(({ status, bookingId }) => status === 'failed' && bookingId === null).length,
  ],
  [
    'imported records that are registered',
    10,
    (view) => view.records.filter(({ status }) => status === 'registered').length,
  ],
  [
    'imported records that were cancelled',
    3,
    (view) => view.records.filter(({ status }) => status === 'cancelled').length,
  ],
  ...ROW_REASONS.map(
    (reason): Need => [
      `imported records that failed: ${reason}`,
      1,
      (view) =>
        view.records.filter((record) => record.status === 'failed' && record.reason === reason).length,
    ],
  ),
];

/** The needs that a hotel does not meet, with how many it has. */
export const unmetNeeds = (view: SampleView): string[] =>
  NEEDS.flatMap(([need, least, count]) => {
    const found = count(view);
    return found >= least ? [] : [`${need}: ${found} of ${least}`];
  });
