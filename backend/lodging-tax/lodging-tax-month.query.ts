import { addMonths, type Month } from '@domain/dates.js';
import { countLodgingTax, type LodgingTaxMonth } from '@domain/payment/lodging-tax-month.js';
import type { LodgingTax } from '@domain/reservation/money.js';
import { Inject, Injectable } from '@nestjs/common';
import { encodeLodgingTaxMonth, type LodgingTaxMonthRecord } from '@wire/lodging-tax.js';
import { sql } from 'kysely';
import { Clock } from '../platform/clock.js';
import { csvText } from '../platform/csv.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';

/** The 宿泊税 of a month (月計), counted from what the log says of each stay. */
@Injectable()
export class LodgingTaxMonthReader {
  constructor(
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  async read(month: Month): Promise<LodgingTaxMonthRecord> {
    const end = addMonths(month, 1);
    return encodeLodgingTaxMonth(month, end > this.clock.today(), await this.count(month));
  }

  private async count(month: Month): Promise<LodgingTaxMonth> {
    const { rows } = await sql<{ tax: LodgingTax }>`
      select state->'lodgingTax' as tax from bookings
      where not is_cancelled and state ? 'lodgingTax'
        and daterange(stay_start, stay_end) && daterange(${month}::date, ${addMonths(month, 1)}::date)`.execute(
      this.database,
    );
    return countLodgingTax(
      rows.map(({ tax }) => tax),
      month,
    );
  }
}

const HEADINGS = '区分,課税団体,料金の下限,料金の上限,1人1泊の税額,税率（%）,免除の理由,人泊,税額'.split(',');

/** A month's 宿泊税 as a file: brackets, exemptions and sums; the upper price is itself in the next bracket. */
export function lodgingTaxMonthCsv(month: LodgingTaxMonthRecord): string {
  const { rows, exempt, levies, nights, exempt_nights, tax } = month;
  const percent = (rate: number | null) => (rate === null ? '' : rate / 100);
  return csvText(HEADINGS, [
    ...rows.map((row) => {
      const { levy, from, until, yen, rate } = row;
      return ['課税', levy, from, until ?? '', yen ?? '', percent(rate), '', row.nights, row.tax];
    }),
    ...exempt.map((row) => ['免除', '', '', '', '', '', row.exemption, row.nights, 0]),
    ...levies.map((sum) => ['計', sum.levy, '', '', '', '', '', sum.nights, sum.tax]),
    ['免除の計', '', '', '', '', '', '', exempt_nights, 0],
    ['合計', '', '', '', '', '', '', nights, tax],
  ]);
}
