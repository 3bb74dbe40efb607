import { countText, yenText } from '@domain/calendar/stay-text.js';
import { groupBy } from '@domain/group-by.js';
import { Link } from 'react-router-dom';
import { corporateNameAtom } from '../shared/masters.js';
import { SCREENS } from '../shared/screens.js';
import { useValue } from '../shared/store.js';
import { TwoLines } from '../shared/ui/DataGrid.js';
import type { DeskBooking } from './desk.js';
import { moreInvoicesAtom } from './desk-days.js';
import { deskRowsAtom } from './desk-view.js';

/** The company of a booking, with its channel beneath. */
export function Company({ record }: Pick<DeskBooking, 'record'>) {
  const nameOf = useValue(corporateNameAtom);
  return <TwoLines first={nameOf(record.corporateID)} second={record.booking_source} strong />;
}

const SHOWN_COMPANIES = 6;

/** Sums the listed stays by invoice, by company and in all, as far as they were read. */
export function InvoiceSums() {
  const rows = useValue(deskRowsAtom);
  const isPart = useValue(moreInvoicesAtom) > 0;
  const nameOf = useValue(corporateNameAtom);
  const sumOf = (some: readonly DeskBooking[]) => some.reduce((sum, { record }) => sum + record.balance, 0);
  const companies = [...groupBy(rows, ({ record }) => record.corporateID)]
    .map(([id, own]) => ({ id, name: nameOf(id), count: own.length, sum: sumOf(own) }))
    .sort((one, other) => other.sum - one.sum);
  if (rows.length === 0) return null;
  const others = companies.length - SHOWN_COMPANIES;
  return (
    <section className="desk-invoices row" aria-label="請求書払いの合計">
      <strong>{`${isPart ? '表示中 ' : ''}${countText(rows.length)}件 残り ${yenText(sumOf(rows))}`}</strong>
      {companies.slice(0, SHOWN_COMPANIES).map(({ id, name, count, sum }) => (
        <span key={id}>{`${name} ${count}件 ${yenText(sum)}`}</span>
      ))}
      {others > 0 && <span>{`ほか${others}社`}</span>}
      <Link to={`${SCREENS.reports.path}?tab=receivables`}>売掛・請求書へ</Link>
    </section>
  );
}
