import { addMonths, type Day, daysBetween, type Month } from '../dates.js';
import { taxOfSpan } from '../reservation/account.js';
import type { LodgingTax, TaxedSpan } from '../reservation/money.js';

/** Persons' nights and the yen of one bracket; `yen` is the tax of one person and night, null where it is a share of the price. */
type BracketSum = Omit<TaxedSpan['taxes'][number], 'yen'> & {
  yen: number | null;
  nights: number;
  tax: number;
};

/** The 宿泊税 of a month as it is declared: nights are of persons, yen whole. */
export type LodgingTaxMonth = {
  rows: BracketSum[];
  exempt: { exemption: string; nights: number }[];
  levies: { levy: string; nights: number; tax: number }[];
  /** Nights under a rule, exempt ones with them. */
  nights: number;
  exemptNights: number;
  tax: number;
};

const later = (one: Day, other: Day): Day => (one > other ? one : other);
const earlier = (one: Day, other: Day): Day => (one < other ? one : other);

/** The part of a span that lies in a month; null for none. */
function within(span: TaxedSpan, month: Month): TaxedSpan | null {
  const start = later(span.start, month);
  const end = earlier(span.end, addMonths(month, 1));
  return start < end ? { ...span, start, end } : null;
}

const byBracket = (one: BracketSum, other: BracketSum): number =>
  one.levy.localeCompare(other.levy, 'ja') || one.from - other.from || (one.yen ?? 0) - (other.yen ?? 0);

/** Counts the 宿泊税 of a month by bracket and exemption from that of all stays which were not cancelled. */
export function countLodgingTax(taxes: Iterable<LodgingTax>, month: Month): LodgingTaxMonth {
  const rows = new Map<string, BracketSum>();
  const exempt = new Map<string, { exemption: string; nights: number }>();
  const counted = { nights: 0, exemptNights: 0, tax: 0 };
  for (const whole of [...taxes].flatMap(({ spans }) => spans)) {
    const span = within(whole, month);
    if (!span) continue;
    const nights = daysBetween(span.start, span.end) * span.persons;
    counted.nights += nights;
    counted.tax += taxOfSpan(span);
    if (span.exemption !== null) {
      counted.exemptNights += nights;
      const { exemption } = span;
      exempt.set(exemption, { exemption, nights: (exempt.get(exemption)?.nights ?? 0) + nights });
      continue;
    }
    for (const { levy, from, until, rate, yen: each } of span.taxes) {
      const yen = rate === null ? each : null;
      const key = JSON.stringify([levy, from, until, rate, yen]);
      const row = rows.get(key) ?? { levy, from, until, rate, yen, nights: 0, tax: 0 };
      rows.set(key, { ...row, nights: row.nights + nights, tax: row.tax + nights * each });
    }
  }
  const sorted = [...rows.values()].sort(byBracket);
  return { rows: sorted, exempt: [...exempt.values()], levies: byLevy(sorted), ...counted };
}

function byLevy(rows: readonly BracketSum[]): LodgingTaxMonth['levies'] {
  const sums = new Map<string, { levy: string; nights: number; tax: number }>();
  for (const { levy, nights, tax } of rows) {
    const sum = sums.get(levy) ?? { levy, nights: 0, tax: 0 };
    sums.set(levy, { levy, nights: sum.nights + nights, tax: sum.tax + tax });
  }
  return [...sums.values()];
}
