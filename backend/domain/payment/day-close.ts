import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { addDays, type Day } from '../dates.js';
import type { MoneyEntry } from '../reservation/money.js';
import { PAPER_KINDS } from '../reservation/reservation.js';
import { type MoneyEvent, movementsOf, type PaymentStep, type WaySum } from './daily-payments.js';

/** Author of an act: a member of staff, or the terminal where nobody signed in. */
export type Doer = { staffId: number | null; terminal: string | null };

/** Money taken by one way of payment on a closed day; `isCash` as the way's kind was then. */
export type ClosedWay = WaySum & { isCash: boolean };
/** Money that one person took less what they gave back, by one way: number of payments, and whole yen. */
export type PersonSum = Doer & { paymentType: number | null; count: number; sum: number };
/** Kinds of papers that a close counts: receipts and statements, 適格返還請求書 and 請求書. */
export const DAY_PAPER_KINDS = [...PAPER_KINDS, 'return', 'invoice'] as const;
export type DayPaperKind = (typeof DAY_PAPER_KINDS)[number];

/** Papers of a kind that one person issued: how many, and their amounts in whole yen. */
export type PaperSum = Doer & { receiptKind: DayPaperKind; count: number; amount: number };

/** The figures of a day that a close fixes. */
export type DayFigures = {
  ways: readonly ClosedWay[];
  people: readonly PersonSum[];
  papers: readonly PaperSum[];
};

/** Money that a person counted when they closed a day: 釣銭準備金 and the whole drawer with it, in whole yen. */
export type CountedDrawer = { float: number; counted: number; remark: string };

/**
 * A closed day (日締め). `timezone` is the hotel's zone at the close, by which payments from before they told their day
 * counted, `paperKinds` the kinds of papers that were counted then.
 */
export type DayCloseDetails = DayFigures &
  CountedDrawer & { date: Day; timezone: string; paperKinds: readonly DayPaperKind[] };
export type DayClose = DayCloseDetails & { id: number; version: number };
export type DayCloseEvent = { type: 'DayClosed'; data: DayCloseDetails };

/** The closed day after its one event. */
export function evolveDayClose(state: DayClose | null, { data }: DayCloseEvent, id: number): DayClose {
  return { ...data, id, version: (state?.version ?? 0) + 1 };
}

/** Returns the sum of what came in and went out in cash, in whole yen. */
export function cashOf({ ways }: Pick<DayFigures, 'ways'>): number {
  return ways.filter(({ isCash }) => isCash).reduce((total, { sum }) => total + sum, 0);
}

/** 過不足: what was counted beyond the float and the day's cash, in whole yen; negative where money is missing. */
export function drawerDifference({
  float,
  counted,
  ways,
}: DayFigures & Omit<CountedDrawer, 'remark'>): number {
  return counted - float - cashOf({ ways });
}

/** Names the person in a sum: who signed in, else the terminal. */
function doerOf({ staffId, terminal }: Doer): Doer {
  return { staffId, terminal: staffId === null ? terminal : null };
}

const keyOf = ({ staffId, terminal }: Doer, of: unknown): string => JSON.stringify([staffId, terminal, of]);

/** Sums movements by person and way, in the order of the first of each. */
export function sumsByPerson(
  movements: readonly (Doer & { paymentType: number | null; amount: number })[],
): PersonSum[] {
  const sums = new Map<string, PersonSum>();
  for (const { paymentType, amount, ...who } of movements) {
    const doer = doerOf(who);
    const key = keyOf(doer, paymentType);
    const { count, sum } = sums.get(key) ?? { count: 0, sum: 0 };
    sums.set(key, { ...doer, paymentType, count: count + 1, sum: sum + amount });
  }
  return [...sums.values()];
}

/** Sums papers by person and kind, in the order of the first of each. */
export function papersByPerson(
  papers: readonly (Doer & { receiptKind: DayPaperKind; amount: number })[],
): PaperSum[] {
  const sums = new Map<string, PaperSum>();
  for (const { receiptKind, amount: added, ...who } of papers) {
    const doer = doerOf(who);
    const key = keyOf(doer, receiptKind);
    const { count, amount } = sums.get(key) ?? { count: 0, amount: 0 };
    sums.set(key, { ...doer, receiptKind, count: count + 1, amount: amount + added });
  }
  return [...sums.values()];
}

