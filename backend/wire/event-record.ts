/** A value of a changed field, as in wire records. */
export type FieldValue = string | number | boolean | null | readonly string[];

/** A field changed by an event: its wire name and values, and the texts of all three for staff. */
export type FieldChange = {
  field: string;
  before: FieldValue;
  after: FieldValue;
  label: string;
  before_text: string;
  after_text: string;
};

/** Author of an event, their terminal and the instant; `recorded_at` is RFC 3339 in UTC, to the microsecond. */
export type EventOrigin = {
  position: number;
  type: string;
  /** The label of the type, such as 予約変更. */
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
  /** Its subject for staff: room, guest and stay, or the day, or the master record. */
  subject: string;
  /** The booking it belongs to, directly or through an imported record; null for none. */
  booking_id: number | null;
  booking_number: string | null;
  changes: FieldChange[];
  /** The event's data, decrypted and upcast. */
  payload: Record<string, unknown>;
  /** The stored text, which the hash covers. */
  stored: string;
  /** The event's hash in the chain, hexadecimal. */
  hash: string;
};

/** A page of the log; `next` is the `after` or `before` of the next page, null at the end. */
export type EventPage = { events: EventRecord[]; next: number | null; head: number };
