import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import type { Stay } from '../dates.js';
import { brokenNightRules, type ClosureFacts } from './decide-room-closure.js';
import type { RoomClosure, RoomClosureEvent, Tentative, TentativeDetails } from './room-closure.js';
import type { RoomDirectory } from './room-directory.js';

const A_DAY_MS = 86_400_000;
/** A 仮予約 ends at the latest so many days from now. */
const MAX_DAYS_AHEAD = 60;

const ENDED = conflict('tentative_stay_ended', null, 'この仮予約はすでに終わっています。');

/** Facts of a decision about a 仮予約; `now` is RFC 3339 in UTC. */
export type TentativeFacts = ClosureFacts & { now: string };

function brokenEndRules(until: string, now: string): BrokenRule[] {
  const ahead = Date.parse(until) - Date.parse(now);
  if (ahead <= 0) {
    return [invalid('tentative_until', 'until', '仮予約の期限はこれからの日時を入力してください。')];
  }
  if (ahead > MAX_DAYS_AHEAD * A_DAY_MS) {
    const message = `仮予約の期限は${MAX_DAYS_AHEAD}日以内で入力してください。`;
    return [invalid('tentative_until', 'until', message)];
  }
  return [];
}

/** Decides a new 仮予約: of a known room, 1 to 366 nights, over no booking and no closure, with an end within 60 days. */
export function decideTentativeStay(
  details: TentativeDetails,
  staffId: number | null,
  facts: TentativeFacts,
): Decided<RoomClosureEvent[]> {
  const broken = [
    ...brokenNightRules(details, '仮予約', null, facts),
    ...brokenEndRules(details.until, facts.now),
  ];
  if (broken.length > 0) return refused(...broken);
  return decided([{ type: 'TentativeStayRecorded', data: { ...details, staffId } }]);
}

/** Decides other nights, another guest or another end of a 仮予約; no event when nothing differs. */
export function decideTentativeChange(
  change: Partial<Stay & Tentative>,
  stored: RoomClosure,
  facts: TentativeFacts,
): Decided<RoomClosureEvent[]> {
  const { roomNumber, tentative, start, end } = stored;
  if (!tentative || stored.isEnded || stored.isErased) return refused(ENDED);
  const before = { start, end, ...tentative };
  const after = { ...before, ...change };
  if (JSON.stringify(before) === JSON.stringify(after)) return decided([]);
  const broken = [
    ...brokenNightRules({ roomNumber, ...after }, '仮予約', stored.id, facts),
    ...(after.until === before.until ? [] : brokenEndRules(after.until, facts.now)),
  ];
  return broken.length > 0 ? refused(...broken) : decided([{ type: 'TentativeStayChanged', data: after }]);
}

/** Decides that a 仮予約 is given up: its nights can be sold again. */
export function decideTentativeRelease({ isEnded }: RoomClosure): Decided<RoomClosureEvent[]> {
  return isEnded ? refused(ENDED) : decided([{ type: 'TentativeStayReleased', data: {} }]);
}

/** Decides that a 仮予約 that has ended holds its room again, until a new moment; refused once its guest is erased. */
export function decideTentativeRestore(
  until: string,
  stored: RoomClosure,
  facts: TentativeFacts,
): Decided<RoomClosureEvent[]> {
  if (!stored.isEnded) {
    return refused(conflict('tentative_stay_runs', null, 'この仮予約はまだ終わっていません。'));
  }
  if (stored.isErased) return refused(ENDED);
  const broken = [
    ...brokenNightRules(stored, '仮予約', stored.id, facts),
    ...brokenEndRules(until, facts.now),
  ];
  return broken.length > 0
    ? refused(...broken)
    : decided([{ type: 'TentativeStayRestored', data: { until } }]);
}

/** Returns the event that ends a 仮予約 whose moment has come by `now`; none before, or once it has ended. */
export function tentativeExpiry({ tentative, isEnded }: RoomClosure, now: string): RoomClosureEvent[] {
  const isOver = tentative !== null && !isEnded && Date.parse(tentative.until) <= Date.parse(now);
  return isOver ? [{ type: 'TentativeStayExpired', data: {} }] : [];
}

/** The 仮予約 of a hotel that hold a room, the next to end first. */
export function tentativeStays({ closures }: RoomDirectory): (RoomClosure & { tentative: Tentative })[] {
  return closures
    .flatMap((closure) => (closure.tentative ? [{ ...closure, tentative: closure.tentative }] : []))
    .sort((one, other) => Date.parse(one.tentative.until) - Date.parse(other.tentative.until));
}
