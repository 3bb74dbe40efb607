import './payment.css';
import { Button, HTMLTable } from '@blueprintjs/core';
import { dayText, paperDateText } from '@domain/calendar/stay-text.js';
import { addDays, type Day } from '@domain/dates.js';
import type { DailyPayments as DailyPaymentsRecord, WayRow } from '@wire/payment.js';
import { instantText } from '@wire/value-texts.js';
import { useEffect } from 'react';
import { get } from '../shared/api/request.js';
import { hotelAtom } from '../shared/hotel.js';
import { liveSession } from '../shared/live/live-session.js';
import { Resource } from '../shared/resource.js';
import { useValue } from '../shared/store.js';
import { CsvAndPrint } from '../shared/ui/CsvAndPrint.js';
import { DayInput } from '../shared/ui/DateInput.js';
import { ListState } from '../shared/ui/ListState.js';
import { StepButton } from '../shared/ui/StepButton.js';
import { TableHead } from '../shared/ui/TableHead.js';
import { CloseDayButton, ClosedDay, Corrections, People } from './DayClose.js';
import { BookingCells, byText, Yen } from './money-texts.js';
import { PaneBody } from './PaneBody.js';

/** The payments of a day, and of which one. */
const dailyPayments = new Resource<Day, DailyPaymentsRecord>(
  'daily-payments',
  (date, signal) => get('/api/daily-payments', { date }, signal),
  { keepPrevious: 'briefly' },
);

/** Keeps the day current while it is shown; returns how to stop. */
function followDailyPayments(): () => void {
  return dailyPayments.follow(
    ({ bookings, closed_days, invoices }) =>
      bookings.length > 0 || closed_days !== undefined || invoices !== undefined,
  );
}

type DailyPaymentsProps = { date: Day; today: Day; onDay: (day: Day) => void };

/** 日計: what came in on a day by way of payment, each payment beneath, and what no longer fits its fee. */
export function DailyPayments({ date, today, onDay }: DailyPaymentsProps) {
  const { value, error } = useValue(dailyPayments.atom);
  const hotel = useValue(hotelAtom);
  const timezone = hotel?.timezone ?? 'UTC';
  useEffect(() => {
    void dailyPayments.load(date).then((position) => liveSession.resumeFrom(position));
  }, [date]);
  useEffect(followDailyPayments, []);
  return (
    <>
      <DayBar {...{ date, today, timezone, onDay }} day={value?.date === date ? value : null} />
      <PaneBody
        name="daily-payments"
        heading={value ? `日計 ${paperDateText(value.date)}` : ''}
        failure={error?.message ?? null}
        onRetry={() => dailyPayments.reload()}
      >
        {value && (
          <>
            {value.counting_day > today && value.date === today && (
              <p role="status">{`この後の入金は${dayText(value.counting_day)}の日計に記録されます。`}</p>
            )}
            {value.close && <ClosedDay close={value.close} timezone={timezone} />}
            <Sums {...value} />
            <Corrections {...value} timezone={timezone} />
            <People {...value} />
            <Rows {...value} timezone={timezone} />
          </>
        )}
      </PaneBody>
    </>
  );
}

type DayBarProps = DailyPaymentsProps & { day: DailyPaymentsRecord | null; timezone: string };

function DayBar({ date, today, day, timezone, onDay }: DayBarProps) {
  const latest = day && day.counting_day > today ? day.counting_day : today;
  return (
    <section className="report-bar row" aria-label="日計の条件">
      <StepButton name="前の日" steps={-1} onStep={() => onDay(addDays(date, -1))} />
      <DayInput
        label="日計の日付"
        value={date}
        isRequired
        picker={{ start: null, earliest: null, latest }}
        onDay={(day) => day && onDay(day)}
      />
      <StepButton
        name="次の日"
        steps={1}
        isDisabled={date >= latest}
        onStep={() => onDay(addDays(date, 1))}
      />
      {date !== today && <Button size="small" text="今日" onClick={() => onDay(today)} />}
      {day && date <= today && (
        <CloseDayButton
          {...{ day, timezone }}
          key={date}
          onChanged={() => dailyPayments.reload(day.position)}
        />
      )}
      <span className="report-saving row">
        <CsvAndPrint path={`/api/daily-payments.csv?date=${date}`} printName="日計を印刷" />
      </span>
    </section>
  );
}

function SumCells({ count, taken, back, sum }: Omit<WayRow, 'payment_type' | 'payment_name'>) {
  return (
    <>
      <td data-figure>{count}</td>
      <Yen amount={taken} />
      <Yen amount={back} />
      <Yen amount={sum} />
    </>
  );
}

function Sums({ ways, total }: DailyPaymentsRecord) {
  return (
    <HTMLTable compact striped aria-label="支払方法ごとの集計">
      <TableHead names={['支払方法']} figures={['件数', '入金', '取消', '差引']} />
      <tbody>
        {ways.map(({ payment_type, payment_name, ...sums }) => (
          <tr key={payment_type}>
            <th scope="row">{payment_name}</th>
            <SumCells {...sums} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合計</th>
          <SumCells {...total} />
        </tr>
      </tfoot>
    </HTMLTable>
  );
}

const ROW_NAMES = ['時刻', '部屋', '宿泊者'] as const;

function Rows({ rows, differences, timezone }: DailyPaymentsRecord & { timezone: string }) {
  const time = (instant: string) => instantText(instant, timezone).slice(11, 16);
  if (rows.length + differences.length === 0) return <ListState>この日の入金はありません。</ListState>;
  return (
    <>
      {rows.length > 0 && (
        <HTMLTable compact striped aria-label="入金の明細">
          <TableHead names={[...ROW_NAMES, '支払方法']} figures={['金額']} last={['担当者・端末']} />
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.position} ${row.payment_type} ${row.amount < 0}`}>
                <td>{time(row.recorded_at)}</td>
                <BookingCells {...row} />
                <td>{row.payment_name}</td>
                <Yen amount={row.amount} />
                <td>{byText(row)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
      {differences.length > 0 && (
        <HTMLTable compact striped aria-label="入金後に料金が変わった予約">
          <caption>入金後に料金が変わった予約（差額は上の集計に含みません）</caption>
          <TableHead names={ROW_NAMES} figures={['入金額', '変更後', '差額']} last={['担当者・端末']} />
          <tbody>
            {differences.map((row) => (
              <tr key={row.position}>
                <td>{time(row.recorded_at)}</td>
                <BookingCells {...row} />
                <Yen amount={row.before} />
                <Yen amount={row.after} />
                <Yen amount={row.difference} />
                <td>{byText(row)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
    </>
  );
}
