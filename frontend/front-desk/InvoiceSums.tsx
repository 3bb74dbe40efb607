import { countText, yenText } from '@domain/calendar/stay-text.js';
import { groupBy } from '@domain/group-by.js';
import { Link } from 'react-router-dom';
import { corporatesAtom } from '../shared/masters.js';
import { SCREENS } from '../shared/screens.js';
import { useValue } from '../shared/store.js';
import { TwoLines } from '../shared/ui/DataGrid.js';
import type { DeskBooking } from './desk.js';
import { moreInvoicesAtom } from './desk-days.js';
import { deskRowsAtom } from './desk-view.js';

/** The company of a booking, with its channel beneath. */
export function Company({ record }: Pick<DeskBooking, 'record'>) {
  const company = useValue(corporatesAtom).find(({ id }) => id === record.corporateID);
  return <TwoLines first={company?.corporate_short_name ?? ''} second={record.booking_source} strong />;
}

const SHOWN_COMPANIES = 6;

/** Sums the listed stays by invoice, by company and in all, as far as they were read. */
export function InvoiceSums() {
  const rows = useValue(deskRowsAtom);
  const isPart = useValue(moreInvoicesAtom) > 0;
  const names = new Map(useValue(corporatesAtom).map((one) => [one.id, one.corporate_short_name]));
  const sumOf = (some: readonly DeskBooking[]) => some.reduce((sum, { record }) => sum + record.balance, 0);
  const companies = [...groupBy(rows, ({ record }) => record.corporateID)]
    .map(([id, own]) => ({ name: names.get(id) ?? '', count: own.length, sum: sumOf(own) }))
    .sort((one, other) => other.sum - one.sum);
  if (rows.length === 0) return null;
  const others = companies.length - SHOWN_COMPANIES;
  return (
    <section className="desk-invoices row" aria-label="請求書払いの合計">
      <strong>{`${isPart ? '表示中 ' : ''}${countText(rows.length)}件 残り ${yenText(sumOf(rows))}`}</strong>
      {companies.slice(0, SHOWN_COMPANIES).map(({ name, count, sum }) => (
        <span key={name}>{`${name} ${count}件 ${yenText(sum)}`}</span>
      ))}
      {others > 0 && <span>{`ほか${others}社`}</span>}
      <Link to={`${SCREENS.reports.path}?tab=receivables`}>売掛・請求書へ</Link>
    </section>
  );
}
