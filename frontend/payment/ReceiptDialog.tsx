import './payment.css';
import { Button, FormGroup, InputGroup, Tag } from '@blueprintjs/core';
import { paperDateText, yenText } from '@domain/calendar/stay-text.js';
import type { ReceiptRecord } from '@wire/payment.js';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { failureText } from '../shared/api/request.js';
import { hotelAtom } from '../shared/hotel.js';
import { paymentsAtom } from '../shared/masters.js';
import { useValue, useWrite } from '../shared/store.js';
import { blockComposingEnter } from '../shared/ui/composing-enter.js';
import { Modal } from '../shared/ui/Modal.js';
import { fetchReceipt, issueAndPrint, printedReceiptAtom, receiptBookingAtom } from './receipt.js';

/** From this amount on, tax left out, a receipt for cash needs a revenue stamp. */
const STAMP_FROM = 50_000;

/** 領収書: to whom and for what, then issued and printed with Enter; issued again it says so. */
export function ReceiptDialog() {
  const bookingId = useValue(receiptBookingAtom);
  const close = useWrite(receiptBookingAtom);
  const formId = useId();
  const [receipt, setReceipt] = useState<ReceiptRecord | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (bookingId === null) return;
    const controller = new AbortController();
    setReceipt(null);
    setFailure(null);
    fetchReceipt(bookingId, controller.signal).then(setReceipt, (error) => {
      if (!controller.signal.aborted) setFailure(failureText(error));
    });
    return () => controller.abort();
  }, [bookingId]);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!receipt || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await issueAndPrint(receipt.id, { addressee: receipt.addressee, note: receipt.note });
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(false);
  };
  const set = (change: Partial<ReceiptRecord>) => setReceipt((before) => before && { ...before, ...change });
  const field = (name: 'addressee' | 'note', label: string) => (
    <FormGroup label={label} labelFor={`${formId}-${name}`}>
      <InputGroup
        id={`${formId}-${name}`}
        autoComplete="off"
        autoFocus={name === 'addressee'}
        value={receipt?.[name] ?? ''}
        onValueChange={(value) => set({ [name]: value })}
      />
    </FormGroup>
  );
  return (
    <>
      <Modal
        title="領収書"
        isOpen={bookingId !== null}
        ownFocus
        onClose={() => close(null)}
        actions={
          <Button
            type="submit"
            form={formId}
            intent="primary"
            text={receipt?.is_reissue ? '再発行して印刷' : '発行して印刷'}
            loading={isBusy}
            disabled={!receipt}
          />
        }
      >
        {receipt && (
          <form
            id={formId}
            className="receipt-form"
            aria-label="領収書"
            onSubmit={onSubmit}
            onKeyDownCapture={blockComposingEnter}
          >
            <p>
              <strong>{yenText(receipt.amount)}</strong>
              <span className="soft">{`（うち消費税 ${receipt.tax_rate}% ${yenText(receipt.tax)}）`}</span>{' '}
              {receipt.number !== null && <Tag minimal>{`No.${numberText(receipt.number)} 発行済み`}</Tag>}
            </p>
            {field('addressee', '宛名')}
            {field('note', '但し書き')}
          </form>
        )}
        {failure !== null && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
      </Modal>
      <PrintedReceipt />
    </>
  );
}

const numberText = (number: number): string => String(number).padStart(6, '0');

/** The receipt on paper; there only while it is printed. */
function PrintedReceipt() {
  const receipt = useValue(printedReceiptAtom);
  const hotel = useValue(hotelAtom);
  const way = useValue(paymentsAtom).find(({ id }) => id === receipt?.payment_type)?.payment_name;
  if (!receipt || !hotel) return null;
  const { number, addressee, note, amount, tax, tax_rate, date, is_reissue } = receipt;
  return createPortal(
    <section className="printed printed-receipt">
      <header>
        <span>{`No. ${numberText(number ?? 0)}`}</span>
        <span>{paperDateText(date, { weekday: false })}</span>
      </header>
      <h1>
        領収書
        {is_reissue === 1 && <small>（再発行）</small>}
      </h1>
      <p className="receipt-addressee">{`${addressee} 様`}</p>
      <p className="receipt-amount">{`${yenText(amount)}-`}</p>
      <p>{`但し ${note}`}</p>
      <p>上記の金額を正に領収いたしました。</p>
      <div className="receipt-foot">
        <div>
          <p>{`${tax_rate}%対象 ${yenText(amount)}（うち消費税 ${yenText(tax)}）`}</p>
          {way && <p>{`お支払方法 ${way}`}</p>}
        </div>
        {amount - tax >= STAMP_FROM && <div className="receipt-stamp">収入印紙</div>}
        <div className="receipt-hotel">
          <p>
            <strong>{hotel.name}</strong>
          </p>
          <p>{hotel.address}</p>
          {hotel.phone && <p>{`電話 ${hotel.phone}`}</p>}
          {hotel.registration_number && <p>{`登録番号 ${hotel.registration_number}`}</p>}
        </div>
      </div>
    </section>,
    document.body,
  );
}
