import { MAX_YEN } from '@domain/limits.js';
import {
  CANCELLATION_TAX_RATES,
  type CancellationTaxRate,
  FEE_OCCASIONS,
  type FeeOccasion,
} from '@domain/masters/cancellation-rules.js';
import { CHARGE_KINDS, type ChargeKind, TAX_RATES, type TaxRate } from '@domain/reservation/money.js';
import { BOOKING_SOURCES, type BookingSource } from '@domain/reservation/sources.js';
import { choice, requiredText, wholeNumber } from './fields.js';
import { type Managed, managedFields } from './master-records.js';

/** A line of the hotel's rules for cancellations: `booking_source` is empty for all sources, `days_to` null without a bound. */
export type CancellationRuleRecord = {
  id: number;
  name: string;
  booking_source: BookingSource | '';
  occasion: FeeOccasion;
  days_from: number;
  days_to: number | null;
  percent: number;
  minimum: number;
  tax_rate: CancellationTaxRate;
};
export type ManagedCancellationRule = CancellationRuleRecord & Managed;

/** A line that is often added to a bill. */
export type ChargeItemRecord = { id: number; name: string; kind: ChargeKind; tax_rate: TaxRate };
export type ManagedChargeItem = ChargeItemRecord & Managed;

const MOST_DAYS = 366;

/** A tax rate in percent, one of these. */
function taxRate<Rate extends number>(rates: readonly Rate[]) {
  const names = rates.map((rate) => (rate === 0 ? '0（不課税）' : String(rate))).join('、');
  return wholeNumber('税率', 0, 10)
    .refine((rate) => (rates as readonly number[]).includes(rate), {
      error: `税率は${names}のいずれかで指定してください。`,
    })
    .transform((rate) => rate as Rate);
}

/** Body of the writes of `/api/cancellation_rules`: whole days, percent and yen. */
export const cancellationRuleShape = {
  ...managedFields,
  name: requiredText('名称', 50),
  booking_source: choice('予約媒体', ['', ...BOOKING_SOURCES]).default(''),
  occasion: choice('場合', FEE_OCCASIONS),
  days_from: wholeNumber('何日前から', 0, MOST_DAYS).default(0),
  days_to: wholeNumber('何日前まで', 0, MOST_DAYS).nullable().default(null),
  percent: wholeNumber('料率', 0, 100),
  minimum: wholeNumber('最低額', 0, MAX_YEN).default(0),
  tax_rate: taxRate(CANCELLATION_TAX_RATES).default(0),
};

/** Body of the writes of `/api/charge_items`. */
export const chargeItemShape = {
  ...managedFields,
  name: requiredText('内容', 50),
  kind: choice('明細の種類', CHARGE_KINDS),
  tax_rate: taxRate(TAX_RATES),
};
