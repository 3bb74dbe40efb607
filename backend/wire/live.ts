import type { Day } from '@domain/dates.js';
import type { Activity } from './activity.js';
import type { BookingRecord } from './booking-record.js';
import { COUNT_KEYS, type CountRecord } from './count-record.js';
import type { ImportSummary } from './csv-imports.js';
import type { CsvRecord } from './csv-record.js';
import type { NoteRecord } from './handover.js';
import type { MoveInSummary } from './move-in.js';
import type { RoomClosureRecord } from './room-closure-record.js';
import type { RoomRecord } from './room-record.js';
import type { TerminalSpan } from './terminal-span.js';
import type { WeatherRecord } from './weather-record.js';

/** Master lists that a terminal refetches when they change. */
export const MASTER_NAMES = [
  'hotel',
  'setup',
  'corporate',
  'payment',
  'blacklist',
  'prepaid-word',
  'lodging-tax-rule',
  'cancellation-rule',
  'charge-item',
  'staff',
  'service-account',
  'webhook',
  'ical-address',
  'room-type-mapping',
] as const;
export type MasterName = (typeof MASTER_NAMES)[number];

/**
 * Rows changed after log position `from` up to `to`, as they are now. A booking is sent once, as the record of its first
 * night; terminals derive its other nights from `stay_end` (contract 6).
 */
export type ChangeFrame = {
  from: number;
  to: number;
  /** The hash of the log at `to`, hexadecimal. */
  hash: string;
  bookings: BookingRecord[];
  counts: Record<string, CountRecord>;
  weather: WeatherRecord[];
  /** Notes for the next shift, removed ones too. */
  notes: NoteRecord[];
  rooms: RoomRecord[];
  /** Rooms out of order (売り止め) that were recorded, changed or taken back; left out for none. */
  closures?: RoomClosureRecord[];
  masters: MasterName[];
  /** Days that were closed (日締め); left out for none. */
  closed_days?: Day[];
  /** Ids of records of the cleaning of rooms (清掃) that changed; left out for none. */
  cleaning?: number[];
  /** Ids of entries of the register of guests (宿泊者名簿) that changed; left out for none. */
  registers?: number[];
  /** Ids of entries of the waiting list (キャンセル待ち) that changed, or for whose nights rooms were taken or became free; left out for none. */
  waiting?: number[];
  /** Ids of cards of guests (お客様カード) that changed; left out for none. */
  guest_cards?: number[];
  /** Ids of invoices to companies (請求書) that changed; left out for none. */
  invoices?: number[];
  /** Number of failed records now, and of those whose guest arrives today and has no room; null when unchanged. */
  failed_imports: number | null;
  failed_today: number | null;
  /** Changed imported records: those that are failed now, and the ids of the others. */
  queue: { failed: CsvRecord[]; settled: number[] };
  /** Ids of changed bookings and imported records whose personal data is erased; terminals delete their copies. */
  erased: number[];
  /** Trace context of the push, where a change in it is traced. */
  traceparent?: string;
};

/** A frame as sent: counts without their names, which make up most of a day's record, in the order of `COUNT_KEYS`. */
export type PackedFrame = Omit<ChangeFrame, 'counts'> & { counts: Record<string, number[]> };

/** The activity of another terminal, and since when. */
export type PresenceEntry = Activity & { terminal_id: string; terminal: string; since: string };

/**
 * Sent by a connecting terminal: the last log position it has applied, null for none, the log's hash there, and the version
 * of the product that its records are from, null for unknown. The schemas of all messages are in `live-messages.ts`.
 */
export type Handshake = {
  log_id: string | null;
  position: number | null;
  hash: string | null;
  product_version?: string | null;
  /** The version of this protocol that it speaks; 1 where it says none. */
  protocol?: number;
  terminal_id: string;
  terminal: string;
};

/** The server's log, the position up to which the terminal is current, and the log's hash there, hexadecimal. */
export type LogPlace = { log_id: string; position: number; hash: string };

/** The first message of a node: its own version and protocol, which older ones don't tell, and whether it records spans. */
export type Welcome = LogPlace & { version?: string; protocol?: number; tracing?: true };

/** Versions of the live protocol that a node speaks, the newest first: the one before for one more release. */
export const LIVE_PROTOCOLS: readonly [number, ...number[]] = [1];
/** Refusal of a connection that speaks no such version. */
export const UNKNOWN_PROTOCOL = 'unknown_protocol';

/** Messages from the server to a terminal. */
export type ServerMessages = {
  /** Connected and current as of `position`; missed changes were sent before. */
  ready: (state: Welcome) => void;
  changes: (frame: PackedFrame) => void;
  /**
   * Too much was missed, the log is another one, or the records are of another version: refetch everything, then continue from `position`. `is_other_history`
   * when the log lacks what the terminal has seen.
   */
  reload: (state: Welcome & { is_other_history?: true }) => void;
  presence: (entries: PresenceEntry[]) => void;
  /** Progress of an import, up to its end. */
  imports: (summary: ImportSummary) => void;
  /** Progress of a file of another system that is tried or moved in, up to the end of its run. */
  move_in: (summary: MoveInSummary) => void;
};

/** Messages from a terminal to the server. */
export type TerminalMessages = {
  /** The terminal's current activity. */
  activity: (activity: Activity) => void;
  /** A span that the terminal measured, for a node that records them. */
  trace: (span: TerminalSpan) => void;
};

/** Response header with the log position that an answer is at least as new as. */
export const LOG_POSITION_HEADER = 'x-log-position';
/** Response header with the log's hash at that position, hexadecimal. */
export const LOG_HASH_HEADER = 'x-log-hash';
/** Request header of background refreshes, which do not extend the session. */
export const BACKGROUND_HEADER = 'x-background';
/** Request header with the terminal's name, percent-encoded. */
export const TERMINAL_HEADER = 'x-terminal-name';

const mapValues = <From, To>(
  records: Record<string, From>,
  change: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(records).map(([key, value]) => [key, change(value)]));

/** Packs a frame for sending. */
export function packFrame(frame: ChangeFrame): PackedFrame {
  return { ...frame, counts: mapValues(frame.counts, (record) => COUNT_KEYS.map((key) => record[key])) };
}

/** Unpacks a received frame. */
export function unpackFrame(packed: PackedFrame): ChangeFrame {
  const named = (values: number[]) =>
    Object.fromEntries(COUNT_KEYS.map((key, index) => [key, values[index]])) as CountRecord;
  return { ...packed, counts: mapValues(packed.counts, named) };
}
