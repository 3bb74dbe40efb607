/** A value of a changed field as the wire's records have it. */
export type FieldValue = string | number | boolean | null | readonly string[];

/** One field that an event changed: its wire name and values, and all three in words for staff. */
export type FieldChange = {
  field: string;
  before: FieldValue;
  after: FieldValue;
  label: string;
  before_text: string;
  after_text: string;
};

/** Who wrote an event, from where and when; `recorded_at` is RFC 3339 in UTC, to the microsecond. */
export type EventOrigin = {
  position: number;
  type: string;
  /** The type in words, such as 予約変更. */
  label: string;
  recorded_at: string;
  staff_id: number | null;
  staff_name: string | null;
  terminal: string | null;
};

/** An event of the log as auditors see it (contract 4, GET /api/events). */
export type EventRecord = EventOrigin & {
  stream: string;
  version: number;
  schema_version: number;
  request_id: string | null;
  /** What it is about, in words: room, guest and stay, or the day, or the master record. */
  subject: string;
  /** The booking that the event belongs to, also by way of an imported record; null for none. */
  booking_id: number | null;
  booking_number: string | null;
  changes: FieldChange[];
  /** The event's data, decrypted and in today's form. */
  payload: Record<string, unknown>;
  /** The exact text that is stored and that the hash covers. */
  stored: string;
  /** The event's link of the hash chain, in hexadecimal. */
  hash: string;
};

/** A page of the log; `next` is what to give as `after` or `before` for the page behind it, null at the end. */
export type EventPage = { events: EventRecord[]; next: number | null; head: number };
