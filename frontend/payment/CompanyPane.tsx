import { Button, Checkbox, HTMLTable } from '@blueprintjs/core';
import { dayText, monthText, stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import type { CompanyReceivables, WaitingStay } from '@wire/invoice.js';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { liveSession } from '../shared/live/live-session.js';
import { bookingAddress } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';
import { TableHead } from '../shared/ui/TableHead.js';
import { InvoiceDialog } from './InvoiceDialog.js';
import { InvoiceStateTags, MonthSteps } from './InvoiceParts.js';
import { IssueDialog } from './IssueDialog.js';
import { companyReceivables, followCompany } from './invoices.js';
import { Yen } from './money-texts.js';
import { PrintedInvoice } from './PrintedInvoice.js';
import { paperNumber } from './PrintedReceipt.js';

type CompanyPaneProps = { id: number; month: Month; onMonth: (month: Month) => void };

/** The debts of a company: stays that are chosen for an invoice, and its invoices. */
export function CompanyPane({ id, month, onMonth }: CompanyPaneProps) {
  const { value, error } = useValue(companyReceivables.atom);
  useEffect(() => {
    void companyReceivables.load(`${id} ${month}`).then((position) => liveSession.resumeFrom(position));
  }, [id, month]);
  useEffect(followCompany, []);
  const shown = value?.corporate_id === id ? value : null;
  return (
    <>
      <section className="report-bar row" aria-label="売掛の条件">
        <Link className="receivables-back" to={`?tab=receivables&month=${month}`}>
          ← 法人の一覧
        </Link>
        <MonthSteps month={month} onMonth={onMonth} />
      </section>
      {error !== null || !shown ? (
        <ListState failure={error?.message ?? null} isLoading onRetry={() => companyReceivables.reload()} />
      ) : (
        <div className="report-scroll receivables">
          <h2>{shown.company_name}</h2>
          <Waiting key={shown.month} {...shown} />
          <Invoices invoices={shown.invoices} />
        </div>
      )}
      <PrintedInvoice />
    </>
  );
}

/** Goes to the checkbox above or below with the arrow keys. */
function goToNeighbour(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  boxes[boxes.indexOf(event.target) + step]?.focus();
}

const remarkOf = ({ is_cancelled, no_show, checkin_date }: WaitingStay): string => {
  if (is_cancelled === 1) return '取消';
  if (no_show === 1) return 'ノーショー';
  return checkin_date === null ? '未チェックイン' : '';
};

/** 請求待ち: all stays are chosen until some are left out. */
function Waiting(company: CompanyReceivables) {
  const { waiting } = company;
  const mayAct = useMay('desk');
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLTableCaptionElement>(null);
  const chosen = waiting.filter(({ booking_id }) => !leftOut.has(booking_id));
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setLeftOut((before) => new Set([...before, ...ids].filter((id) => !(isChosen && ids.includes(id)))));
  const all = waiting.map(({ booking_id }) => booking_id);
  if (waiting.length === 0) return <p className="receivables-none">請求待ちの予約はありません。</p>;
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);
  return (
    <>
      <HTMLTable compact aria-label="請求待ち">
        <caption ref={heading}>{`請求待ち（${monthText(company.month)}までの宿泊）`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                aria-label="すべて選ぶ"
                checked={chosen.length === all.length}
                indeterminate={chosen.length > 0 && chosen.length < all.length}
                onChange={({ currentTarget }) => choose(all, currentTarget.checked)}
              />
            </th>
            {['宿泊期間', '部屋', '宿泊者', '備考'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {['泊数', '料金', '請求額'].map((name) => (
              <th key={name} scope="col" data-figure>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={goToNeighbour}>
          {waiting.map((stay) => (
            <WaitingRow
              key={stay.booking_id}
              stay={stay}
              isChosen={!leftOut.has(stay.booking_id)}
              onChoose={(isChosen) => choose([stay.booking_id], isChosen)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={7}>{`選択 ${chosen.length}件（${waiting.length}件中）`}</th>
            <Yen amount={sum} />
          </tr>
        </tfoot>
      </HTMLTable>
      {mayAct && (
        <Button
          size="small"
          intent="primary"
          text="請求書を作る"
          disabled={chosen.length === 0}
          onClick={() => setOpen(true)}
        />
      )}
      <IssueDialog isOpen={isOpen} company={company} chosen={chosen} onClose={() => setOpen(false)} />
    </>
  );
}

type WaitingRowProps = { stay: WaitingStay; isChosen: boolean; onChoose: (isChosen: boolean) => void };

function WaitingRow({ stay, isChosen, onChoose }: WaitingRowProps) {
  const { booking_id, guest_name, room_number, stay_start, stay_end, nights, cost, amount } = stay;
  const range = stayRangeText({ start: stay_start, end: stay_end });
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={`${range} ${room_number} ${guest_name}`}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </td>
      <th scope="row">{range}</th>
      <td>{room_number}</td>
      <td>
        <Link to={bookingAddress(booking_id)}>{guest_name}</Link>
      </td>
      <td>{remarkOf(stay)}</td>
      <td data-figure>{nights}</td>
      <Yen amount={cost} />
      <Yen amount={amount} />
    </tr>
  );
}

/** The invoices of a company, the newest first; each opens with Enter. */
function Invoices({ invoices }: Pick<CompanyReceivables, 'invoices'>) {
  const [openId, setOpenId] = useState<number | null>(null);
  const open = invoices.find(({ id }) => id === openId) ?? null;
  if (invoices.length === 0) return <p className="receivables-none">請求書はまだありません。</p>;
  return (
    <>
      <HTMLTable compact aria-label="請求書">
        <caption>請求書</caption>
        <TableHead
          names={['番号', '対象月', '発行日', '支払期限']}
          figures={['件数', '請求額', '入金', '残り']}
          last={['状態']}
        />
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id} data-cancelled={invoice.state === 'cancelled' || undefined}>
              <th scope="row">
                <Button
                  size="small"
                  variant="minimal"
                  text={`No.${paperNumber(invoice.number)}`}
                  onClick={() => setOpenId(invoice.id)}
                />
              </th>
              <td>{monthText(invoice.month)}</td>
              <td>{dayText(invoice.issued_on)}</td>
              <td>{dayText(invoice.due_day)}</td>
              <td data-figure>{invoice.stays.length}</td>
              <td data-figure>{yenText(invoice.amount)}</td>
              <Yen amount={invoice.paid} />
              <Yen amount={invoice.open} />
              <td>
                <InvoiceStateTags {...invoice} />
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {open && <InvoiceDialog key={open.id} invoice={open} onClose={() => setOpenId(null)} />}
    </>
  );
}
