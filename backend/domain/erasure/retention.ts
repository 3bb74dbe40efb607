import { addYears, type Day } from '../dates.js';
import type { CsvReservation } from '../imports/csv-reservation.js';
import type { Reservation } from '../reservation/reservation.js';

/** A record that names a guest. */
export type GuestRecord =
  | { kind: 'booking'; state: Reservation }
  | { kind: 'csv-reservation'; state: CsvReservation };

/** The last day of the years that a guest's data is kept, counted from check-out; null for a stay without days. */
export function retainedUntil({ kind, state }: GuestRecord, years: number): Day | null {
  const checkedOut = kind === 'booking' ? state.checkoutDate : null;
  const end = checkedOut ?? state.stayEnd;
  return end && addYears(end, years);
}

/** Why the personal data of a record cannot be erased now, whatever the reason; null when it can. */
export function erasureObstacle({ kind, state }: GuestRecord, today: Day): string | null {
  if (state.isErased) return '個人情報は既に削除されています。';
  const isOver = state.status === 'cancelled' || state.status === 'dismissed';
  if (isOver || state.stayEnd === null || state.stayEnd <= today) return null;
  return kind === 'booking'
    ? '滞在が終わっていない予約の個人情報は削除できません。先に予約を取り消してください。'
    : '宿泊日が過ぎていない自動登録データの個人情報は削除できません。';
}
