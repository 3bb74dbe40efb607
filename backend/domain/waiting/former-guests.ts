import { addDays, type Day } from '../dates.js';
import type { PersonalDataErased } from '../erased.js';
import type { RoomClosure } from '../room/room-closure.js';
import { isWaiting, type WaitingEntry } from './waiting-entry.js';

/** Days after the last night for which the guest of a 仮予約 or キャンセル待ち is remembered. */
const KEPT_DAYS = 90;

const OVER: PersonalDataErased = {
  type: 'PersonalDataErased',
  data: { reason: `仮予約・キャンセル待ちの保存期間（${KEPT_DAYS}日）の満了` },
};

/** Returns the latest last night of a 仮予約 or an entry whose guest is forgotten today. */
export function lastNightBefore(today: Day): Day {
  return addDays(today, -KEPT_DAYS);
}

/** Decides that the guest of a 仮予約 that holds no room is forgotten once 90 days are over; no event before, or for a 売り止め. */
export function forgetHeld(
  { tentative, isEnded, isErased, lastDay }: RoomClosure,
  today: Day,
): PersonalDataErased[] {
  const isDue = tentative !== null && isEnded && !isErased && lastDay <= lastNightBefore(today);
  return isDue ? [OVER] : [];
}

/** Decides that the guest of an entry is forgotten once 90 days are over; no event before. */
export function forgetWaiting(entry: WaitingEntry, today: Day): PersonalDataErased[] {
  const isDue = !entry.isErased && !isWaiting(entry, today) && entry.end <= lastNightBefore(today);
  return isDue ? [OVER] : [];
}
