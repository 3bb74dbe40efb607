import { Button, FormGroup, InputGroup, SegmentedControl } from '@blueprintjs/core';
import { paperName } from '@domain/payment/paper.js';
import { PAPER_KINDS, type PaperKind } from '@domain/reservation/reservation.js';
import type { ReceiptRecord } from '@wire/payment.js';
import { useEffect, useId, useState } from 'react';
import { failureText } from '../shared/api/request.js';
import { useValue, useWrite } from '../shared/store.js';
import { useSending } from '../shared/ui/sending.js';
import { PaperDialog } from './PaperDialog.js';
import { PrintedReceipt } from './PrintedReceipt.js';
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
  const sending = useSending();
  const { refuse } = sending;
  useEffect(() => {
    if (bookingId === null) {
      setReceipt(null);
      setKind(null);
      setSplitting(false);
      return;
    }
    const controller = new AbortController();
    refuse(null);
    fetchReceipt(bookingId, kind, controller.signal).then(setReceipt, (error) => {
      if (!controller.signal.aborted) refuse(failureText(error));
    });
    return () => controller.abort();
  }, [bookingId, kind, refuse]);
  const issue = async () => {
    if (!receipt) return;
    const { addressee, honorific, note } = receipt;
    await issueAndPrint(receipt.id, { kind: receipt.kind, addressee, honorific, note });
  };
  const set = (change: Partial<ReceiptRecord>) => setReceipt((before) => before && { ...before, ...change });
  const ended = receipt?.stay?.ended;
  const kinds = PAPER_KINDS.map((value) => ({ value, label: paperName(value, ended) }));
  return (
    <>
      <PaperDialog
        id={formId}
        name={paperName(receipt?.kind ?? 'receipt', ended)}
        isOpen={bookingId !== null}
        paper={receipt}
        sending={sending}
        onChange={set}
        onIssue={issue}
        onClose={() => close(null)}
      >
        {receipt && (
          <>
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
          </>
        )}
      </PaperDialog>
      <ReceiptSplitDialog bookingId={isSplitting ? bookingId : null} onClose={() => setSplitting(false)} />
      <PrintedReceipt />
    </>
  );
}
