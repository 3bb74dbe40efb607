import { yenText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import { halfWidth } from '@domain/typed-text.js';
import type { LodgingTaxMonthRecord, LodgingTaxRuleRecord } from '@wire/lodging-tax.js';
import { get, write } from '../../shared/api/request.js';
import { Resource } from '../../shared/resource.js';

type Bracket = LodgingTaxRuleRecord['levies'][number]['brackets'][number];
/** A rule as it was changed, and how many bookings got another tax by that. */
type ChangedRule = LodgingTaxRuleRecord & { bookings: number };

const RULES = '/api/lodging-tax/rules';

/** The rules of the 宿泊税, retired ones too. */
export const taxRules = new Resource<null, readonly LodgingTaxRuleRecord[]>(
  'lodging-tax-rules',
  (_, signal) => get(RULES, {}, signal),
);

/** The 宿泊税 of a month. */
export const taxMonth = new Resource<Month, LodgingTaxMonthRecord>(
  'lodging-tax-month',
  (month, signal) => get('/api/lodging-tax/month', { month }, signal),
  { keepPrevious: 'briefly' },
);

/** Keeps rules and month current while they are shown; returns how to stop. */
export function followLodgingTax(): () => void {
  const stops = [
    taxRules.follow(({ masters }) => masters.includes('lodging-tax-rule')),
    taxMonth.follow(({ bookings }) => bookings.length > 0),
  ];
  return () => stops.forEach((stop) => void stop());
}

/** Saves a rule, a new one where there was none, and reads them anew. */
export async function saveRule(rule: LodgingTaxRuleRecord | null, body: object): Promise<ChangedRule> {
  const saved =
    rule === null
      ? await write<ChangedRule>('POST', RULES, body)
      : await write<ChangedRule>('PUT', `${RULES}/${rule.id}`, body, { version: rule.version });
  await Promise.all([taxRules.reload(), taxMonth.reload()]);
  return saved;
}

/** Takes a rule out of use, or puts it back. */
export async function retireRule(
  { id, version }: LodgingTaxRuleRecord,
  is_retired: 0 | 1,
): Promise<ChangedRule> {
  const saved = await write<ChangedRule>('PUT', `${RULES}/${id}/retired`, { is_retired }, { version });
  await Promise.all([taxRules.reload(), taxMonth.reload()]);
  return saved;
}

/** The tax of a bracket in words: `400円` or `3%`. */
export function taxText({ yen, rate }: Omit<Bracket, 'from'>): string {
  return rate === null ? `${(yen ?? 0).toLocaleString('ja-JP')}円` : `${rate / 100}%`;
}

/** The prices of a bracket in words. */
export function pricesText(from: number, until: number | null): string {
  if (until === null) return from === 0 ? 'すべて' : `${yenText(from)} 以上`;
  return from === 0 ? `${yenText(until)} 未満` : `${yenText(from)} 以上 ${yenText(until)} 未満`;
}

/** A typed number without its unit; another text as it is, for the server to say so, and null for nothing. */
function numberIn(text: string): number | string | null {
  const figures = halfWidth(text).replace(/[\s,円¥%]/g, '');
  if (figures === '') return null;
  return Number.isNaN(Number(figures)) ? text : Number(figures);
}

/** Reads a typed tax: `400円`, or `2.5%` as hundredths of a percent. */
export function readTax(text: string): { yen: number | string | null } | { rate: number | string | null } {
  const number = numberIn(text);
  if (!/%/.test(halfWidth(text))) return { yen: number };
  return { rate: typeof number === 'number' ? Math.round(number * 100) : number };
}

/** Reads a typed price in yen. */
export const readPrice = (text: string): number | string => numberIn(text) ?? text;
