import { addDays, type Day } from '../dates.js';
import type { Recorded } from '../masters/masters.js';
import { flagOf, taxOfSpan } from '../reservation/account.js';
import type { LodgingTax, TaxedSpan } from '../reservation/money.js';
import type { ReservationEvent } from '../reservation/reservation.events.js';
import type { Reservation } from '../reservation/reservation.js';
import { endAfterCheckOut } from '../reservation/stay-actions.js';

/**
 * The tax of one person and night from a price on, up to the next bracket: whole yen, or `rate` hundredths of a percent of
 * the price; the other of both is null.
 */
export type TaxBracket = { from: number; yen: number | null; rate: number | null };

/** Levy of one prefecture or city; the first bracket begins at 0, each later one above the one before. */
export type Levy = { name: string; brackets: readonly TaxBracket[] };

/** A rule of the 宿泊税, which counts from its first day until another rule begins. */
export type LodgingTaxDetails = {
  name: string;
  firstDay: Day;
  /** True if the fee includes the 宿泊税, false if it is charged beside the fee. */
  isIncluded: boolean;
  levies: readonly Levy[];
  /** Grounds on which guests are exempt, e.g. 修学旅行. */
  exemptions: readonly string[];
};

/** Content of a rule from a day on; null while it is retired. */
type RulePeriod = { since: Day; content: LodgingTaxDetails | null };

/** A rule with all that it ever said, oldest first: a change counts from the day on which it is made, never for a night before. */
export type LodgingTaxRule = Recorded & LodgingTaxDetails & { periods: readonly RulePeriod[] };

/** `recordedOn` is the hotel's day on which staff made the change. */
export type LodgingTaxRuleEvent =
  | { type: 'LodgingTaxRuleDefined'; data: LodgingTaxDetails & { recordedOn: Day } }
  | { type: 'LodgingTaxRuleRetired'; data: { recordedOn: Day } };

/** The rule after an event; a change replaces what was said from that day on. */
export function evolveLodgingTaxRule(
  state: LodgingTaxRule | null,
  event: LodgingTaxRuleEvent,
  id: number,
): LodgingTaxRule {
  const version = (state?.version ?? 0) + 1;
  const { recordedOn: since, ...data } = event.data;
  const before = (state?.periods ?? []).filter((period) => period.since < since);
  if (event.type === 'LodgingTaxRuleDefined') {
    const content = data as LodgingTaxDetails;
    return { ...content, id, version, periods: [...before, { since, content }] };
  }
  if (!state) throw new Error(`rule ${id} of the lodging tax was retired before it was defined`);
  return { ...state, version, isRetired: true, periods: [...before, { since, content: null }] };
}

/** Returns the content of a rule without its history, its fields always in the same order. */
export function ruleContent({
  name,
  firstDay,
  isIncluded,
  levies,
  exemptions,
}: LodgingTaxDetails): LodgingTaxDetails {
  const ordered = levies.map((levy) => ({
    name: levy.name,
    brackets: levy.brackets.map(({ from, yen, rate }) => ({ from, yen, rate })),
  }));
  return { name, firstDay, isIncluded, levies: ordered, exemptions };
}

/** Finds the rule of a night: of those that had begun, the one with the newest first day; null for none. */
function ruleOfNight(rules: Iterable<LodgingTaxRule>, night: Day): LodgingTaxDetails | null {
  let newest: LodgingTaxDetails | null = null;
  for (const { periods } of rules) {
    const content = periods.findLast(({ since }) => since <= night)?.content;
    if (content && content.firstDay <= night && (newest?.firstDay ?? '') <= content.firstDay)
      newest = content;
  }
  return newest;
}

/** Lists the grounds of exemption that a clerk may choose, each once. */
export function exemptionsOf(rules: Iterable<LodgingTaxRule>): string[] {
  const inUse = [...rules].filter(({ isRetired }) => !isRetired);
  return [...new Set(inUse.flatMap(({ exemptions }) => exemptions))];
}

/** All prices at which some levy changes, the highest first; 0 is among them. */
function steps(levies: readonly Levy[]): number[] {
  const froms = levies.flatMap(({ brackets }) => brackets.map(({ from }) => from));
  return [...new Set([0, ...froms])].sort((one, other) => other - one);
}

const bracketAt = ({ brackets }: Levy, price: number): TaxBracket =>
  brackets.findLast(({ from }) => from <= price) ?? { from: 0, yen: 0, rate: null };

const HUNDREDTHS = 10_000;

/**
 * The price of one person and night without consumption tax, in whole yen without the fraction. Where the amount includes
 * the 宿泊税 as well, it is the price of the highest bracket that is reached once that bracket's own tax is taken out.
 */
function priceOf(amount: number, taxRate: number, { isIncluded, levies }: LodgingTaxDetails): number {
  if (!isIncluded) return Math.floor((amount * 100) / (100 + taxRate));
  let next = Number.POSITIVE_INFINITY;
  for (const from of steps(levies)) {
    const brackets = levies.map((levy) => bracketAt(levy, from));
    const fixed = brackets.reduce((sum, { yen }) => sum + (yen ?? 0), 0);
    const rate = brackets.reduce((sum, bracket) => sum + (bracket.rate ?? 0), 0);
    const parts = HUNDREDTHS + taxRate * 100 + rate;
    const price = Math.floor(((amount - fixed) * HUNDREDTHS) / parts);
    if (price >= from) return Math.min(price, next - 1);
    next = from;
  }
  return 0;
}

