import type { BookingRecord } from '@wire/booking-record.js';

/** Guests whose data is erased: the ids of their bookings, imported records, 仮予約 and キャンセル待ち, and these bookings without the data. */
export type Erased = { ids: ReadonlySet<number>; bookings: readonly BookingRecord[] };

/** Drops what a part of the screens holds of guests; null: of all, since nothing says who was erased meanwhile. */
type Forget = (erased: Erased | null) => void;

const parts: Forget[] = [];

/** Has a part forget guests who are erased: called once, where the part holds them. */
export function onErasure(forget: Forget): void {
  parts.push(forget);
}

/** Has every part forget these guests, null for all. */
export function forgetErased(erased: Erased | null): void {
  for (const forget of parts) forget(erased);
}
