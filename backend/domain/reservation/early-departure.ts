import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { yenText } from '../calendar/stay-text.js';
import { type Day, daysBetween, type Stay } from '../dates.js';
import {
  type CancellationTaxRate,
  EARLY_DEPARTURE,
  type ProposedFee,
  proposedFee,
} from '../masters/cancellation-rules.js';
import {
  amountDue,
  balanceOf,
  chargesOf,
  feeOwed,
  flagOf,
  NO_ACCOUNT,
  takenByWay,
  takenOf,
  taxOfSpan,
  withCharges,
} from './account.js';
import { wayRules } from './decide-account.js';
import { regroup } from './grouping.js';
import { inHouseRule } from './in-house.js';
import { type Charge, type Movement, usualTaxRate } from './money.js';
import { pick, taxBetween } from './move-stay.js';
import { shareOfFirst } from './night-shares.js';
import type { LeaveEarly, ReservationDecision, ReservationFacts } from './reservation.commands.js';
import { evolveReservation, type ReservationEvent } from './reservation.events.js';
import type { Reservation } from './reservation.js';
import { endAfterCheckOut } from './stay-actions.js';

/** The nights that a guest does not sleep, and what they cost after points, in whole yen. */
export type UnsleptNights = { stay: Stay; nights: number; price: number };

const NOTHING_LEFT = conflict(
  'no_night_left',
  null,
  '空けられる泊が残っていません。チェックアウトしてください。',
);
const HAS_FOLLOWING = conflict(
  'already_continued',
  null,
  'この予約には続きの予約があります。先に続きの予約を取り消してください。',
);
const FEE_WITHOUT_RETURN = invalid(
  'fee_without_return',
  'fee',
  '料金をそのまま受け取るときは、早期出発の手数料は記録できません。',
);

type Booked = Pick<
  Reservation,
  'stayStart' | 'stayEnd' | 'totalFee' | 'usedPoints' | 'status' | 'account' | 'isNoShow'
>;

/**
 * Returns the nights that a guest who leaves today does not sleep, with their share of fee and points: never more than the
 * stay costs with its lines. At least one night remains.
 */
export function unsleptNights(stored: Booked, today: Day): UnsleptNights {
  const { stayStart, stayEnd, totalFee, usedPoints } = stored;
  const start = endAfterCheckOut(stored, today);
  const [slept, nights] = [daysBetween(stayStart, start), daysBetween(stayStart, stayEnd)];
  const kept = amountDue({
    totalFee: shareOfFirst(totalFee, slept, nights),
    usedPoints: shareOfFirst(usedPoints, slept, nights),
  });
  const cost = Math.max(0, feeOwed(stored) + chargesOf(stored));
  const price = Math.max(0, Math.min(amountDue(stored) - kept, cost));
  return { stay: { start, end: stayEnd }, nights: nights - slept, price };
}

/** Returns the fee that the hotel's rules propose for nights that are not slept; null for none. */
export function proposedLeavingFee(
  rules: Parameters<typeof proposedFee>[0],
  { bookingSource }: Pick<Reservation, 'bookingSource'>,
  { stay, price }: UnsleptNights,
): ProposedFee | null {
  const nights = { bookingSource, stayStart: stay.start, totalFee: price };
  return proposedFee(rules, EARLY_DEPARTURE, nights, stay.start);
}

/** Returns the rule against ending a stay today, null for none: who is in the house may, while nights are left. */
export function leavingRule(stored: Reservation, today: Day): BrokenRule | null {
  const against = inHouseRule(stored);
  if (against) return against;
  if (stored.groupEndDate !== null && stored.groupEndDate > stored.stayEnd) return HAS_FOLLOWING;
  return endAfterCheckOut(stored, today) < stored.stayEnd ? null : NOTHING_LEFT;
}

/** Shortens a stay, and its group with it. */
export function shorten(stored: Reservation, stayEnd: Day, facts: ReservationFacts): ReservationDecision {
  const places = regroup({ ...stored, stayEnd }, facts.neighbours, 'keep');
  const own = places.find(({ id }) => id === stored.id)?.place;
  return {
    events: [{ type: 'ReservationAmended', data: { stayEnd, ...own } }],
    regrouped: places.filter(({ id }) => id !== stored.id),
  };
}

/** The money of an early departure: the price that goes, the fee that stays, and whether money is given back. */
type Settlement = {
  isLowered: boolean;
  price: number;
  fee: number;
  feeTaxRate: CancellationTaxRate;
  refunds: boolean;
};

function settlementOf(
  { lowersFee, fee, feeTaxRate, refunds }: LeaveEarly,
  stored: Reservation,
  unslept: UnsleptNights,
  { cancellationRules = [] }: ReservationFacts,
): Settlement {
  const isPrepaid = stored.account?.isPrepaid === true;
  const isLowered = lowersFee ?? !isPrepaid;
  const proposed = isLowered ? proposedLeavingFee(cancellationRules, stored, unslept) : null;
  return {
    isLowered,
    price: isLowered ? unslept.price : 0,
    fee: fee ?? proposed?.amount ?? 0,
    feeTaxRate: feeTaxRate ?? proposed?.taxRate ?? 0,
    refunds: refunds ?? !isPrepaid,
  };
}

