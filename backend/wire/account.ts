import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import type { Day } from '@domain/dates.js';
import { MAX_YEN } from '@domain/limits.js';
import {
  type CancellationTerms,
  CHARGE_KINDS,
  type ChargeKind,
  type Movement,
  TAX_RATES,
  type TaxRate,
} from '@domain/reservation/money.js';
import type { Flag } from '@domain/reservation/reservation.js';
import { z } from 'zod';
import { choice, idField, requiredText, text, wholeNumber } from './fields.js';

const MOST_WAYS = 9;
const WAYS_WRONG = '支払方法と金額の指定が正しくありません。';

const amount = wholeNumber('金額', 1, MAX_YEN);
const way = z.strictObject({ payment_type: idField('支払方法'), amount }, { error: WAYS_WRONG });

/** Several ways of paying and what each gives. */
export const severalWays = z
  .array(way, { error: WAYS_WRONG })
  .min(1, { error: WAYS_WRONG })
  .max(MOST_WAYS, { error: WAYS_WRONG });

/** Ways of paying and what each gives: one as `payment_type` and `amount`, several as `ways`. */
const waysShape = {
  payment_type: idField('支払方法').optional(),
  amount: amount.optional(),
  ways: severalWays.optional(),
};

/** Body of `POST /api/booking/{id}/payments`. */
export const paymentsShape = waysShape;

/** Body of `POST /api/booking/{id}/refunds`. */
export const refundsShape = { ...waysShape, reason: requiredText('返金の理由', 100) };

/** Body of `POST /api/booking/{id}/charges`: whole yen with the tax included; a discount's are positive as well. */
export const chargesShape = {
  kind: choice('明細の種類', CHARGE_KINDS),
  name: text('内容', 50).optional(),
  amount,
  tax_rate: wholeNumber('税率', 0, 10)
    .refine((rate) => (TAX_RATES as readonly number[]).includes(rate), {
      error: '税率は10、8、0（不課税）のいずれかで指定してください。',
    })
    .transform((rate) => rate as TaxRate)
    .optional(),
};

/** One way of paying and what it gives, whole yen. */
export type PaidWay = z.output<typeof way>;

/** The movements of several ways. */
export const movementsOfWays = (ways: readonly PaidWay[]): Movement[] =>
  ways.map(({ payment_type: paymentType, amount: given }) => ({ paymentType, amount: given }));

type Ways = {
  payment_type?: number | undefined;
  amount?: number | undefined;
  ways?: PaidWay[] | undefined;
};

/** The movements that a body asks for, or the rules that it breaks: it has one way or several, not both. */
export function decodeWays({ payment_type, amount: single, ways }: Ways): {
  parts: Movement[];
  broken: BrokenRule[];
} {
  const one = payment_type !== undefined && single !== undefined ? [{ payment_type, amount: single }] : [];
  const isMixed = ways !== undefined && (payment_type !== undefined || single !== undefined);
  const named = ways ?? one;
  const broken = named.length === 0 || isMixed ? [invalid('ways_wrong', 'ways', WAYS_WRONG)] : [];
  return { parts: movementsOfWays(named), broken };
}

type Origin = { recorded_at: string; staff_name: string | null; terminal: string | null };

/** Answer of `GET /api/booking/{id}/account`: whole yen. Due is `fee` plus lines and 宿泊税 less `prepaid` and `taken`. */
export type AccountRecord = {
  id: number;
  version: number;
  total_fee: number;
  used_points: number;
  /** The fee after points that is owed: 0 for a cancelled booking. */
  fee: number;
  charges: (Origin & {
    id: number;
    kind: ChargeKind;
    name: string;
    amount: number;
    tax_rate: TaxRate;
    /** Number of nights given up after check-in whose price it takes off. Left out of other lines. */
    nights?: number;
    /** The fee of a cancellation or no-show: what the rules proposed, and why less was charged. Left out of other lines. */
    cancellation?: CancellationTerms;
  })[];
  /** Payments, and refunds with negative amounts. */
  payments: (Origin & {
    id: number;
    day: Day;
    ways: { payment_type: number | null; payment_name: string; amount: number }[];
    reason: string | null;
    is_reversed: Flag;
  })[];
  /** The 宿泊税 of each levy by equal nights: `yen` of one person and night, `amount` of all (0 for exempt guests). */
  lodging_taxes: {
    start: Day;
    end: Day;
    persons: number;
    /** The price of one person and night without tax. */
    price: number;
    is_included: Flag;
    levy: string;
    yen: number;
    amount: number;
  }[];
  /** The 宿泊税 beside the fee, which the balance counts, and the one that the fee includes. */
  lodging_tax: number;
  lodging_tax_included: number;
  /** Reason for the exemption; null if there is none. */
  exemption: string | null;
  /** Grounds that may be chosen. */
  exemptions: string[];
  charged: number;
  prepaid: number;
  /** 1 if the fee was paid elsewhere, to a booking site. */
  is_prepaid: Flag;
  taken: number;
  balance: number;
  payment_flag: Flag;
};
