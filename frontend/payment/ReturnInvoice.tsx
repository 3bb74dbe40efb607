import { Button, Tag } from '@blueprintjs/core';
import { paperDateText, yenText } from '@domain/calendar/stay-text.js';
import { daysBetween } from '@domain/dates.js';
import type { ReturnInvoiceRecord } from '@wire/return-invoice.js';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { failureText, get, write } from '../shared/api/request.js';
import { hotelAtom } from '../shared/hotel.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { Modal } from '../shared/ui/Modal.js';
import { AddresseeFields } from './AddresseeFields.js';
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

/** 適格返還請求書: to whom, then issued and printed with Enter; issued again it says so. */
function ReturnInvoiceDialog({ bookingId, refund, onClose }: RefundProps & { onClose: () => void }) {
  const id = useId();
  const [paper, setPaper] = useState<ReturnInvoiceRecord | null>(null);
  const [printed, setPrinted] = useState<ReturnInvoiceRecord | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const path = `/api/booking/${bookingId}/return-invoice`;
  useEffect(() => {
    const controller = new AbortController();
    get<ReturnInvoiceRecord>(path, { refund: String(refund) }, controller.signal).then(
      ({ data }) => setPaper(data),
      (error) => !controller.signal.aborted && setFailure(failureText(error)),
    );
    return () => controller.abort();
  }, [path, refund]);
  const isReady = paper !== null && paper.refusal === null;
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isReady || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { addressee, honorific } = paper;
      const issued = await write<ReturnInvoiceRecord>('POST', path, { refund, addressee, honorific });
      flushSync(() => setPrinted(issued));
      window.print();
      onClose();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  const set = (change: Partial<ReturnInvoiceRecord>) =>
    setPaper((before) => before && { ...before, ...change });
  const stop = failure ?? paper?.refusal ?? null;
  return (
    <Modal
      title={NAME}
      isOpen
      ownFocus
      onClose={onClose}
      actions={
        <Button
          type="submit"
          form={id}
          intent="primary"
          text={paper?.is_reissue ? '再発行して印刷' : '発行して印刷'}
          loading={isBusy}
          disabled={!isReady}
        />
      }
    >
      {isReady && (
        <form id={id} className="receipt-form" aria-label={NAME} onSubmit={onSubmit}>
          <Figures {...paper} />
          <AddresseeFields formId={id} {...paper} onChange={set} />
        </form>
      )}
      {stop !== null && (
        <p className="field-error" role="alert">
          {stop}
        </p>
      )}
      {printed && <PrintedReturnInvoice {...printed} />}
    </Modal>
  );
}

/** The contents of the paper: its amount by tax rate, its number, and if it must be handed out. */
function Figures({ amount, totals, number, replaces, is_required }: ReturnInvoiceRecord) {
  return (
    <p>
      <strong>{yenText(amount)}</strong>
      <span className="soft">{`（${totals.map(rateText).join('、')}）`}</span>{' '}
      {number !== null && <Tag minimal>{`No.${paperNumber(number)} 発行済み`}</Tag>}
      {number === null && replaces !== null && (
        <Tag minimal intent="warning">{`No.${paperNumber(replaces)} を差し替え`}</Tag>
      )}
      {is_required === 0 && <Tag minimal>1万円未満のため交付は任意です</Tag>}
    </p>
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
