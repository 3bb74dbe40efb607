import { addDays, addMonths, type Day, day, daysBetween, monthOf, nightsOf } from '@domain/dates.js';
import { ERASING_EVENT } from '@domain/erased.js';
import { groupBy } from '@domain/group-by.js';
import type { Corporate, RoomTypeMapping } from '@domain/masters/masters.js';
import { type BlacklistEntry, blacklistMatch } from '@domain/reservation/blacklist.js';
import { regroup } from '@domain/reservation/grouping.js';
import { groupIdOf, type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { isBookableFor, roomDirectory } from '@domain/room/room-directory.js';
import { CATEGORIES, categoryOf } from '@domain/room/room-month.js';
import { GRID_ROOM_NUMBERS } from '@domain/room/room-order.js';
import { roomSuits } from '@domain/room/room-search.js';
import { describe, expect, test } from '@jest/globals';
import { parseStream, type RecordedEvent, type Versioned } from '#backend/event-store/event-stream.js';
import { blacklistStream, corporateStream, roomTypeMappingStream } from '#backend/streams/master.stream.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { STREAMS } from '#backend/streams.js';
import { dayOf } from '#backend/tools/sample/setting.js';
import { timesOf } from '#tests/support/trial-size.js';
import { ROW_REASONS } from './needs.js';
import { type SampleView, viewsAt } from './sample-view.js';

/** Days on which the calendar is easily wrong, at different hours of the desk; 15:00Z is midnight in Tokyo. */
const CASES = [
  { today: day('2026-11-21'), now: '2026-11-21T05:30:00.000Z' },
  { today: day('2028-02-29'), now: '2028-02-28T15:00:20.000Z' },
  { today: day('2026-12-31'), now: '2026-12-31T14:59:00.000Z' },
  { today: day('2027-01-01'), now: '2027-01-01T00:00:00.000Z' },
  { today: day('2027-01-31'), now: '2027-01-31T11:00:00.000Z' },
  { today: day('2027-04-30'), now: '2027-04-29T23:00:00.000Z' },
] as const;

const SEED = 20_261_121;
const dataOf = ({ data }: RecordedEvent) => data as Record<string, unknown>;
const datesOf = ({ events }: SampleView, type: string) =>
  events.filter((event) => event.type === type).map((event) => String(dataOf(event).date));
const tokyoDay = ({ recordedAt }: RecordedEvent) => dayOf(Date.parse(recordedAt));

/** The fields in which events refer to other records: the value that refers to none, and the kind of record. */
const REFERENCES: Record<string, [none: number | null, category: string]> = {
  corporateId: [0, 'corporate'],
  paymentType: [null, 'payment'],
  blacklistId: [-1, 'blacklist'],
  baseBookingId: [0, 'reservation'],
  staffId: [null, 'staff'],
  csvReservationId: [null, 'csv-reservation'],
  bookingId: [null, 'reservation'],
  partyId: [0, 'reservation'],
};
const MASTERS = ['hotel', 'staff', 'corporate', 'payment', 'blacklist', 'room-type-mapping', 'room-month'];
/** Events that the sample has none of: of receipts, accounts of stays and sign-ins, and those that end or take back. */
const ABSENT = new RegExp(
  `^ReservationReinstated$|^Receipt|^Charge|^Cancellation|^Invoice|^ReturnInvoice|^Payment(Taken|Refunded)$|^StaffCredential|^Session(Opened|Closed)$|^Service(Account|Key)|^Webhook|^Ical|^NoShowReverted$|^DayClosed$|MovedIn$|TakenBack$|^PrepaidWord|^LodgingTax|^Setup|^OldFigures|^Stay(Continued|Divided)$|^RoomCleaning|^Register|^PassportCopied$|^Stays(Joined|Split)$|^GuestWishesWritten$|^RoomClosure|^TentativeStay|^WaitingEntry|^HotelOpened$|^${ERASING_EVENT}$|(Retired|Dismissed|Reopened)$`,
);

/** Returns the bookings that break a rule that the product's deciders do not know. */
const OFFENDERS: Record<string, (view: SampleView) => unknown[]> = {
  'ids that are not the position of the first event': ({ steps }) =>
    steps.filter(({ before, after, position }) => before === null && after.id !== position),
  'events that are recorded before the one before': ({ events }) =>
    events.filter(({ recordedAt }, index) => recordedAt < (events[index - 1]?.recordedAt ?? '')),
  'texts that a save would store otherwise': ({ events }) =>
    events
      .flatMap((event) => Object.values(dataOf(event)))
      .filter((value) => typeof value === 'string' && value !== value.normalize('NFC').trim()),
  'references to what was not recorded before': ({ events }) =>
    events.flatMap((event) =>
      Object.entries(dataOf(event)).filter(([field, value]) => {
        const [none, category] = REFERENCES[field] ?? [];
        if (category === undefined || value === none) return false;
        const stream = events[Number(value) - 1]?.stream;
        return Number(value) > event.position || stream !== `${category}-${value}`;
      }),
    ),
  'authors who are not of the staff': ({ events }) =>
    events.filter(({ staffId }) => staffId !== null && events[staffId - 1]?.stream !== `staff-${staffId}`),
  'masters and rooms after the first other events': ({ events }) => {
    const isMaster = ({ stream }: RecordedEvent) => MASTERS.includes(parseStream(stream).category);
    return events.slice(events.findIndex((event) => !isMaster(event))).filter(isMaster);
  },
  'types of events that are missing': ({ events }) => {
    const types = new Set(events.map(({ type }) => type));
    const known = STREAMS.flatMap((stream) => Object.keys(stream.events));
    return known.filter((type) => !types.has(type) && !ABSENT.test(type));
  },
  'nights of a room that two bookings have at any time': ({ steps }) => {
    const taken = new Set<string>();
    const nights = (state: Versioned | null) => {
      const { status, roomNumber, ...one } = (state ?? { status: 'none' }) as Reservation;
      return status === 'active' ? nightsOf(stayOf(one)).map((night) => `${roomNumber} ${night}`) : [];
    };
    return steps.flatMap(({ definition, before, after }) => {
      if (definition !== reservationStream) return [];
      for (const night of nights(before)) taken.delete(night);
      const clashes = nights(after).filter((night) => taken.has(night));
      for (const night of nights(after)) taken.add(night);
      return clashes;
    });
  },
  'guests in rooms that the search would not offer': (view) => {
    const directory = roomDirectory(view.rooms);
    const corporates = new Map(view.all<Corporate>(corporateStream).map((one) => [one.id, one]));
    return view.bookings.filter((one) => {
      const room = directory.byNumber.get(one.roomNumber);
      const smokingStatus = room?.months.get(monthOf(one.stayStart))?.smokingStatus ?? '禁煙';
      const corporate = corporates.get(one.corporateId) ?? null;
      const suits = roomSuits({ ...one, stay: stayOf(one), smokingStatus, corporate });
      return !room || !isBookableFor(room, stayOf(one)) || !suits(room);
    });
  },
  'check-in times that the form does not offer': ({ bookings }) =>
    bookings.filter(({ checkinTime }) => !/^[12]\d:[0-5]0$/.test(checkinTime)),
  'guests whom the blacklist check would mark otherwise': (view) => {
    const blacklist = view.all<BlacklistEntry & { version: number }>(blacklistStream);
    return view.bookings.filter((one) => (blacklistMatch(one, blacklist)?.id ?? -1) !== one.blacklistId);
  },
  'groups that are not consecutive bookings of one room': ({ active }) => {
    const grouped = active.filter(({ groupEndDate }) => groupEndDate !== null);
    return [...groupBy(grouped, groupIdOf).values()].filter(
      (members) => members.length < 2 || members.some((one) => regroup(one, members, 'keep').length > 0),
    );
  },
  'bookings half in a group': ({ bookings }) =>
    bookings.filter(
      ({ baseBookingId, groupEndDate, status }) =>
        (baseBookingId > 0 && groupEndDate === null) || (status === 'cancelled' && groupEndDate !== null),
    ),
  'check-ins and check-outs of another day in Tokyo': ({ events }) =>
    events.filter(
      (event) => /^GuestChecked(In|Out)$/.test(event.type) && dataOf(event).date !== tokyoDay(event),
    ),
  'guests who left on another day than the last': ({ active }) =>
    active.filter(({ checkoutDate, stayEnd }) => checkoutDate !== null && checkoutDate !== stayEnd),
  'guests who should be in the house': ({ active, day }) =>
    active.filter(
      ({ stayStart, stayEnd, checkinDate, isNoShow }) =>
        stayStart < day(-1) && stayEnd > day(0) && checkinDate === null && !isNoShow,
    ),
  'walk-ins of days to come': ({ active, today }) =>
    active.filter(
      ({ stayStart, baseBookingId, bookingSource }) =>
        stayStart > today && baseBookingId === 0 && bookingSource === '訪問',
    ),
  'second rooms that are not for the same stay': (view) =>
    view.bookings.filter(({ partyId, id, guestName1, stayStart, stayEnd, roomNumber }) => {
      if (partyId === 0) return false;
      const first = view.get<Reservation>(reservationStream, partyId);
      const isSame =
        first.guestName1 === guestName1 && first.stayStart === stayStart && first.stayEnd === stayEnd;
      return !isSame || first.partyId !== 0 || first.id > id || first.roomNumber === roomNumber;
    }),
  'imported records and bookings that do not know each other or say other things': (view) => {
    const linked = view.bookings.filter(({ csvReservationId }) => csvReservationId !== null);
    const bookingOf = new Map(view.records.map(({ id, bookingId }) => [id, bookingId]));
    const wrong = view.records.filter((record) => {
      if (record.bookingId === null) return false;
      const booking = view.get<Reservation>(reservationStream, record.bookingId);
      const shared = ['bookingNumber', 'bookingSource', 'guestName1', 'stayStart', 'mensCount'] as const;
      const room = view.roomOf(booking.roomNumber, monthOf(booking.stayStart));
      const hasEnded = record.status === 'cancelled' || record.reason === '自動登録失敗に戻し';
      const isSold = record.soldCategories.some((category) => category === categoryOf(room));
      return (
        shared.some((field) => booking[field] !== record[field]) ||
        booking.csvReservationId !== record.id ||
        (booking.status === 'cancelled') !== hasEnded ||
        (record.status === 'registered' && booking.stayEnd !== record.stayEnd) ||
        !isSold
      );
    });
    return [...wrong, ...linked.filter((one) => bookingOf.get(one.csvReservationId ?? 0) !== one.id)];
  },
  'days without weather until some days ahead': (view) => {
    const first = addMonths(monthOf(view.today), -2);
    return datesOf(view, 'WeatherSet').filter((date, index) => date !== addDays(first, index));
  },
};

/** The share of the bookable rooms that is taken so many days from today. */
function shareTaken(view: SampleView, ahead: number): number {
  const night = view.day(ahead);
  const open = GRID_ROOM_NUMBERS.filter(
    (room) => view.roomOf(room, monthOf(night))?.reservableStatus === '予約可能',
  );
  return open.filter((room) => view.taken.has(`${room} ${night}`)).length / open.length;
}
const nearShares = (view: SampleView) => Array.from({ length: 14 }, (_, ahead) => shareTaken(view, ahead));
const these = (fits: (one: Reservation) => boolean | undefined) => (view: SampleView) =>
  view.bookings.filter(fits).length;
const distinct = (values: readonly unknown[]) => new Set(values).size;
const thisMonth = ({ rooms, today }: SampleView) => rooms.filter(({ month }) => month === monthOf(today));
const corporatesOf = (view: SampleView, flag: 0 | 1) =>
  view.all<Corporate>(corporateStream).filter(({ corporateFlag }) => corporateFlag === flag);

/** Amounts that make the hotel rich: at least, and at most where it matters. */
const COUNTS: Record<string, [count: (view: SampleView) => number, least: number, most?: number]> = {
  'room-months, 117 rooms in 16 months': [({ rooms }) => rooms.length, 117 * 16, 117 * 16],
  'months of rooms': [
    ({ rooms }) => distinct(rooms.map(({ month, roomNumber }) => month + roomNumber)),
    117 * 16,
  ],
  twins: [(view) => thisMonth(view).filter(({ roomType }) => roomType === 'ツイン').length, 14, 14],
  'twin 916': [(view) => Number(view.roomOf('916', monthOf(view.today))?.roomType === 'ツイン'), 1],
  'types of rooms': [(view) => distinct(thisMonth(view).map(({ roomType }) => roomType)), 5, 5],
  'kinds of rooms by gender': [(view) => distinct(thisMonth(view).map(({ priority }) => priority)), 3, 3],
  'categories of rooms, and none': [
    (view) => distinct(thisMonth(view).map(categoryOf)),
    CATEGORIES.length + 1,
  ],
  'months of storerooms, always closed': [
    ({ rooms }) =>
      rooms.filter((room) => room.roomType === '倉庫' && room.reservableStatus === '予約不可').length,
    32,
    32,
  ],
  'rooms that are closed in some months': [
    ({ rooms }) => {
      const closed = rooms.filter((room) => room.roomType !== '倉庫' && room.reservableStatus === '予約不可');
      const months = [...groupBy(closed, ({ roomNumber }) => roomNumber).values()];
      return months.filter(({ length }) => length < 16).length;
    },
    4,
  ],
  bookings: [({ bookings }) => bookings.length, 3_000, 4_500],
  'percent taken in the next 14 days, at least': [(view) => 100 * Math.min(...nearShares(view)), 70],
  'percent taken in the next 14 days, at most': [(view) => 100 * Math.max(...nearShares(view)), 70, 90],
  'percent taken in the weeks before': [
    (view) => 100 * Math.min(...[-7, -14, -28].map((ahead) => shareTaken(view, ahead))),
    65,
  ],
  'percent taken in two months': [(view) => 100 * shareTaken(view, 60), 10, 40],
  'percent taken in ten months': [(view) => 100 * shareTaken(view, 300), 0.1, 10],
  'lengths of stays': [
    ({ bookings }) => distinct(bookings.map((one) => daysBetween(one.stayStart, one.stayEnd))),
    7,
    7,
  ],
  'booking sources': [
    ({ bookings }) => distinct(bookings.map((one) => one.bookingSource)),
    BOOKING_SOURCES.length,
  ],
  groups: [
    ({ active }) =>
      groupBy(
        active.filter((one) => one.groupEndDate !== null),
        groupIdOf,
      ).size,
    21,
  ],
  'percent of past guests who have left': [
    ({ active, today }) => {
      const gone = active.filter(({ stayEnd }) => stayEnd < today);
      return (100 * gone.filter(({ checkoutDate }) => checkoutDate !== null).length) / gone.length;
    },
    98,
    99.99,
  ],
  'walk-ins of today': [
    (view) => these((one) => one.stayStart === view.today && one.bookingSource === '訪問')(view),
    3,
  ],
  'arrivals of today without payment': [
    (view) => these((one) => one.stayStart === view.today && one.paymentFlag === 0)(view),
    3,
  ],
  paid: [these((one) => one.paymentFlag === 1), 5],
  'next-day out': [these((one) => one.nextdayOutFlag === 1), 5],
  cancelled: [these((one) => one.status === 'cancelled'), 5],
  corporate: [these((one) => one.corporateId > 0), 5],
  'corporate with rooms of its own': [
    (view) =>
      corporatesOf(view, 1).reduce((sum, { id }) => sum + these((one) => one.corporateId === id)(view), 0),
    5,
  ],
  'two guests': [these((one) => one.mensCount + one.womensCount === 2 && one.guestName2 !== ''), 5],
  notes: [these((one) => one.notes !== ''), 5],
  points: [these((one) => one.usedPoints > 0), 5],
  coupon: [these((one) => one.coupon === 1), 5],
  locked: [these((one) => one.roomMoveLock === 1), 5],
  moved: [these((one) => one.changedRoom === 1), 5],
  imported: [these((one) => one.csvReservationId !== null), 5],
  'taken by nobody of the staff': [these((one) => one.staffId === null), 5],
  'rare forms of names': [these((one) => /髙|﨑/.test(one.reserverName)), 20],
  'imported records': [({ records }) => records.length, 28, 36],
  'reasons of failed records': [
    ({ records }) => distinct(records.filter((one) => one.status === 'failed').map((one) => one.reason)),
    ROW_REASONS.length,
    ROW_REASONS.length,
  ],
  'second rooms of a reservation': [({ records }) => records.filter((one) => one.roomIndex === 2).length, 1],
  'room symbols': [({ records }) => distinct(records.map((one) => one.roomSymbol)), 4],
};

// The first two of the cases; all with `npm run faults -- --long`.
describe.each(CASES.slice(0, timesOf(2, 6)))('the sample hotel on $today at $now', ({ today, now }) => {
  const [view, evening] = viewsAt(today, [now, `${today}T14:59:59.999Z`], SEED) as [SampleView, SampleView];

  test.each(Object.keys(OFFENDERS))('has no %s', (rule) => {
    expect(OFFENDERS[rule]?.(view)).toEqual([]);
  });

  test.each(Object.keys(COUNTS))('has enough: %s', (what) => {
    const [count, least, most = Number.POSITIVE_INFINITY] = COUNTS[what] ?? [() => Number.NaN, 0];
    const found = count(view);
    expect([what, found, found >= least && found <= most]).toEqual([what, found, true]);
  });

  test('ends now, and goes on the same way until midnight', () => {
    expect(String(view.events.at(-1)?.recordedAt) <= now.replace('Z', '000Z')).toBe(true);
    expect(viewsAt(today, [now], SEED)[0]?.events).toEqual(view.events);
    expect(evening.events.slice(0, view.events.length)).toEqual(view.events);
    // Whom the night shift has marked at two.
    const missed = these((one) => one.isNoShow && one.stayEnd > today);
    expect([0, missed(evening)]).toContain(missed(view));
    expect(missed(evening)).toBe(2);
  });
});

const [{ today: TODAY, now: NOW }, , YEARS_END] = CASES;

test('the same request gives the same history, another seed another', () => {
  const history = (seed: number) => JSON.stringify(viewsAt(TODAY, [NOW], seed)[0]?.events);
  const first = history(SEED);
  expect([history(SEED) === first, history(SEED + 1) === first]).toEqual([true, false]);
});

test('room symbols are mapped to a category each', () => {
  const mapped = viewsAt(TODAY, [NOW])[0]?.all<RoomTypeMapping>(roomTypeMappingStream);
  expect(mapped?.map(({ roomType, categories }) => [roomType, ...categories])).toEqual([
    ['NS', 'normal_non_smoking'],
    ['SS', 'normal_smoking'],
    ['LS', 'women_non_smoking'],
    ['NT', 'twin_non_smoking'],
    ['ST', 'twin_smoking'],
  ]);
});

test('the public holidays are those of Japan in all months, over the turn of two years', () => {
  const flagged = (today: Day, now: string) =>
    datesOf(viewsAt(today, [now])[0] as SampleView, 'HolidayToggled');
  const HOLIDAYS = `2026-09-21 2026-09-22 2026-09-23 2026-10-12 2026-11-03 2026-11-23 2027-01-01 2027-01-11
    2027-02-11 2027-02-23 2027-03-21 2027-03-22 2027-04-29 2027-05-03 2027-05-04 2027-05-05 2027-07-19 2027-08-11
    2027-09-20 2027-09-23 2027-10-11 2027-11-03 2027-11-23`;
  expect(flagged(TODAY, NOW)).toEqual(HOLIDAYS.split(/\s+/));
  const days = flagged(YEARS_END.today, YEARS_END.now);
  expect([days[0], days.at(-1)]).toEqual(['2026-10-12', '2028-01-10']);
});
