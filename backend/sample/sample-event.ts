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

/**
 * An event before the log is numbered: its stream is a planned record (or a day), and what refers to other records
 * is filled in when their ids are known. `at` is in milliseconds since 1970.
 */
export type Draft = {
  [C in Category]: {
    category: C;
    subject: C extends 'day' ? Day : object;
    at: number;
    by: object | null;
    event: (idOf: IdOf) => EventsOf[C];
  };
}[Category];
