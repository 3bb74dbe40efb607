import { HTMLTable } from '@blueprintjs/core';
import { monthText, yenText } from '@domain/calendar/stay-text.js';
import { addMonths, type Day, monthOf } from '@domain/dates.js';
import type { LodgingTaxMonthRecord } from '@wire/lodging-tax.js';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { hotelAtom } from '../../shared/hotel.js';
import { liveSession } from '../../shared/live/live-session.js';
import { useValue } from '../../shared/store.js';
import { CsvAndPrint } from '../../shared/ui/CsvAndPrint.js';
import { ListState } from '../../shared/ui/ListState.js';
import { StepButton } from '../../shared/ui/StepButton.js';
import { TableHead } from '../../shared/ui/TableHead.js';
import { pricesText, taxMonth, taxText } from './lodging-tax.js';

/** 月計: persons and nights of a month by bracket and exemption, to be declared; also on paper and as a file. */
export function MonthCount({ today }: { today: Day }) {
  const [month, setMonth] = useState(monthOf(today));
  const { value, error } = useValue(taxMonth.atom);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    void taxMonth.load(month).then((position) => liveSession.resumeFrom(position));
  }, [month]);
  const shown = error === null && value?.month === month ? value : null;
  const print = () => {
    flushSync(() => setPrinting(true));
    window.print();
    setPrinting(false);
  };
  return (
    <section className="tax-month stack" aria-label="宿泊税の月計">
      <div className="tax-head row">
        <h2>{`月計 ${monthText(month)}`}</h2>
        <span className="tax-deeds row">
          <StepButton name="前の月" steps={-1} onStep={() => setMonth(addMonths(month, -1))} />
          <StepButton name="次の月" steps={1} onStep={() => setMonth(addMonths(month, 1))} />
          <CsvAndPrint
            path={`/api/lodging-tax/month.csv?month=${month}`}
            printName="月計を印刷"
            isReady={shown !== null}
            onPrint={print}
          />
        </span>
      </div>
      {shown ? (
        <Sums {...shown} />
      ) : (
        <ListState failure={error?.message ?? null} isLoading onRetry={() => taxMonth.reload()} />
      )}
      {isPrinting && shown && <PrintedMonth {...shown} />}
    </section>
  );
}

/** The month as it is printed, on A4. */
function PrintedMonth(month: LodgingTaxMonthRecord) {
  const hotel = useValue(hotelAtom);
  return createPortal(
    <section className="printed printed-tax-month">
      <h1>{`宿泊税 月計 ${monthText(month.month)}`}</h1>
      <p>{hotel?.name}</p>
      <p>{hotel?.address}</p>
      <Sums {...month} />
    </section>,
    document.body,
  );
}

const nightsText = (nights: number): string => `${nights.toLocaleString('ja-JP')}人泊`;

function Sums({ rows, exempt, levies, nights, exempt_nights, tax, is_open }: LodgingTaxMonthRecord) {
  if (nights === 0) return <ListState>この月に宿泊税の対象の泊はありません。</ListState>;
  const isSplit = levies.length > 1;
  return (
    <>
      {is_open === 1 && (
        <p className="tax-open">
          まだ終わっていない月です。これからの予約も含みます（取消・ノーショーは除きます）。
        </p>
      )}
      <HTMLTable compact className="tax-table" aria-label="宿泊税の月計">
        <TableHead names={['課税団体', '1人1泊の料金（税抜）']} figures={['税額', '人泊', '税額の計']} />
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify([row.levy, row.from, row.until, row.yen, row.rate])}>
              <td>{row.levy}</td>
              <td>{pricesText(row.from, row.until)}</td>
              <td data-figure>{taxText(row)}</td>
              <td data-figure>{nightsText(row.nights)}</td>
              <td data-figure>{yenText(row.tax)}</td>
            </tr>
          ))}
          {exempt.map(({ exemption, nights: spent }) => (
            <tr key={exemption}>
              <td>免除</td>
              <td>{exemption}</td>
              <td data-figure />
              <td data-figure>{nightsText(spent)}</td>
              <td data-figure>{yenText(0)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {isSplit &&
            levies.map(({ levy, nights: spent, tax: due }) => (
              <tr key={levy}>
                <th scope="row" colSpan={3}>{`${levy}の計`}</th>
                <td data-figure>{nightsText(spent)}</td>
                <td data-figure>{yenText(due)}</td>
              </tr>
            ))}
          <tr>
            <th scope="row" colSpan={3}>
              {exempt_nights > 0 ? `合計（うち免除 ${nightsText(exempt_nights)}）` : '合計'}
            </th>
            <td data-figure>{nightsText(nights)}</td>
            <td data-figure>{yenText(tax)}</td>
          </tr>
        </tfoot>
      </HTMLTable>
    </>
  );
}
