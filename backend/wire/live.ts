import type { Activity } from './activity.js';
import type { BookingRecord } from './booking-record.js';
import type { CountRecord } from './count-record.js';
import type { ImportSummary } from './csv-imports.js';
import type { CsvRecord } from './csv-record.js';
import type { NoteRecord } from './handover.js';
import type { RoomRecord } from './room-record.js';
import type { WeatherRecord } from './weather-record.js';

/** Lists of masters that a terminal holds and must fetch anew when they change. */
export type MasterName = 'corporate' | 'payment' | 'blacklist' | 'staff' | 'room-type-mapping';

/**
 * What changed after log position `from` up to `to`: the rows as they stand now. A booking comes once, as the record
 * of its first night; the terminal draws its other nights from `stay_end` (contract 6).
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
  masters: MasterName[];
  failed_imports: number | null;
  /** Imported records of the range: those that are failed now, and the ids of those that are not. */
  queue: { failed: CsvRecord[]; settled: number[] };
  /** Bookings and imported records of the range whose guest's data is erased: no copy of it may stay anywhere. */
  erased: number[];
};

/** A frame as it goes over the wire: of each day's counts only the numbers, in the order of `CountRecord`. */
export type PackedFrame = Omit<ChangeFrame, 'counts'> & { counts: Record<string, number[]> };

/** What another terminal does, and since when. */
export type PresenceEntry = Activity & { terminal_id: string; terminal: string; since: string };

/**
 * What a terminal says of itself when it connects; `position` is the last one it has applied, null for none, `hash` what
 * the log had for a hash there.
 */
export type Handshake = {
  log_id: string | null;
  position: number | null;
  hash: string | null;
  terminal_id: string;
  terminal: string;
};

/** Which log the server has, up to where a terminal is brought, and the log's hash there, hexadecimal. */
export type LogPlace = { log_id: string; position: number; hash: string };

/** Messages from the server to a terminal. */
export type ServerMessages = {
  /** Connected, and complete as of `position`: what was missed came in a `changes` before. */
  ready: (state: LogPlace) => void;
  changes: (frame: PackedFrame) => void;
  /** Too much was missed, or the log is not the one that was seen: fetch everything anew, then go on from `position`. */
  reload: (state: LogPlace) => void;
  presence: (entries: PresenceEntry[]) => void;
  /** An import that runs has come further, or is done. */
  imports: (summary: ImportSummary) => void;
};

/** Messages from a terminal to the server. */
export type TerminalMessages = {
  /** What is done here from now on. */
  activity: (activity: Activity) => void;
};

/** Response header with the log position that an answer is at least as new as. */
export const LOG_POSITION_HEADER = 'x-log-position';
/** Response header with the log's hash at that position, hexadecimal. */
export const LOG_HASH_HEADER = 'x-log-hash';
/** Request header of a call that nobody asked for: what happened elsewhere is read anew. It keeps no session from ending. */
export const BACKGROUND_HEADER = 'x-background';
/** Request header with the terminal's name, percent-encoded. */
export const TERMINAL_HEADER = 'x-terminal-name';
