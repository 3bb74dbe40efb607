import type { Day } from '@domain/dates.js';
import {
  type MissingOfGuest,
  missingOfEntry,
  type PassportCopy,
  type RegisterDetails,
  type RegisterEntry,
} from '@domain/guest-register/guest-register.js';
import { MAX_NAME } from '@domain/limits.js';
import type { z } from 'zod';
import { dayField, flag, text } from './fields.js';

const MAX_ADDRESS = 200;
const MAX_CONTACT = 100;
const MAX_WORD = 60;

/** Body of `PUT /api/guest-register/:booking/:number`: the whole entry; what is not known is empty. */
export const registerEntryShape = {
  name: text('氏名', MAX_NAME).default(''),
  address: text('住所', MAX_ADDRESS).default(''),
  contact: text('連絡先', MAX_CONTACT).default(''),
  occupation: text('職業', MAX_WORD).default(''),
  lives_abroad: flag('日本国内に住所のない外国籍').default(0),
  nationality: text('国籍', MAX_WORD).default(''),
  passport_number: text('旅券番号', MAX_WORD).default(''),
};

/** Body of `POST /api/guest-register/list` and `…/list.csv`: the nights from one day to another, both included. */
export const registerPeriodShape = { start_date: dayField('開始日'), end_date: dayField('終了日') };

/** Largest file of a passport's copy, in bytes. */
export const LARGEST_PASSPORT_BYTES = 4_000_000;

/** Decodes a written entry. */
export function decodeRegisterEntry(
  fields: z.output<z.ZodObject<typeof registerEntryShape>>,
): RegisterDetails {
  const { name, address, contact, occupation, lives_abroad, nationality, passport_number } = fields;
  const known = { name, address, contact, occupation, nationality };
  return { ...known, passportNumber: passport_number, livesAbroad: lives_abroad === 1 };
}

/** Encodes an entry; `missing` are the words for what the law wants of the guest and it lacks. */
export function encodeRegisterEntry(entry: RegisterEntry) {
  const { id, version, number, name, address, contact, occupation, nationality } = entry;
  const { sha256, mediaType, bytes }: Partial<PassportCopy> = entry.passport ?? {};
  return {
    ...{ id, version, number, name, address, contact, occupation },
    lives_abroad: entry.livesAbroad ? (1 as const) : (0 as const),
    nationality,
    passport_number: entry.passportNumber,
    passport: sha256 && mediaType && bytes ? { sha256, media_type: mediaType, bytes } : null,
    missing: missingOfEntry(entry),
  };
}

/** An entry of the register. */
export type RegisterEntryRecord = ReturnType<typeof encodeRegisterEntry>;

/** Answer to a write: nothing in it names the guest, since answers are remembered. */
export type RegisterWritten = { id: number; version: number; missing: string[] };

/**
 * The register of a booking's stay (GET /api/guest-register): its entries by number, what each guest lacks, and until when it
 * is kept, null for a stay that did not take place. No entry is shown once the booking's guest is erased (`is_erased`).
 */
export type StayRegister = {
  booking_id: number;
  guests: number;
  is_erased: 0 | 1;
  kept_until: Day | null;
  entries: RegisterEntryRecord[];
  /** Names and phones by the booking, of guests of whom nothing is written. */
  proposed: { number: number; name: string; contact: string }[];
  missing: MissingOfGuest[];
};

/** A stay in the house whose register is incomplete (GET /api/guest-register/incomplete). */
export type IncompleteRegister = {
  booking_id: number;
  room_number: string;
  guest_name: string;
  stay_start: Day;
  stay_end: Day;
  guests: number;
  missing: MissingOfGuest[];
};

/** A guest in the list of a period, by room and arrival; texts are empty where they are not known. */
export type RegisterRow = Omit<RegisterEntryRecord, 'id' | 'version' | 'passport'> & {
  booking_id: number;
  room_number: string;
  arrival: Day;
  departure: Day;
  has_passport: 0 | 1;
};

/** The list of a period (POST /api/guest-register/list). */
export type RegisterList = { start_date: Day; end_date: Day; rows: RegisterRow[] };
