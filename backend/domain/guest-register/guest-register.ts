import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { addYears, type Day } from '../dates.js';
import { erasedFields, type PersonalDataErased } from '../erased.js';
import { CANCELLED, GUEST_ERASED } from '../reservation/in-house.js';
import type { Reservation } from '../reservation/reservation.js';

/** Fields of the register (宿泊者名簿) that name a guest. */
export const PERSONAL_REGISTER_FIELDS = [
  'name',
  'address',
  'contact',
  'occupation',
  'nationality',
  'passportNumber',
] as const;

/**
 * Entry of a guest as it is written; texts are empty while they are not known. `livesAbroad` marks a foreign guest without an
 * address in Japan, of whom the law wants nationality, passport number and a copy of the passport.
 */
export type RegisterDetails = Record<(typeof PERSONAL_REGISTER_FIELDS)[number], string> & {
  livesAbroad: boolean;
};

/** Kinds of files that a copy of a passport may be. */
export const PASSPORT_MEDIA = ['image/jpeg', 'image/png', 'application/pdf'] as const;

/** Copy of a passport as the log knows it: the SHA-256 of the file in hexadecimal, its kind and its size in bytes. */
export type PassportCopy = { sha256: string; mediaType: (typeof PASSPORT_MEDIA)[number]; bytes: number };

/** Entry of the register: of the guest with this number in a stay, counted from 1. */
export type RegisterEntry = RegisterDetails & {
  id: number;
  version: number;
  bookingId: number;
  number: number;
  /** Null until a copy was taken. */
  passport: PassportCopy | null;
  /** Left out until its time is over. */
  isErased?: true;
};

export type RegisterEvent =
  | { type: 'RegisterEntryWritten'; data: RegisterDetails & { bookingId: number; number: number } }
  | { type: 'PassportCopied'; data: PassportCopy }
  | PersonalDataErased;

/** The entry after an event; its first event gives it its id. */
export function evolveRegister(
  stored: RegisterEntry | null,
  event: RegisterEvent,
  id: number,
): RegisterEntry {
  const version = (stored?.version ?? 0) + 1;
  if (event.type === 'RegisterEntryWritten') return { passport: null, ...stored, ...event.data, id, version };
  if (!stored) throw new Error(`${event.type} before the entry was written`);
  if (event.type === 'PassportCopied') return { ...stored, version, passport: event.data };
  const erased = erasedFields(PERSONAL_REGISTER_FIELDS);
  return { ...stored, ...erased, version, passport: null, isErased: true };
}

/** A record about the register as a whole: entries whose time was over, or a list that was taken for the office. */
export type RegisterRecord = { id: number; version: number; record: RegisterRecordEvent };

export type RegisterRecordEvent =
  | { type: 'RegisterEntriesExpired'; data: { day: Day; entries: readonly number[] } }
  | { type: 'RegisterListed'; data: { first: Day; last: Day; form: RegisterForm; guests: number } };

/** Forms in which the list of a period is taken. */
export const REGISTER_FORMS = ['paper', 'csv'] as const;
export type RegisterForm = (typeof REGISTER_FORMS)[number];

/** The record after its one event. */
export function evolveRegisterRecord(
  stored: RegisterRecord | null,
  record: RegisterRecordEvent,
  id: number,
): RegisterRecord {
  return {
    id,
    version: (stored?.version ?? 0) + 1,
    record: { type: record.type, data: record.data } as RegisterRecordEvent,
  };
}

/** Returns a record in words: `2026/11/01～2026/11/30 12名（CSV）`. */
export function registerRecordText({ type, data }: RegisterRecordEvent): string {
  if (type === 'RegisterEntriesExpired') return `${data.entries.length}名分を削除`;
  return `${data.first}～${data.last} ${data.guests}名（${data.form === 'csv' ? 'CSV' : '印刷'}）`;
}

/** The word for a guest of whom nothing is written. */
const NOT_WRITTEN = '未記入';

/** Returns the fields that the law wants and the entry lacks, as words: `住所`, `旅券の写し`. */
export function missingOfEntry(entry: Omit<RegisterEntry, 'id' | 'version'> | null): string[] {
  if (!entry) return [NOT_WRITTEN];
  const { name, address, contact, livesAbroad, nationality, passportNumber, passport } = entry;
  const wanted: (readonly [string, unknown])[] = [
    ['氏名', name],
    ['住所', address],
    ['連絡先', contact],
    ...(livesAbroad
      ? ([
          ['国籍', nationality],
          ['旅券番号', passportNumber],
          ['旅券の写し', passport],
        ] as const)
      : []),
  ];
  return wanted.filter(([, value]) => !value).map(([word]) => word);
}

