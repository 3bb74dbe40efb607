import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { MAX_YEN } from '../limits.js';
import { isByInvoice } from '../masters/masters.js';
import { balanceOf, chargesOf, feeOwed, possibleCosts, reversed, takenOf } from './account.js';
import type { Movement } from './money.js';
import type { AccountCommand, ReservationDecision, ReservationFacts } from './reservation.commands.js';
import type { ReservationEvent } from './reservation.events.js';
import type { Flag, Reservation } from './reservation.js';
import { masterRules } from './save-rules.js';

const EXEMPTION_UNKNOWN = invalid(
  'exemption_unknown',
  'exemption',
  '宿泊税の免除の理由は、マスタの宿泊税に登録されているものから選んでください。',
);
const CANCELLED_HAS_NO_TAX = conflict('already_cancelled', null, '取り消された予約に宿泊税はありません。');

const yen = (amount: number): string => `¥${amount.toLocaleString('en-US')}`;
const sumOf = (parts: readonly Movement[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);
const flagFor = (balance: number): Flag => (balance > 0 ? 0 : 1);

/** The codes of refusals that come from what another terminal did to the same account. */
export const OVERTAKEN_CODES: readonly string[] = ['nothing_due', 'payment_above_due'];

/** Returns the rules that the named ways of paying break; each rule once. */
export function wayRules(
  parts: readonly Movement[],
  stored: Reservation,
  facts: ReservationFacts,
): BrokenRule[] {
  const broken = parts.flatMap(({ paymentType }) => masterRules({ ...stored, paymentType }, facts, stored));
  return broken.filter(
    ({ code }, index) =>
      broken.findIndex((other) => other.code === code) === index && code.startsWith('payment'),
  );
}

/** The rule that no more is taken than is due. */
function dueRules(parts: readonly Movement[], balance: number): BrokenRule[] {
  if (sumOf(parts) <= balance) return [];
  if (balance <= 0) return [conflict('nothing_due', 'amount', 'お支払いの残りはありません。')];
  return [
    conflict('payment_above_due', 'amount', `お支払いの残り${yen(balance)}を超える入金は記録できません。`),
  ];
}

/** The rule that no more is given back than was taken. */
function refundRules(parts: readonly Movement[], taken: number): BrokenRule[] {
  if (sumOf(parts) <= taken) return [];
  const message = `受け取った金額${yen(Math.max(0, taken))}を超える返金は記録できません。`;
  return [conflict('refund_above_taken', 'amount', message)];
}

/** The rules of what a stay costs with its lines. */
function costRules(cost: number, added: number): BrokenRule[] {
  if (cost < 0 && added < 0)
    return [invalid('discount_above_cost', 'amount', '値引が料金の合計を超えています。')];
  if (cost <= MAX_YEN) return [];
  return [invalid('cost_too_high', 'amount', `料金の合計は${yen(MAX_YEN)}までです。`)];
}

function done(broken: BrokenRule[], event: ReservationEvent): Decided<ReservationDecision> {
  return broken.length > 0 ? refused(...broken) : decided({ events: [event], regrouped: [] });
}

/**
 * Decides what is done to the account of a stay, also of a cancelled one: money taken or given back, or a line beside the
 * fee. Fee and points themselves are changed by a save alone (spec 4).
 */
export function decideAccount(
  command: AccountCommand,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const balance = balanceOf(stored);
  const { paymentDay } = facts;
  switch (command.type) {
    case 'take-payment': {
      const { parts } = command;
      const left = balance - sumOf(parts);
      // The rest of a stay by invoice is billed.
      const keepsWay = command.keepsWay || (left > 0 && isByInvoice(stored, facts.knownPayments));
      const data = {
        paymentType: keepsWay ? stored.paymentType : (parts.at(-1)?.paymentType ?? stored.paymentType),
        paymentFlag: flagFor(left),
        ...{ paymentDay, moved: parts },
      };
      const broken = [...wayRules(parts, stored, facts), ...dueRules(parts, balance)];
      return done(broken, { type: 'PaymentTaken', data });
    }
    case 'refund': {
      const { parts, reason } = command;
      const data = {
        ...{ paymentType: stored.paymentType, paymentFlag: flagFor(balance + sumOf(parts)), paymentDay },
        ...{ moved: reversed(parts), refundReason: reason },
      };
      const broken = [...wayRules(parts, stored, facts), ...refundRules(parts, takenOf(stored))];
      return done(broken, { type: 'PaymentRefunded', data });
    }
    case 'add-charge': {
      const { kind, name, amount, taxRate } = command;
      const chargeAmount = kind === '値引' ? -amount : amount;
      const former = feeOwed(stored) + chargesOf(stored);
      const cost = former + chargeAmount;
      const data = {
        ...{ chargeKind: kind, chargeName: name, chargeAmount, chargeTaxRate: taxRate },
        paymentFlag: flagFor(balance - Math.max(0, former) + Math.max(0, cost)),
      };
      const [broken = []] = possibleCosts(stored)
        .map((one) => costRules(one + chargeAmount, chargeAmount))
        .filter(({ length }) => length > 0);
      return done(broken, { type: 'ChargeAdded', data });
    }
    case 'exempt': {
      const { exemption } = command;
      if (exemption === (stored.taxExemption ?? null)) return decided({ events: [], regrouped: [] });
      if (stored.status === 'cancelled') return refused(CANCELLED_HAS_NO_TAX);
      const isKnown = exemption === null || facts.exemptions?.includes(exemption) === true;
      return done(isKnown ? [] : [EXEMPTION_UNKNOWN], { type: 'LodgingTaxExempted', data: { exemption } });
    }
    default:
      return command satisfies never;
  }
}
