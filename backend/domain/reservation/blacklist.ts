import { NOT_BLACKLISTED } from './reservation.js';

/** An entry; a retired one is held against nobody. */
export type BlacklistEntry = { id: number; guestName: string; tel: string | null; isRetired?: true };

/** The names and the phone that are held against the blacklist; an empty phone is none entered. */
export type BlacklistSubject = {
  reserverName: string;
  guestName1: string;
  reserverNameKana: string;
  guestName1Kana: string;
  tel: string;
};

/** Whether the check runs before a save: new bookings, and edits not already cleared (spec 5). */
export function needsBlacklistCheck(booking: { isNew: boolean; blacklistId: number }): boolean {
  return booking.isNew || booking.blacklistId !== NOT_BLACKLISTED;
}

/** The first entry in use that matches by name and phone, or null (spec 5, blacklist check). */
export function blacklistMatch(
  subject: BlacklistSubject,
  entries: readonly BlacklistEntry[],
): BlacklistEntry | null {
  const names = [
    subject.reserverName,
    subject.guestName1,
    subject.reserverNameKana,
    subject.guestName1Kana,
  ].filter((name) => name !== '');
  const matches = (entry: BlacklistEntry): boolean =>
    !entry.isRetired &&
    names.includes(entry.guestName) &&
    (subject.tel === '' || entry.tel === null || entry.tel === subject.tel);
  return entries.find(matches) ?? null;
}
