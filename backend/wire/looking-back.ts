import type { BookingRecord } from './booking-record.js';
import type { EventOrigin, FieldChange } from './event-record.js';

/** Where the log stood at a position or instant; `recorded_at` is its last event's, null before the first. */
export type LogMoment = {
  position: number;
  recorded_at: string | null;
  head: number;
  head_recorded_at: string | null;
};

/** What became of a booking since: taken since, cancelled, moved to another room or other days, or changed otherwise. */
export type ChangeKind = 'added' | 'cancelled' | 'moved' | 'changed';

/** A booking that differs from what it was: records of its first night, the fields, and the events that did it. */
export type BookingChange = {
  kind: ChangeKind;
  booking_id: number;
  before: BookingRecord | null;
  after: BookingRecord;
  before_room: string | null;
  after_room: string;
  changes: FieldChange[];
  events: EventOrigin[];
};

/** What changed between a moment and now for the bookings of a range, in the order of the last change, newest first. */
export type BookingChanges = LogMoment & { changes: BookingChange[] };
