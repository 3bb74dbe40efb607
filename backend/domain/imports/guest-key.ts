import type { Day } from '../dates.js';

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s・.,'-]/g, '')
    .toUpperCase();

type Guest = {
  status: string;
  guestName1: string;
  tel: string;
  stayStart: Day | null;
  stayEnd: Day | null;
};

/** The digits of a phone number; null when there are none. */
export function phoneDigits(tel: string): string | null {
  return tel.normalize('NFKC').replace(/\D/g, '') || null;
}

/**
 * Key shared by records of the same guest, dates and phone, whatever the notation; null when one of them is unknown or
 * the record is cancelled.
 */
export function guestKey({ status, guestName1, tel, stayStart, stayEnd }: Guest): string | null {
  const name = plain(guestName1);
  const phone = phoneDigits(tel);
  if (status === 'cancelled' || !name || !phone || !stayStart || !stayEnd) return null;
  return `${stayStart} ${stayEnd} ${name} ${phone}`;
}
