import type { BookingRecord } from './booking-record.js';
import type { EventOrigin, FieldChange } from './event-record.js';

/** The log at a position or instant; `recorded_at` is that of its last event, null before the first. */
export type LogMoment = {
  position: number;
  recorded_at: string | null;
  head: number;
  head_recorded_at: string | null;
};

/** Kind of change of a booking since: added, cancelled, moved to another room or other days, or changed otherwise. */
export type ChangeKind = 'added' | 'cancelled' | 'moved' | 'changed';

/** A changed booking: records of its first night, the changed fields and the events. */
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

/** The bookings of a range that changed since a moment, last changed first. */
export type BookingChanges = LogMoment & { changes: BookingChange[] };