/**
 * Returns the day that money counts on: the calendar day, or the one after the last closed day where that is later.
 * A closed day never changes.
 */
export function countingDay(today: Day, lastClosedDay: Day | null): Day {
  return lastClosedDay !== null && today <= lastClosedDay ? addDays(lastClosedDay, 1) : today;
}

/** The code of the refusal to close a day twice. */
export const ALREADY_CLOSED = 'already_closed';

/** Facts for closing a day: the hotel's today, the zone, the day's figures, and what stands in the way. */
export type CloseFacts = {
  today: Day;
  timezone: string;
  figures: DayFigures;
  /** Money or papers of the day are newer than what the person saw. */
  hasMoved: boolean;
  isClosed: boolean;
};

/** Decides to close a day: once, never ahead, over the figures that were seen, and with a remark on any 過不足. */
export function decideClose(
  { date, float, counted, remark }: { date: Day } & CountedDrawer,
  { today, timezone, figures, hasMoved, isClosed }: CloseFacts,
): Decided<DayCloseEvent> {
  const broken: BrokenRule[] = [];
  if (isClosed) return refused(conflict(ALREADY_CLOSED, 'date', 'この日は既に締められています。'));
  if (date > today) broken.push(invalid('day_ahead', 'date', '未来の日は締められません。'));
  if (hasMoved) {
    const message = '表示の後に入金や書類の発行がありました。最新の日計を確認して、もう一度締めてください。';
    broken.push(conflict('day_moved', 'seen', message));
  }
  const isOff = drawerDifference({ ...figures, float, counted }) !== 0;
  if (isOff && !hasMoved && remark === '') {
    broken.push(invalid('remark_missing', 'remark', '過不足があるときは、理由を入力してください。'));
  }
  if (broken.length > 0) return refused(...broken);
  return decided({
    type: 'DayClosed',
    data: { date, timezone, paperKinds: DAY_PAPER_KINDS, ...figures, float, counted, remark },
  });
}

type Taken = { day: Day | null; amount: number; isReversed: boolean };

/** Takes an amount out of payments, those that undo took back first, else the latest; returns what it took. */
function takeBack(payments: Taken[], amount: number): Taken[] {
  let open = amount;
  const taken: Taken[] = [];
  while (open > 0) {
    const last = payments.findLast(({ isReversed }) => isReversed) ?? payments.at(-1);
    if (!last) break;
    const part = Math.min(open, last.amount);
    open -= part;
    last.amount -= part;
    taken.push({ ...last, amount: part });
    if (last.amount === 0) payments.splice(payments.indexOf(last), 1);
  }
  return taken;
}

/** The days on which an amount came in by a way, as far as it was not given back before; the latest first. */
function daysOfBack(entries: readonly MoneyEntry[], paymentType: number | null, amount: number): Day[] {
  const payments: Taken[] = [];
  for (const { moved, day, isReversed = false } of entries) {
    for (const movement of moved.filter((one) => one.paymentType === paymentType)) {
      if (movement.amount > 0) payments.push({ day, amount: movement.amount, isReversed });
      else takeBack(payments, -movement.amount);
    }
  }
  return takeBack(payments, amount).flatMap(({ day }) => day ?? []);
}

/**
 * Returns the days whose payments an event changes: those of the entries that undo takes back, else those on which the money
 * came that is given back.
 */
export function correctedDays(event: MoneyEvent, step: PaymentStep): Day[] {
  const entries = step.before.account?.entries ?? [];
  const reverses = 'reverses' in event.data ? event.data.reverses : [];
  const reversed = entries.filter(({ id }) => reverses.includes(id)).flatMap(({ day }) => day ?? []);
  if (reversed.length > 0) return [...new Set(reversed)];
  const back = movementsOf(event, step).filter(({ amount }) => amount < 0);
  return [...new Set(back.flatMap(({ paymentType, amount }) => daysOfBack(entries, paymentType, -amount)))];
}
