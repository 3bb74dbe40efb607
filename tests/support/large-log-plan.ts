import { addDays, addMonths, type Day, daysFromTo, monthOf, monthsFromTo } from '@domain/dates.js';
import { BOOKABLE, STOREROOM } from '@domain/room/room-month.js';
import { weatherDayStream } from '../../backend/calendar/weather-day.stream.js';
import type { DomainEvent } from '../../backend/event-store/event.js';
import type { AnyStream } from '../../backend/event-store/stream-definition.js';
import { corporateStream, paymentStream, staffStream } from '../../backend/masters/master.stream.js';
import { roomMonthStream } from '../../backend/rooms/room-month.stream.js';
import { DAY, instantOf, MINUTE } from '../../backend/sample/hotel-time.js';
import { SAMPLE_MASTERS } from '../../backend/sample/masters.js';
import { type Random, randomFrom } from '../../backend/sample/prng.js';
import { SAMPLE_ROOMS } from '../../backend/sample/rooms.js';
import type { Planned } from './large-log-event.js';
import { stayEvents } from './large-log-stay.js';

export type LargeLogOptions = {
  /** About how many events. */
  events: number;
  /** The day on which the log ends; bookings reach some months beyond it. */
  today: Day;
  seed: number;
};

const EVENTS_A_DAY = 598;
/** Rooms and bookings ahead of the last day. */
const EVENTS_AHEAD = 20_000;
const MONTHS_AHEAD = 12;
const BOOKED_AHEAD_DAYS = 120;
const GAP = 0.12;
const NIGHTS = [
  [1, 60],
  [2, 25],
  [3, 10],
  [4, 5],
] as const;

/** The first day of a log of about so many events that ends today. */
function firstDayOf({ events, today }: LargeLogOptions): Day {
  return addDays(today, -Math.max(1, Math.ceil((events - EVENTS_AHEAD) / EVENTS_A_DAY)));
}

const begun = (definition: AnyStream, at: number, event: DomainEvent): Planned => ({
  at,
  subject: { definition, key: null },
  event: () => event,
});

function masters(at: number): Planned[] {
  return [
    ...SAMPLE_MASTERS.corporates.map((data) =>
      begun(corporateStream, at, { type: 'CorporateDefined', data }),
    ),
    ...Object.values(SAMPLE_MASTERS.payments).map((data) =>
      begun(paymentStream, at, { type: 'PaymentDefined', data }),
    ),
    ...SAMPLE_MASTERS.staff.map((data) => begun(staffStream, at, { type: 'StaffDefined', data })),
  ];
}

/** Rooms are defined a year ahead, and some anew when their month begins. */
function rooms(first: Day, today: Day, opening: number, random: Random): Planned[] {
  return monthsFromTo(first, addMonths(monthOf(today), MONTHS_AHEAD)).flatMap((month) => {
    const at = Math.max(opening, instantOf(addMonths(month, -MONTHS_AHEAD), 60));
    return SAMPLE_ROOMS.flatMap((room): Planned[] => {
      const reservableStatus = room.roomType === STOREROOM ? ('予約不可' as const) : BOOKABLE;
      const data = { ...room, month, reservableStatus };
      const defined = begun(roomMonthStream, at, { type: 'RoomMonthDefined', data });
      if (!random.chance(0.1)) return [defined];
      const redefined = { type: 'RoomMonthDefined', data: { ...data, roomLabel: `${room.roomLabel}*` } };
      const later = Math.max(opening, instantOf(month, 120));
      return [defined, { at: later, subject: defined.subject, event: () => redefined }];
    });
  });
}

function weather(first: Day, today: Day, random: Random): Planned[] {
  return daysFromTo(first, today).map((date) => ({
    at: instantOf(date, 7 * 60),
    subject: { definition: weatherDayStream, key: date },
    event: () => ({ type: 'WeatherSet', data: { date, weather: random.pick(['晴', '曇', '雨']) } }),
  }));
}

function stays(first: Day, today: Day, opening: number, random: Random): Planned[] {
  const bookable = SAMPLE_ROOMS.filter(({ roomType }) => roomType !== STOREROOM);
  return bookable.flatMap(({ roomNumber }) => {
    const planned: Planned[] = [];
    let start = first;
    while (start < addDays(today, BOOKED_AHEAD_DAYS)) {
      const nights = random.weighted(NIGHTS);
      const end = addDays(start, nights);
      if (random.chance(1 - GAP)) {
        const booked = instantOf(start, 0) - random.between(0.2, BOOKED_AHEAD_DAYS) * DAY;
        planned.push(...stayEvents({ roomNumber, start, end, booked, opening: opening + MINUTE }, random));
        start = end;
      } else start = addDays(start, 1);
    }
    return planned;
  });
}

/** The events of a hotel that has been open for as long as it takes, in order. */
export function planLargeLog(options: LargeLogOptions): Planned[] {
  const { today, seed } = options;
  const random = randomFrom(seed);
  const first = firstDayOf(options);
  const opening = instantOf(addDays(first, -2), 0);
  const now = instantOf(addDays(today, 1), -1);
  return [
    ...masters(opening),
    ...rooms(first, today, opening, random),
    ...weather(first, today, random),
    ...stays(first, today, opening, random),
  ]
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at);
}
