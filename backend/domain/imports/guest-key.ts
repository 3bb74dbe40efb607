import type { Day } from '../dates.js';
import { foldedName, foldedPhone } from '../search/folded.js';

type Guest = {
  status: string;
  guestName1: string;
  tel: string;
  stayStart: Day | null;
  stayEnd: Day | null;
};

/**
 * Key shared by records of the same guest, dates and phone, whatever the notation; null when one of them is unknown or
 * the record is cancelled.
 */
export function guestKey({ status, guestName1, tel, stayStart, stayEnd }: Guest): string | null {
  const name = foldedName(guestName1);
  const phone = foldedPhone(tel);
  if (status === 'cancelled' || !name || !phone || !stayStart || !stayEnd) return null;
  return `${stayStart} ${stayEnd} ${name} ${phone}`;
}
