import type { WeatherDayEvent } from '@domain/calendar/weather-day.js';
import type { Day } from '@domain/dates.js';
import type { HandoverEvent, HandoverNoteEvent } from '@domain/handover/handover.js';
import type { CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import type {
  BlacklistEvent,
  CorporateEvent,
  PaymentEvent,
  RoomTypeMappingEvent,
  StaffEvent,
} from '@domain/masters/masters.js';
import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { RoomMonthEvent } from '@domain/room/room-month.js';

/** The events of each stream category. */
type EventsOf = {
  'room-month': RoomMonthEvent;
  corporate: CorporateEvent;
  payment: PaymentEvent;
  blacklist: BlacklistEvent;
  staff: StaffEvent;
  'room-type-mapping': RoomTypeMappingEvent;
  day: WeatherDayEvent;
  'csv-reservation': CsvReservationEvent;
  reservation: ReservationEvent;
  'handover-note': HandoverNoteEvent;
  handover: HandoverEvent;
};
type Category = keyof EventsOf;

/**
 * One event of the sample hotel, in log order. `key` is the position of the stream's first event, for a day its
 * date; `recordedAt` is RFC 3339 in UTC.
 */
export type SampleEvent = {
  [C in Category]: {
    category: C;
    key: C extends 'day' ? Day : number;
    event: EventsOf[C];
    recordedAt: string;
    staffId: number | null;
  };
}[Category];

/** The id that a planned record gets in the log. */
export type IdOf = (subject: object) => number;

/** When and by which staff record something is done; `at` is in milliseconds since 1970. */
export type Moment = { at: number; by: object | null };

/** An event before the log is numbered: its stream is named by a planned record (or a day). */
export type Draft = Moment & {
  category: Category;
  subject: object | Day;
  event: (idOf: IdOf) => SampleEvent['event'];
};

type SubjectOf<C extends Category> = C extends 'day' ? Day : object;

/** A draft of an event. */
export function draft<C extends Category>(
  category: C,
  subject: SubjectOf<C>,
  { at, by }: Moment,
  event: EventsOf[C],
): Draft {
  return { category, subject, at, by, event: () => event };
}

/** A draft of an event that refers to other records by their ids. */
export function draftWithIds<C extends Category>(
  category: C,
  subject: SubjectOf<C>,
  { at, by }: Moment,
  event: (idOf: IdOf) => EventsOf[C],
): Draft {
  return { category, subject, at, by, event };
}

/** The drafts recorded until `now` (milliseconds) as a log: ordered by time, numbered, references resolved. */
export function historyOf(drafts: readonly Draft[], now: number): SampleEvent[] {
  const ordered = drafts.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  const positions = new Map<Draft['subject'], number>();
  for (const [index, { subject }] of ordered.entries()) {
    if (!positions.has(subject)) positions.set(subject, index + 1);
  }
  const idOf: IdOf = (subject) => {
    const id = positions.get(subject);
    if (id === undefined) throw new Error('a record is referred to that was never recorded');
    return id;
  };
  return ordered.map(({ category, subject, at, by, event }) => {
    const key = typeof subject === 'string' ? subject : idOf(subject);
    const recordedAt = new Date(at).toISOString();
    return { category, key, event: event(idOf), recordedAt, staffId: by && idOf(by) } as SampleEvent;
  });
}
