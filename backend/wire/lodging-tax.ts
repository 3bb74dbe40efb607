import type { Day, Month } from '@domain/dates.js';
import type { LodgingTaxDetails, LodgingTaxRule } from '@domain/payment/lodging-tax.js';
import type { LodgingTaxMonth } from '@domain/payment/lodging-tax-month.js';
import { z } from 'zod';
import { dayField, flag, requiredText, wholeNumber } from './fields.js';
import { managedFields } from './master-records.js';

const MOST_LEVIES = 5;
const MOST_BRACKETS = 20;
const MOST_EXEMPTIONS = 20;

const BRACKET_WRONG = '税額の区分の指定が正しくありません。';
const bracket = z
  .strictObject(
    {
      from: wholeNumber('料金の下限', 0, 9_999_999),
      yen: wholeNumber('税額', 0, 999_999).nullable().optional(),
      rate: wholeNumber('税率', 0, 10_000).nullable().optional(),
    },
    { error: BRACKET_WRONG },
  )
  .transform(({ from, yen = null, rate = null }) => ({ from, yen, rate }))
  .refine(({ yen, rate }) => (yen === null) !== (rate === null), {
    error: '税額は、円か%のどちらか一方を入力してください。',
  });

const levy = z.strictObject(
  {
    name: requiredText('課税団体', 30),
    brackets: z
      .array(bracket, { error: BRACKET_WRONG })
      .min(1, { error: '税額の区分を1つ以上入力してください。' })
      .max(MOST_BRACKETS, { error: `税額の区分は${MOST_BRACKETS}個までです。` })
      .refine((brackets) => brackets[0]?.from === 0, {
        error: '最初の区分の料金の下限は0円にしてください。',
      })
      .refine(
        (brackets) => brackets.every(({ from }, at) => at === 0 || from > (brackets[at - 1]?.from ?? 0)),
        {
          error: '税額の区分は、料金の低い順に並べてください。',
        },
      ),
  },
  { error: '課税団体の指定が正しくありません。' },
);

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** Body of the writes of a rule of the 宿泊税; `rate` is in hundredths of a percent. */
export const lodgingTaxRuleShape = {
  ...managedFields,
  name: requiredText('名称', 50),
  first_day: dayField('開始日'),
  is_included: flag('料金に含む'),
  levies: z
    .array(levy, { error: '課税団体の指定が正しくありません。' })
    .min(1, { error: '課税団体を1つ以上入力してください。' })
    .max(MOST_LEVIES, { error: `課税団体は${MOST_LEVIES}つまでです。` })
    .refine((levies) => areDistinct(levies.map(({ name }) => name)), {
      error: '同じ課税団体が2つあります。',
    }),
  exemptions: z
    .array(requiredText('免除の理由', 30), { error: '免除の理由の指定が正しくありません。' })
    .max(MOST_EXEMPTIONS, { error: `免除の理由は${MOST_EXEMPTIONS}個までです。` })
    .refine(areDistinct, { error: '同じ免除の理由が2つあります。' })
    .optional(),
};

/** Body of `POST /api/booking/{id}/lodging-tax`: null for no exemption. */
export const exemptionShape = { exemption: requiredText('免除の理由', 30).nullable() };

/** A rule of the 宿泊税. It counts from `first_day`, but for no night before `counts_from`, the day of its last change. */
export type LodgingTaxRuleRecord = {
  id: number;
  version: number;
  is_retired: 0 | 1;
  name: string;
  first_day: Day;
  counts_from: Day;
  is_included: 0 | 1;
  levies: { name: string; brackets: { from: number; yen: number | null; rate: number | null }[] }[];
  exemptions: string[];
};

/** Encodes a rule of the 宿泊税. */
export function encodeLodgingTaxRule(rule: LodgingTaxRule): LodgingTaxRuleRecord {
  const { id, version, isRetired, name, firstDay, isIncluded, levies, exemptions, periods } = rule;
  const since = periods.at(-1)?.since ?? firstDay;
  return {
    ...{ id, version, is_retired: isRetired ? 1 : 0, name, first_day: firstDay },
    counts_from: since > firstDay ? since : firstDay,
    is_included: isIncluded ? 1 : 0,
    levies: levies.map((one) => ({
      name: one.name,
      brackets: one.brackets.map(({ from, yen, rate }) => ({ from, yen, rate })),
    })),
    exemptions: [...exemptions],
  };
}

type RuleBody = z.output<z.ZodObject<typeof lodgingTaxRuleShape>>;

/** Decodes the body of a write of a rule. */
export function decodeLodgingTaxRule(body: RuleBody): LodgingTaxDetails {
  const { name, first_day: firstDay, is_included, levies, exemptions = [] } = body;
  return { name, firstDay, isIncluded: is_included === 1, levies, exemptions };
}

/** Answer of `GET /api/lodging-tax`: nights are of persons, yen whole. */
export type LodgingTaxMonthRecord = {
  month: Month;
  /** 1 while nights of the month are still to come: its figures have bookings in them. */
  is_open: 0 | 1;
  rows: {
    levy: string;
    from: number;
    until: number | null;
    rate: number | null;
    /** Tax of one person and night; null where it is a share of the price. */
    yen: number | null;
    nights: number;
    tax: number;
  }[];
  exempt: { exemption: string; nights: number }[];
  /** The sums of each prefecture or city. */
  levies: { levy: string; nights: number; tax: number }[];
  nights: number;
  exempt_nights: number;
  tax: number;
};

/** Encodes the 宿泊税 of a month. */
export function encodeLodgingTaxMonth(
  month: Month,
  isOpen: boolean,
  { rows, exempt, levies, nights, exemptNights, tax }: LodgingTaxMonth,
): LodgingTaxMonthRecord {
  return { month, is_open: isOpen ? 1 : 0, rows, exempt, levies, nights, exempt_nights: exemptNights, tax };
}