function feeRules({ fee, isLowered }: Settlement, { price }: UnsleptNights): BrokenRule[] {
  if (!isLowered) return fee > 0 ? [FEE_WITHOUT_RETURN] : [];
  if (fee <= price) return [];
  const message = `早期出発の手数料は、泊まらない泊の料金${yenText(price)}までです。`;
  return [invalid('fee_above_nights', 'fee', message)];
}

/** The 宿泊税 of the nights that remain; no event where none falls away. */
function taxEvents(booking: Reservation): ReservationEvent[] {
  const { lodgingTax, stayStart, stayEnd } = booking;
  const last = lodgingTax?.spans.at(-1);
  if (!lodgingTax || !last || last.end <= stayEnd) return [];
  const { spans = [] } = taxBetween(lodgingTax, stayStart, stayEnd).lodgingTax ?? {};
  const included = spans
    .filter(({ isIncluded }) => isIncluded)
    .reduce((sum, span) => sum + taxOfSpan(span), 0);
  const tax = { ...lodgingTax, included, spans };
  return [
    { type: 'LodgingTaxAssessed', data: { ...tax, paymentFlag: flagOf({ ...booking, lodgingTax: tax }) } },
  ];
}

/** A line of the account with the flag that follows. */
function lineEvent(booking: Reservation, line: Omit<Charge, 'id'>): ReservationEvent {
  const { account = NO_ACCOUNT } = booking;
  const charged = withCharges(account, [...account.charges, { ...line, id: 0 }]);
  const { kind: chargeKind, name: chargeName, amount: chargeAmount, taxRate: chargeTaxRate, nights } = line;
  const { account: _, ...rest } = booking;
  const paymentFlag = flagOf({ ...rest, ...(charged && { account: charged }) });
  const data = { chargeKind, chargeName, chargeAmount, chargeTaxRate, paymentFlag };
  return { type: 'ChargeAdded', data: nights === undefined ? data : { ...data, chargeNights: nights } };
}

/** The lines by which the price of nights that are not slept goes, and a fee stays; a line of 0 is none. */
function linesOf({ price, fee, feeTaxRate }: Settlement, { nights }: UnsleptNights): Omit<Charge, 'id'>[] {
  const name = `早期出発 ${nights}泊分`;
  const back = { kind: '値引' as const, name, amount: -price, taxRate: usualTaxRate('値引'), nights };
  const kind = feeTaxRate === 0 ? ('キャンセル料' as const) : ('手数料' as const);
  const kept = { kind, name, amount: fee, taxRate: feeTaxRate };
  return [...(price > 0 ? [back] : []), ...(fee > 0 ? [kept] : [])];
}

function refundEvents(
  booking: Reservation,
  refundBy: number | undefined,
  paymentDay: Day,
): ReservationEvent[] {
  const amount = Math.min(Math.max(0, -balanceOf(booking)), takenOf(booking));
  if (amount <= 0) return [];
  const parts: Movement[] =
    refundBy === undefined ? pick(takenByWay(booking), amount) : [{ paymentType: refundBy, amount }];
  const moved = parts.map((part) => ({ ...part, amount: -part.amount }));
  const paymentFlag = flagOf({ ...booking, account: refunded(booking, moved) });
  const data = { paymentType: booking.paymentType, paymentFlag, paymentDay, moved };
  return [{ type: 'PaymentRefunded', data: { ...data, refundReason: '早期出発' } }];
}

const refunded = ({ account = NO_ACCOUNT }: Reservation, moved: Movement[]) => ({
  ...account,
  entries: [...account.entries, { id: 0, moved, day: null }],
});

/**
 * Decides the end of a stay today for a guest in the house who leaves before the planned day (早期出発): the nights that are
 * left become free, their price goes by a line and what was paid for them is given back, a fee for them is kept; 合計料金
 * itself stays (spec 4). Of what a booking site was paid nothing changes unless asked for. The guest is checked out with it
 * unless that is not wanted.
 */
export function decideEarlyDeparture(
  command: LeaveEarly,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const against = leavingRule(stored, facts.today);
  if (against) return refused(against);
  const unslept = unsleptNights(stored, facts.today);
  const settlement = settlementOf(command, stored, unslept, facts);
  const ways = command.refundBy === undefined ? [] : [{ paymentType: command.refundBy, amount: 0 }];
  const broken = [...feeRules(settlement, unslept), ...wayRules(ways, stored, facts)];
  if (broken.length > 0) return refused(...broken);
  const { events, regrouped } = shorten(stored, unslept.stay.start, facts);
  let after = stored;
  const decidedEvents: ReservationEvent[] = [];
  const add = (more: readonly ReservationEvent[]) => {
    for (const event of more) after = evolveReservation(after, event, stored.id);
    decidedEvents.push(...more);
  };
  add(events);
  add(taxEvents(after));
  for (const line of linesOf(settlement, unslept)) add([lineEvent(after, line)]);
  if (settlement.refunds) add(refundEvents(after, command.refundBy, facts.paymentDay));
  if (command.checksOut) add([{ type: 'GuestCheckedOut', data: { date: facts.today } }]);
  return decided({ events: decidedEvents, regrouped });
}
