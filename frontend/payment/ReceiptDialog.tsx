import { AddresseeFields } from './AddresseeFields.js';
import './payment.css';
import { Button, FormGroup, InputGroup, SegmentedControl, Tag } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import { paperName } from '@domain/payment/paper.js';
import { PAPER_KINDS, type PaperKind } from '@domain/reservation/reservation.js';
import type { ReceiptRecord } from '@wire/payment.js';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { failureText } from '../shared/api/request.js';
import { useValue, useWrite } from '../shared/store.js';
import { Modal } from '../shared/ui/Modal.js';
import { PrintedReceipt, paperNumber, rateText } from './PrintedReceipt.js';
import { ReceiptSplitDialog } from './ReceiptSplit.js';
import { fetchReceipt, issueAndPrint, receiptBookingAtom } from './receipt.js';

/** 領収書 or 宿泊明細書: to whom and for what, then issued and printed with Enter; issued again it says so. */
export function ReceiptDialog() {
  const bookingId = useValue(receiptBookingAtom);
  const close = useWrite(receiptBookingAtom);
  const [isSplitting, setSplitting] = useState(false);
  const formId = useId();
  const [kind, setKind] = useState<PaperKind | null>(null);
  const [receipt, setReceipt] = useState<ReceiptRecord | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (bookingId === null) {
      setReceipt(null);
      setKind(null);
      setSplitting(false);
      return;
    }
    const controller = new AbortController();
    setFailure(null);
    fetchReceipt(bookingId, kind, controller.signal).then(setReceipt, (error) => {
      if (!controller.signal.aborted) setFailure(failureText(error));
    });
    return () => controller.abort();
  }, [bookingId, kind]);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!receipt || isBusy || receipt.refusal !== null) return;
    setBusy(true);
    setFailure(null);
    try {
      const { addressee, honorific, note } = receipt;
      await issueAndPrint(receipt.id, { kind: receipt.kind, addressee, honorific, note });
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(false);
  };
  const set = (change: Partial<ReceiptRecord>) => setReceipt((before) => before && { ...before, ...change });
  const ended = receipt?.stay?.ended;
  const name = paperName(receipt?.kind ?? 'receipt', ended);
  const kinds = PAPER_KINDS.map((value) => ({ value, label: paperName(value, ended) }));
  const stop = failure ?? receipt?.refusal ?? null;
  return (
    <>
      <Modal
        title={name}
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
            disabled={!receipt || receipt.refusal !== null}
          />
        }
      >
        {receipt && (
          <form id={formId} className="receipt-form" aria-label={name} onSubmit={onSubmit}>
            <Figures {...receipt} />
            <AddresseeFields formId={formId} {...receipt} onChange={set} />
            <FormGroup label="但し書き" labelFor={`${formId}-note`}>
              <InputGroup
                id={`${formId}-note`}
                autoComplete="off"
                value={receipt.note}
                onValueChange={(note) => set({ note })}
              />
            </FormGroup>
            <SegmentedControl
              aria-label="書類の種類"
              size="small"
              options={kinds}
              value={receipt.kind}
              onValueChange={(value) => setKind(value as PaperKind)}
            />
            {receipt.kind === 'receipt' && receipt.refusal === null && (
              <Button size="small" text="泊・明細・宿泊者ごとに分ける" onClick={() => setSplitting(true)} />
            )}
          </form>
        )}
        {stop !== null && (
          <p className="field-error" role="alert">
            {stop}
          </p>
        )}
      </Modal>
      <ReceiptSplitDialog bookingId={isSplitting ? bookingId : null} onClose={() => setSplitting(false)} />
      <PrintedReceipt />
    </>
  );
}

/** The contents of the paper: its amount by tax rate, its number, and the one that it stands in for. */
function Figures({ amount, totals, number, replaces }: ReceiptRecord) {
  return (
    <p>
      <strong>{yenText(amount)}</strong>
      <span className="soft">{`（${totals.map(rateText).join('、')}）`}</span>{' '}
      {number !== null && <Tag minimal>{`No.${paperNumber(number)} 発行済み`}</Tag>}
      {number === null && replaces !== null && (
        <Tag minimal intent="warning">{`No.${paperNumber(replaces)} を差し替え`}</Tag>
      )}
    </p>
  );
}
