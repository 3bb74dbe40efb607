import './receivables.css';
import { Button, HTMLTable, InputGroup } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import { paperDateText, yenText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import { DEBT_AGES } from '@domain/payment/invoice.js';
import type { ReceivableCompany } from '@wire/invoice.js';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { hotelAtom } from '../shared/hotel.js';
import { liveSession } from '../shared/live/live-session.js';
import { useValue } from '../shared/store.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { ListState } from '../shared/ui/ListState.js';
import { CompanyPane } from './CompanyPane.js';
import { MonthSteps } from './InvoiceParts.js';
import { followReceivables, matching, receivables } from './invoices.js';
import { Yen } from './money-texts.js';

type ReceivablesProps = {
  month: Month;
  /** The company that is looked at; null for the list of all. */
  company: number | null;
  onMonth: (month: Month) => void;
};

/** 売掛: what companies owe, by age; of one company its stays to be billed and its invoices. */
export function ReceivablesPane({ month, company, onMonth }: ReceivablesProps) {
  return company === null ? (
    <CompanyList month={month} onMonth={onMonth} />
  ) : (
    <CompanyPane key={company} id={company} month={month} onMonth={onMonth} />
  );
}

/** Returns the address of a company's debts. */
const companyAddress = (id: number, month: Month): string => `?tab=receivables&company=${id}&month=${month}`;

function CompanyList({ month, onMonth }: Omit<ReceivablesProps, 'company'>) {
  const { value, error } = useValue(receivables.atom);
  const hotel = useValue(hotelAtom);
  const [text, setText] = useState('');
  useEffect(() => {
    void receivables.load(month).then((position) => liveSession.resumeFrom(position));
  }, [month]);
  useEffect(followReceivables, []);
  return (
    <>
      <section className="report-bar row" aria-label="売掛の条件">
        <MonthSteps month={month} onMonth={onMonth} />
        <InputGroup
          size="small"
          type="search"
          autoComplete="off"
          data-takes-escape
          aria-label="法人で絞り込み"
          placeholder="法人で絞り込み"
          value={text}
          onValueChange={setText}
        />
        <span className="report-saving row">
          <DownloadButton size="small" text="CSV" path={`/api/receivables.csv?month=${month}`} />
          <Button
            size="small"
            variant="minimal"
            icon={<Print size={16} />}
            aria-label="売掛を印刷"
            onClick={() => window.print()}
          />
        </span>
      </section>
      {error !== null || !value ? (
        <ListState failure={error?.message ?? null} isLoading onRetry={() => receivables.reload()} />
      ) : (
        <div className="report-scroll receivables">
          <div className="report-heading soft">
            <b>{`売掛 ${paperDateText(value.today)}現在`}</b>
            <span className="report-hotel">{hotel?.name}</span>
          </div>
          <Companies companies={matching(value.companies, text)} month={month} isFiltered={text !== ''} />
        </div>
      )}
    </>
  );
}

const AGE_NAMES = { current: '当月', one: '1か月', two: '2か月', more: '3か月以上' } as const;
const SUMS = ['waiting', 'waiting_amount', ...DEBT_AGES, 'overdue', 'billed', 'sum'] as const;
const COLUMNS = [
  '請求待ち',
  ...DEBT_AGES.map((age) => AGE_NAMES[age]),
  'うち期限超過',
  '請求残高',
  '売掛合計',
] as const;

type Sums = Pick<ReceivableCompany, (typeof SUMS)[number]>;

function SumCells(sums: Sums) {
  return (
    <>
      <td data-figure>{sums.waiting > 0 && `${sums.waiting}件 ${yenText(sums.waiting_amount)}`}</td>
      {DEBT_AGES.map((age) => (
        <Yen key={age} amount={sums[age]} />
      ))}
      <td data-figure data-back={sums.overdue > 0 || undefined}>
        {sums.overdue > 0 && yenText(sums.overdue)}
      </td>
      <Yen amount={sums.billed} />
      <Yen amount={sums.sum} />
    </>
  );
}

const summed = (companies: readonly ReceivableCompany[]): Sums =>
  Object.fromEntries(
    SUMS.map((name) => [name, companies.reduce((sum, company) => sum + company[name], 0)]),
  ) as Sums;

type CompaniesProps = { companies: readonly ReceivableCompany[]; month: Month; isFiltered: boolean };

function Companies({ companies, month, isFiltered }: CompaniesProps) {
  if (companies.length === 0) {
    return <ListState>{isFiltered ? '条件に合う法人はありません。' : '売掛はありません。'}</ListState>;
  }
  return (
    <HTMLTable compact aria-label="法人ごとの売掛">
      <thead>
        <tr>
          <th scope="col">法人</th>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" data-figure>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {companies.map((company) => (
          <tr key={company.corporate_id}>
            <th scope="row">
              <Link to={companyAddress(company.corporate_id, month)}>{company.company_name}</Link>
            </th>
            <SumCells {...company} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{`合計 ${companies.length}社`}</th>
          <SumCells {...summed(companies)} />
        </tr>
      </tfoot>
    </HTMLTable>
  );
}
