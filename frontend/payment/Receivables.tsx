import './receivables.css';
import { HTMLTable, InputGroup } from '@blueprintjs/core';
import { paperDateText, yenText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import { DEBT_AGES } from '@domain/payment/invoice.js';
import type { ReceivableCompany } from '@wire/invoice.js';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { liveSession } from '../shared/live/live-session.js';
import { useValue } from '../shared/store.js';
import { CsvAndPrint } from '../shared/ui/CsvAndPrint.js';
import { TableHead } from '../shared/ui/TableHead.js';
import { CompanyPane } from './CompanyPane.js';
import { EndedDebts } from './EndedDebts.js';
import { MonthSteps } from './InvoiceParts.js';
import { AGE_NAMES, followReceivables, matching, receivables } from './invoices.js';
import { Yen } from './money-texts.js';
import { PaneBody } from './PaneBody.js';

type ReceivablesProps = {
  month: Month;
  /** The company that is looked at; null for the list of all. */
  company: number | null;
  onMonth: (month: Month) => void;
};

/** 売掛: what companies and cancelled guests owe, by age; of one company its stays to be billed and its invoices. */
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
  const [text, setText] = useState('');
  useEffect(() => {
    void receivables.load(month).then((position) => liveSession.resumeFrom(position));
  }, [month]);
  useEffect(followReceivables, []);
  const companies = matching(value?.companies ?? [], ({ company_name }) => company_name, text);
  return (
    <>
      <section className="report-bar row" aria-label="売掛の条件">
        <MonthSteps month={month} onMonth={onMonth} />
        <InputGroup
          size="small"
          type="search"
          autoComplete="off"
          data-takes-escape
          aria-label="法人・宿泊者で絞り込み"
          placeholder="法人・宿泊者で絞り込み"
          value={text}
          onValueChange={setText}
        />
        <span className="report-saving row">
          <CsvAndPrint path={`/api/receivables.csv?month=${month}`} printName="売掛を印刷" />
        </span>
      </section>
      <PaneBody
        name="receivables"
        heading={value ? `売掛 ${paperDateText(value.today)}現在` : ''}
        failure={error?.message ?? null}
        onRetry={() => receivables.reload()}
      >
        {value && (
          <>
            <Companies companies={companies} month={month} isFiltered={text !== ''} />
            <EndedDebts {...value} text={text} />
          </>
        )}
      </PaneBody>
    </>
  );
}

const SUMS = ['waiting', 'waiting_amount', ...DEBT_AGES, 'overdue', 'billed', 'sum'] as const;
const COLUMNS = ['請求待ち', ...AGE_NAMES, 'うち期限超過', '請求残高', '売掛合計'] as const;

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
    return (
      <p className="receivables-none">
        {isFiltered ? '条件に合う法人はありません。' : '法人の売掛はありません。'}
      </p>
    );
  }
  return (
    <HTMLTable compact aria-label="法人ごとの売掛">
      <TableHead names={['法人']} figures={COLUMNS} />
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