/** The tax of each levy on one person and night at a price. */
function taxesOf(levies: readonly Levy[], price: number): TaxedSpan['taxes'] {
  return levies.map((levy) => {
    const bracket = bracketAt(levy, price);
    const next = levy.brackets.find(({ from }) => from > bracket.from);
    const { from, rate } = bracket;
    const yen = rate === null ? (bracket.yen ?? 0) : Math.floor((price * rate) / HUNDREDTHS);
    return { levy: levy.name, from, until: next?.from ?? null, rate, yen };
  });
}

type Taxed = Pick<
  Reservation,
  | 'status'
  | 'stayStart'
  | 'stayEnd'
  | 'checkinDate'
  | 'checkoutDate'
  | 'isNoShow'
  | 'totalFee'
  | 'mensCount'
  | 'womensCount'
  | 'lodgingTax'
  | 'taxExemption'
>;

/**
 * The fee's share of a night in whole yen, as the reports share it. After check-in, when the fee is read-only, nights keep the
 * share that they had: an early departure gives money back by lines, and changes no night's price.
 */
function shareOf(booking: Taxed, night: Day, index: number, nights: number): number {
  const { checkinDate, lodgingTax, totalFee } = booking;
  const known = checkinDate !== null && lodgingTax?.fee === totalFee ? lodgingTax.spans : [];
  const kept = known.findLast(({ start }) => start <= night) ?? known[0];
  if (kept) return kept.share;
  return Math.floor(totalFee / nights) + (index < totalFee % nights ? 1 : 0);
}

function nightsOf({ stayStart, stayEnd, checkoutDate }: Taxed): { booked: Day[]; stayed: Day[] } {
  const until = checkoutDate === null ? stayEnd : endAfterCheckOut({ stayStart, stayEnd }, checkoutDate);
  const booked: Day[] = [];
  for (let night = stayStart; night < stayEnd; night = addDays(night, 1)) booked.push(night);
  return { booked, stayed: booked.filter((night) => night < until) };
}

const isAlike = (one: TaxedSpan, other: TaxedSpan): boolean =>
  spanKey({ ...one, start: other.start, end: other.end }) === spanKey(other);

const spanKey = ({ start, end, share, persons, price, isIncluded, exemption, taxes }: TaxedSpan): string =>
  JSON.stringify([
    ...[start, end, share, persons, price, isIncluded, exemption],
    taxes.map(({ levy, from, until, rate, yen }) => [levy, from, until, rate, yen]),
  ]);

/**
 * Works out the 宿泊税 of a stay, night by night by the rule of the night; nights of one kind are one span. No-shows have no
 * span, and neither have nights without a rule or after the departure. `taxRate` is the consumption tax in percent that fees
 * include.
 */
export function lodgingTaxFor(
  booking: Taxed,
  rules: readonly LodgingTaxRule[],
  hotelTaxRate: number,
): LodgingTax {
  const { totalFee: fee, mensCount, womensCount, lodgingTax, taxExemption: exemption = null } = booking;
  const isKept = booking.checkinDate !== null && lodgingTax?.fee === fee;
  const taxRate = isKept ? lodgingTax.taxRate : hotelTaxRate;
  const persons = Math.max(1, mensCount + womensCount);
  const { booked, stayed } = nightsOf(booking);
  const spans: TaxedSpan[] = [];
  for (const [index, start] of booking.isNoShow ? [] : stayed.entries()) {
    const rule = ruleOfNight(rules, start);
    if (!rule) continue;
    const share = shareOf(booking, start, index, booked.length);
    const price = priceOf(share / persons, taxRate, rule);
    const taxes = taxesOf(rule.levies, price);
    const { isIncluded } = rule;
    const span = { start, end: addDays(start, 1), share, persons, price, isIncluded, exemption, taxes };
    const last = spans.at(-1);
    if (last?.end === start && isAlike(last, span)) last.end = span.end;
    else spans.push(span);
  }
  const ofFee = spans.filter(({ isIncluded }) => isIncluded).map(taxOfSpan);
  return { fee, taxRate, included: ofFee.reduce((sum, yen) => sum + yen, 0), spans };
}

/** The event by which a booking gets the 宿泊税 of the rules, with the payment flag that follows; null if it has that already. */
export function lodgingTaxEvent(
  booking: Reservation,
  rules: readonly LodgingTaxRule[],
  hotelTaxRate: number,
): Extract<ReservationEvent, { type: 'LodgingTaxAssessed' }> | null {
  const lodgingTax = otherLodgingTax(booking, rules, hotelTaxRate);
  if (!lodgingTax) return null;
  const paymentFlag = flagOf({ ...booking, lodgingTax });
  return { type: 'LodgingTaxAssessed', data: { ...lodgingTax, paymentFlag } };
}

/**
 * Returns the 宿泊税 that a booking should have by the rules, null if it has that already. A cancelled booking keeps what it
 * had, which no longer counts.
 */
export function otherLodgingTax(
  booking: Taxed,
  rules: readonly LodgingTaxRule[],
  hotelTaxRate: number,
): LodgingTax | null {
  const { lodgingTax, status } = booking;
  if (status === 'cancelled' || (rules.length === 0 && !lodgingTax)) return null;
  const wanted = lodgingTaxFor(booking, rules, hotelTaxRate);
  const key = ({ fee, taxRate, spans }: LodgingTax) => JSON.stringify([fee, taxRate, spans.map(spanKey)]);
  const isSame = lodgingTax ? key(wanted) === key(lodgingTax) : wanted.spans.length === 0;
  return isSame ? null : wanted;
}
