import { Button, Tag } from '@blueprintjs/core';
import { paperDateText, yenText } from '@domain/calendar/stay-text.js';
import { daysBetween } from '@domain/dates.js';
import type { ReturnInvoiceRecord } from '@wire/return-invoice.js';
import { useId, useMemo, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { get, write } from '../shared/api/request.js';
import { hotelAtom } from '../shared/hotel.js';
import { Resource } from '../shared/resource.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { useSending } from '../shared/ui/sending.js';
import { renewOnErasure, useOpened } from '../shared/ui/use-opened.js';
import { PaperDialog } from './PaperDialog.js';
import { Issuer, paperNumber, rateText } from './PrintedReceipt.js';

const NAME = '適格返還請求書';

type RefundProps = { bookingId: number; refund: number };

/** Opens the 適格返還請求書 of a refund. */
export function ReturnInvoiceButton(refund: RefundProps) {
  const [isOpen, setOpen] = useState(false);
  const mayAct = useMay('desk');
  if (!mayAct) return null;
  return (
    <>
      <Button size="small" variant="minimal" text={NAME} onClick={() => setOpen(true)} />
      {isOpen && <ReturnInvoiceDialog {...refund} onClose={() => setOpen(false)} />}
    </>
  );
}

const pathOf = (bookingId: number) => `/api/booking/${bookingId}/return-invoice`;

/** The 適格返還請求書 that is being written, before its issue. */
const openedReturn = new Resource<RefundProps, ReturnInvoiceRecord>(
  'return-invoice',
  ({ bookingId, refund }, signal) => get(pathOf(bookingId), { refund: String(refund) }, signal),
);
renewOnErasure(openedReturn, ({ bookingId }) => bookingId);

type Typed = Partial<Pick<ReturnInvoiceRecord, 'addressee' | 'honorific'>>;

/** 適格返還請求書: to whom, then issued and printed with Enter; issued again it says so. */
function ReturnInvoiceDialog({ bookingId, refund, onClose }: RefundProps & { onClose: () => void }) {
  const id = useId();
  const asked = useMemo(() => ({ bookingId, refund }), [bookingId, refund]);
  const read = useOpened(openedReturn, asked);
  const [typed, setTyped] = useState<Typed>({});
  const [printed, setPrinted] = useState<ReturnInvoiceRecord | null>(null);
  const sending = useSending();
  const paper = read.value && { ...read.value, ...typed };
  const issue = async () => {
    if (!paper) return;
    const { addressee, honorific } = paper;
    const body = { refund, addressee, honorific };
    const issued = await write<ReturnInvoiceRecord>('POST', pathOf(bookingId), body);
    flushSync(() => setPrinted(issued));
    window.print();
    onClose();
  };
  return (
    <>
      <PaperDialog
        {...{ id, paper, read, sending, onClose }}
        name={NAME}
        onRetry={() => openedReturn.reload()}
        onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
        onIssue={issue}
        remark={paper?.is_required === 0 && <Tag minimal>1万円未満のため交付は任意です</Tag>}
      />
      {printed && <PrintedReturnInvoice {...printed} />}
    </>
  );
}

/** The paper as it is printed; there only while it is. */
function PrintedReturnInvoice(paper: ReturnInvoiceRecord) {
  const hotel = useValue(hotelAtom);
  if (!hotel) return null;
  const { number, addressee, honorific, amount, totals, stay, replaces } = paper;
  const [date, day, from, until] = [paper.date, paper.day, stay.stay_start, stay.stay_end].map((one) =>
    paperDateText(one, { weekday: false }),
  );
  return createPortal(
    <section className="printed printed-receipt">
      <header>
        <span>{`No. ${paperNumber(number ?? 0)}`}</span>
        <span>{date}</span>
      </header>
      <h1>
        {NAME}
        {paper.is_reissue === 1 && <small>（再発行）</small>}
      </h1>
      <p className="receipt-addressee">{[addressee, honorific].filter(Boolean).join(' ')}</p>
      <p className="receipt-amount">{`返還金額 ${yenText(amount)}-`}</p>
      {replaces !== null && (
        <p>{`No. ${paperNumber(replaces)} に代わるものです（差替前のものは無効です）。`}</p>
      )}
      <p>{`返還年月日 ${day}`}</p>
      <p>
        {`返還のもととなる宿泊 ${from}〜${until}（${daysBetween(stay.stay_start, stay.stay_end)}泊） 部屋 ${stay.room_number}`}
      </p>
      <p>上記の宿泊代金を、下記のとおり返還いたしました。</p>
      <div className="receipt-foot">
        <div>
          {totals.map((total) => (
            <p key={total.tax_rate}>{rateText(total)}</p>
          ))}
        </div>
        <Issuer {...hotel} />
      </div>
    </section>,
    document.body,
  );
}