/** Returns the number of guests of a booking, at least 1. */
export function guestsOf({ mensCount, womensCount }: Pick<Reservation, 'mensCount' | 'womensCount'>): number {
  return Math.max(1, mensCount + womensCount);
}

/** Number of a guest in the stay, and what the register lacks of this guest. */
export type MissingOfGuest = { number: number; missing: string[] };

/** Returns the missing fields of a stay's register; empty when it is complete. */
export function missingOfStay(guests: number, entries: readonly RegisterEntry[]): MissingOfGuest[] {
  return Array.from({ length: guests }, (_, index) => {
    const number = index + 1;
    const missing = missingOfEntry(entries.find((entry) => entry.number === number) ?? null);
    return { number, missing };
  }).filter(({ missing }) => missing.length > 0);
}

/** Years after the stay for which the law wants the register. */
export const REGISTER_YEARS = 3;

type StayPart = Pick<Reservation, 'status' | 'isNoShow' | 'checkoutDate' | 'stayEnd'>;

/**
 * Returns the last day on which the register of a stay must be there, counted from the end of its last part; null for a stay
 * that did not take place, of which the law wants none.
 */
export function registerKeptUntil(parts: readonly StayPart[]): Day | null {
  const stayed = parts.filter(({ status, isNoShow }) => status === 'active' && !isNoShow);
  const last = stayed
    .map(({ checkoutDate, stayEnd }) => checkoutDate ?? stayEnd)
    .sort()
    .at(-1);
  return last ? addYears(last, REGISTER_YEARS) : null;
}

/** True if the time of a stay's register is over: after three years, or after the end of a stay that did not take place. */
export function isRegisterOver(parts: readonly StayPart[], today: Day): boolean {
  const keptUntil =
    registerKeptUntil(parts) ??
    parts
      .map(({ stayEnd }) => stayEnd)
      .sort()
      .at(-1);
  return keptUntil !== undefined && keptUntil < today;
}

const ENTRY_OVER: BrokenRule = conflict(
  'register_over',
  null,
  '保存期間が過ぎた宿泊者名簿は変更できません。',
);

/** Returns why the register of a booking cannot be written; null when it can. */
function registerObstacle(booking: Reservation, number: number): BrokenRule | null {
  if (booking.isErased) return GUEST_ERASED;
  if (booking.status === 'cancelled') return CANCELLED;
  const guests = guestsOf(booking);
  if (number <= guests) return null;
  const message = `この予約は${guests}名です。人数を変更してから${number}人目を記入してください。`;
  return invalid('no_such_guest', 'number', message);
}

/** Decides the entry of a guest; no event when nothing differs. */
export function decideEntry(
  details: RegisterDetails,
  stored: RegisterEntry | null,
  { booking, bookingId, number }: { booking: Reservation; bookingId: number; number: number },
): Decided<RegisterEvent[]> {
  const obstacle = registerObstacle(booking, number) ?? (stored?.isErased ? ENTRY_OVER : null);
  if (obstacle) return refused(obstacle);
  const isSame =
    stored !== null &&
    stored.livesAbroad === details.livesAbroad &&
    PERSONAL_REGISTER_FIELDS.every((field) => stored[field] === details[field]);
  if (isSame) return decided([]);
  return decided([{ type: 'RegisterEntryWritten', data: { bookingId, number, ...details } }]);
}

const NO_ENTRY: BrokenRule = conflict('no_entry', null, '先に宿泊者名簿を記入してください。');

/** Decides that a copy of a passport is taken; no event for the file that is there already. */
export function decidePassport(
  copy: PassportCopy,
  stored: RegisterEntry | null,
  booking: Reservation,
): Decided<RegisterEvent[]> {
  if (!stored) return refused(NO_ENTRY);
  const obstacle = registerObstacle(booking, stored.number) ?? (stored.isErased ? ENTRY_OVER : null);
  if (obstacle) return refused(obstacle);
  if (stored.passport?.sha256 === copy.sha256) return decided([]);
  return decided([{ type: 'PassportCopied', data: copy }]);
}

const SIGNATURES: readonly (readonly [PassportCopy['mediaType'], readonly number[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** Returns the kind of a file by its first bytes, not its name; null for one that is no copy. */
export function mediaTypeOf(file: Uint8Array): PassportCopy['mediaType'] | null {
  const known = SIGNATURES.find(([, begin]) => begin.every((byte, index) => file[index] === byte));
  return known?.[0] ?? null;
}
