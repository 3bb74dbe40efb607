import { MAX_NOTES } from '../limits.js';
import { cut, labelled } from './channel-cells.js';
import type { ChannelReservation } from './channel-reservation.js';

type Named = Pick<ChannelReservation, 'site' | 'bookingNumber' | 'guestName1'>;

/** A number as a spreadsheet rounds it: only digits, five or more zeros behind the others. */
const ROUNDED = /^(\d*[1-9])0{5,}$/;

/** Returns whether a booking number may be one that a spreadsheet has rounded. */
export const mayBeRounded = ({ bookingNumber }: Named): boolean => ROUNDED.test(bookingNumber);

/** The booking numbers of a file's sites that are only digits, and the guests of each. */
export class FileNumbers {
  private readonly guests = new Map<string, Map<string, Set<string>>>();
  private readonly sorted = new Map<string, string[]>();

  /** Takes a row's number; after the first question none is taken any more. */
  add({ site, bookingNumber, guestName1 }: Named): void {
    if (!/^\d+$/.test(bookingNumber)) return;
    const key = `${site}\n${bookingNumber.length}`;
    const numbers = this.guests.get(key) ?? new Map<string, Set<string>>();
    this.guests.set(
      key,
      numbers.set(bookingNumber, (numbers.get(bookingNumber) ?? new Set()).add(guestName1)),
    );
  }

  /** Returns whether another guest's row has a number that is the same but for the zeros. */
  isRounded({ site, bookingNumber }: Named): boolean {
    const [, kept] = ROUNDED.exec(bookingNumber) ?? [];
    if (kept === undefined) return false;
    const key = `${site}\n${bookingNumber.length}`;
    const numbers = this.guests.get(key);
    if ((numbers?.get(bookingNumber)?.size ?? 0) > 1) return true;
    // The rounded number is the first of those that begin with the same digits.
    const sorted = this.sorted.get(key) ?? [...(numbers?.keys() ?? [])].sort();
    this.sorted.set(key, sorted);
    return sorted[indexIn(sorted, bookingNumber) + 1]?.startsWith(kept) ?? false;
  }
}

/** Index of a text in a sorted list that has it. */
function indexIn(sorted: readonly string[], text: string): number {
  let [from, end] = [0, sorted.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    if ((sorted[middle] ?? '') < text) from = middle + 1;
    else end = middle;
  }
  return from;
}

const WHAT_TO_DO = '表計算ソフトで丸められた番号です。手間いらずで番号を確かめ、出力し直してください';

/** Takes its number away from a row that has a rounded one, so that it is no other guest's: 予約番号不正. */
export function withoutNumber(row: ChannelReservation): ChannelReservation {
  const told = labelled('予約番号', row.bookingNumber);
  return {
    ...row,
    ...{ bookingNumber: '', fault: '予約番号不正', faultDetail: `${told} ${WHAT_TO_DO}` },
    notes: cut([row.notes, told].filter((line) => line !== '').join('\n'), MAX_NOTES),
  };
}
