import { foldedName, foldedPhone } from '../search/folded.js';
import { type Reservation } from './reservation.js';
import { NOT_BLACKLISTED } from './reservation-fields.js';

/** An entry of the blacklist; a retired one matches nobody. */
export type BlacklistEntry = { id: number; guestName: string; tel: string | null; isRetired?: true };

/** The names and the phone that are compared with the blacklist; an empty phone is none entered. */
export type BlacklistSubject = Pick<
  Reservation,
  'reserverName' | 'guestName1' | 'reserverNameKana' | 'guestName1Kana' | 'tel'
>;

/** Returns whether the check runs before a save: new bookings, and edits not already cleared (spec 5). */
export function needsBlacklistCheck(booking: { isNew: boolean; blacklistId: number }): boolean {
  return booking.isNew || booking.blacklistId !== NOT_BLACKLISTED;
}

const foldedEntries = new WeakMap<BlacklistEntry, { name: string; tel: string }>();

/** An entry's name and phone as they are compared; cached, since an import compares thousands of rows with each. */
function foldedEntry(entry: BlacklistEntry): { name: string; tel: string } {
  const cached = foldedEntries.get(entry);
  if (cached) return cached;
  const compared = { name: foldedName(entry.guestName), tel: foldedPhone(entry.tel ?? '') };
  foldedEntries.set(entry, compared);
  return compared;
}

/**
 * The first entry in use that matches by name and phone, or null (spec 5, blacklist check). Both sides are compared as
 * they are folded, so that no other spelling of a name or phone gets past it. A phone without digits is none entered.
 */
export function blacklistMatch(
  subject: BlacklistSubject,
  entries: readonly BlacklistEntry[],
): BlacklistEntry | null {
  const { reserverName, guestName1, reserverNameKana, guestName1Kana } = subject;
  const names = [reserverName, guestName1, reserverNameKana, guestName1Kana]
    .map(foldedName)
    .filter((name) => name !== '');
  const phone = foldedPhone(subject.tel);
  const matches = (entry: BlacklistEntry): boolean => {
    if (entry.isRetired) return false;
    const { name, tel } = foldedEntry(entry);
    return names.includes(name) && (phone === '' || tel === '' || tel === phone);
  };
  return entries.find(matches) ?? null;
}
