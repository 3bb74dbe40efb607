import { type BrokenRule, conflict } from '../broken-rule.js';
import { followingPart } from './grouping.js';
import type { Reservation } from './reservation.js';

export const CANCELLED = conflict('already_cancelled', null, 'この予約は既に取り消されています。');
export const GUEST_ERASED = conflict('guest_erased', null, '個人情報を削除した予約は変更できません。');
export const NOT_CHECKED_IN = conflict('not_checked_in', null, 'チェックインされていません。');
export const ALREADY_CHECKED_OUT = conflict('already_checked_out', null, '既にチェックアウト済みです。');

/** Returns the rule that a stay breaks whose guest is not in the house, null for none. */
export function inHouseRule(
  stored: Pick<Reservation, 'status' | 'isErased' | 'checkinDate' | 'checkoutDate'>,
): BrokenRule | null {
  if (stored.status === 'cancelled') return CANCELLED;
  if (stored.isErased) return GUEST_ERASED;
  if (stored.checkinDate === null) return NOT_CHECKED_IN;
  return stored.checkoutDate === null ? null : ALREADY_CHECKED_OUT;
}

const IN_NEXT_PART = conflict(
  'checked_in_next_part',
  null,
  '続きの予約がチェックイン済みです。先に続きの予約のチェックインを取り消してください。',
);

/** Returns the rule against taking the check-out of a part back while the guest is, or was, in the next one; null for none. */
export function backFromNextRule(stored: Reservation, others: readonly Reservation[]): BrokenRule | null {
  return followingPart(stored, others)?.checkinDate ? IN_NEXT_PART : null;
}
