import { toKatakana } from '../typed-text.js';
import { NOT_BLACKLISTED, type Reservation } from './reservation.js';

/** An entry of the blacklist; a retired one matches nobody. */
export type BlacklistEntry = { id: number; guestName: string; tel: string | null; isRetired?: true };

/** The names and the phone that are compared with the blacklist; an empty phone is none entered. */
export type BlacklistSubject = Pick<
  Reservation,
  'reserverName' | 'guestName1' | 'reserverNameKana' | 'guestName1Kana' | 'tel'
>;

/** Whether the check runs before a save: new bookings, and edits not already cleared (spec 5). */
export function needsBlacklistCheck(booking: { isNew: boolean; blacklistId: number }): boolean {
  return booking.isNew || booking.blacklistId !== NOT_BLACKLISTED;
}

const samePhone = (tel: string): string => tel.normalize('NFKC').replace(/[\s\p{Dash}ー]/gu, '');

const normalized = new WeakMap<BlacklistEntry, { name: string; tel: string | null }>();

/** An entry's name and phone as they are compared; cached, since an import compares thousands of rows with each. */
function normalizedEntry(entry: BlacklistEntry): { name: string; tel: string | null } {
  const cached = normalized.get(entry);
  if (cached) return cached;
  const compared = {
    name: toKatakana(entry.guestName),
    tel: entry.tel === null ? null : samePhone(entry.tel),
  };
  normalized.set(entry, compared);
  return compared;
}

/**
 * The first entry in use that matches by name and phone, or null (spec 5, blacklist check). Both sides are normalized:
 * names in one width and in katakana (an entry may be in hiragana), without surrounding spaces; phones without hyphens
 * and spaces of any width. Spaces within a name and case matter.
 */
export function blacklistMatch(
  subject: BlacklistSubject,
  entries: readonly BlacklistEntry[],
): BlacklistEntry | null {
  const { reserverName, guestName1, reserverNameKana, guestName1Kana } = subject;
  const names = [reserverName, guestName1, reserverNameKana, guestName1Kana]
    .map(toKatakana)
    .filter((name) => name !== '');
  const phone = samePhone(subject.tel);
  const matches = (entry: BlacklistEntry): boolean => {
    if (entry.isRetired) return false;
    const { name, tel } = normalizedEntry(entry);
    return names.includes(name) && (phone === '' || tel === null || tel === phone);
  };
  return entries.find(matches) ?? null;
}
