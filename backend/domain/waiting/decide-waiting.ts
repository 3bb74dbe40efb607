import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { type Day, daysBetween } from '../dates.js';
import { brokenSearchRules, MAX_NIGHTS } from '../reservation/save-rules.js';
import {
  detailsOf,
  isWaiting,
  type WaitingDetails,
  type WaitingEntry,
  type WaitingEntryEvent,
} from './waiting-entry.js';

/** Facts of a decision about the waiting list: the hotel's day, and the companies by id. */
export type WaitingFacts = { today: Day; corporates: { has(id: number): boolean } };

const ENDED_TEXTS = {
  booked: 'このキャンセル待ちは、すでに予約になっています。一覧を確認してください。',
  given_up: 'このキャンセル待ちは、すでに取り消されています。一覧を確認してください。',
};
const LAPSED = conflict('waiting_lapsed', null, 'このキャンセル待ちは、チェックイン日を過ぎています。');
const RUNS = conflict('waiting_runs', null, 'このキャンセル待ちは取り消されていません。');

/** Returns the rule that an entry breaks which waits no longer; null while it waits. */
function endedRule({ status }: WaitingEntry): BrokenRule | null {
  return status === 'waiting' ? null : conflict(`waiting_${status}`, 'waiting_entry_id', ENDED_TEXTS[status]);
}

function brokenRules(details: WaitingDetails, { today, corporates }: WaitingFacts): BrokenRule[] {
  const { start, end, mensCount, womensCount, corporateId } = details;
  const broken = brokenSearchRules({ stayStart: start, stayEnd: end, mensCount, womensCount });
  if (start < today) {
    const message = 'キャンセル待ちのチェックイン日は今日以降の日付を選択してください。';
    broken.push(invalid('waiting_start', 'stay_start', message));
  }
  if (daysBetween(start, end) > MAX_NIGHTS) {
    broken.push(
      invalid('waiting_too_long', 'stay_end', `キャンセル待ちは${MAX_NIGHTS}泊以内で入力してください。`),
    );
  }
  if (corporateId !== 0 && !corporates.has(corporateId)) {
    broken.push(invalid('corporate_unknown', 'corporateID', '法人が見つかりません。'));
  }
  return broken;
}

/** Decides a new entry: one or two guests, 1 to 366 nights from today on (spec 5, room search). */
export function decideWaiting(
  details: WaitingDetails,
  staffId: number | null,
  facts: WaitingFacts,
): Decided<WaitingEntryEvent[]> {
  const broken = brokenRules(details, facts);
  if (broken.length > 0) return refused(...broken);
  return decided([{ type: 'WaitingEntryAdded', data: { ...details, staffId } }]);
}

/** Decides other conditions or another guest of an entry; no event when nothing differs. */
export function decideWaitingChange(
  change: Partial<WaitingDetails>,
  stored: WaitingEntry,
  facts: WaitingFacts,
): Decided<WaitingEntryEvent[]> {
  const ended = endedRule(stored);
  if (ended) return refused(ended);
  const before = detailsOf(stored);
  const after = { ...before, ...change };
  if (JSON.stringify(before) === JSON.stringify(after)) return decided([]);
  const broken = brokenRules(after, facts);
  return broken.length > 0 ? refused(...broken) : decided([{ type: 'WaitingEntryChanged', data: after }]);
}

/** Decides that a guest waits no longer (取消). */
export function decideWaitingGiveUp(stored: WaitingEntry): Decided<WaitingEntryEvent[]> {
  const ended = endedRule(stored);
  return ended ? refused(ended) : decided([{ type: 'WaitingEntryGivenUp', data: {} }]);
}

/** Decides that an entry that was given up waits again; refused once it is booked, lapsed or erased. */
export function decideWaitingRestore(stored: WaitingEntry, today: Day): Decided<WaitingEntryEvent[]> {
  if (stored.status === 'waiting') return refused(RUNS);
  if (stored.status === 'booked' || stored.isErased) {
    return refused(conflict(`waiting_${stored.status}`, null, ENDED_TEXTS[stored.status]));
  }
  return isWaiting({ ...stored, status: 'waiting' }, today)
    ? decided([{ type: 'WaitingEntryTakenUp', data: {} }])
    : refused(LAPSED);
}

/** Decides that a booking fulfils an entry: only the first one does. */
export function decideWaitingBooked(stored: WaitingEntry, bookingId: number): Decided<WaitingEntryEvent[]> {
  const ended = endedRule(stored);
  return ended ? refused(ended) : decided([{ type: 'WaitingEntryBooked', data: { bookingId } }]);
}

/** Returns the event that follows the booking of an entry when that is undone, or done again; none for any other. */
export function followBooking(
  { status, bookingId, isErased }: WaitingEntry,
  isActive: boolean,
): WaitingEntryEvent[] {
  if (isErased || bookingId === null) return [];
  if (status === 'booked' && !isActive) return [{ type: 'WaitingEntryTakenUp', data: {} }];
  return status === 'waiting' && isActive ? [{ type: 'WaitingEntryBooked', data: { bookingId } }] : [];
}
