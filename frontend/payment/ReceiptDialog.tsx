import { Button, FormGroup, InputGroup, SegmentedControl } from '@blueprintjs/core';
import { paperName } from '@domain/payment/paper.js';
import { PAPER_KINDS, type PaperKind } from '@domain/reservation/reservation.js';
import type { ReceiptRecord } from '@wire/payment.js';
import { useId, useMemo, useState } from 'react';
import { useValue, useWrite } from '../shared/store.js';
import { useSending } from '../shared/ui/sending.js';
import { useOpened } from '../shared/ui/use-opened.js';
import { PaperDialog } from './PaperDialog.js';
import { PrintedReceipt } from './PrintedReceipt.js';
import { ReceiptSplitDialog } from './ReceiptSplit.js';
import { issueAndPrint, openedReceipt, receiptBookingAtom } from './receipt.js';

/** Hosts the 領収書 or 宿泊明細書 that is being written, and the one that goes on paper. */
export function ReceiptDialog() {
  const bookingId = useValue(receiptBookingAtom);
  return (
    <>
      {bookingId !== null && <OpenedReceipt key={bookingId} bookingId={bookingId} />}
      <PrintedReceipt />
    </>
  );
}

type Typed = Partial<Pick<ReceiptRecord, 'addressee' | 'honorific' | 'note'>>;

/** 領収書 or 宿泊明細書: to whom and for what, then issued and printed with Enter; issued again it says so. */
function OpenedReceipt({ bookingId }: { bookingId: number }) {
  const close = useWrite(receiptBookingAtom);
  const id = useId();
  const [isSplitting, setSplitting] = useState(false);
  const [kind, setKind] = useState<PaperKind | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const sending = useSending();
  const asked = useMemo(() => ({ bookingId, kind }), [bookingId, kind]);
  const read = useOpened(openedReceipt, asked);
  const receipt = read.value && { ...read.value, ...typed };
  const set = (change: Typed) => setTyped((before) => ({ ...before, ...change }));
  const issue = async () => {
    if (!receipt) return;
    const { addressee, honorific, note } = receipt;
    await issueAndPrint(bookingId, { kind: receipt.kind, addressee, honorific, note });
  };
  const ended = receipt?.stay?.ended;
  return (
    <>
      <PaperDialog
        {...{ id, read, sending }}
        name={paperName(receipt?.kind ?? 'receipt', ended)}
        paper={receipt}
        onRetry={() => openedReceipt.reload()}
        onChange={set}
        onIssue={issue}
        onClose={() => close(null)}
      >
        {receipt && (
          <>
            <FormGroup label="但し書き" labelFor={`${id}-note`}>
              <InputGroup
                id={`${id}-note`}
                autoComplete="off"
                value={receipt.note}
                onValueChange={(note) => set({ note })}
              />
            </FormGroup>
            <SegmentedControl
              aria-label="書類の種類"
              size="small"
              options={PAPER_KINDS.map((value) => ({ value, label: paperName(value, ended) }))}
              value={receipt.kind}
              onValueChange={(value) => {
                sending.refuse(null);
                setKind(value as PaperKind);
              }}
            />
            {receipt.kind === 'receipt' && receipt.refusal === null && (
              <Button size="small" text="泊・明細・宿泊者ごとに分ける" onClick={() => setSplitting(true)} />
            )}
          </>
        )}
      </PaperDialog>
      {isSplitting && <ReceiptSplitDialog bookingId={bookingId} onClose={() => setSplitting(false)} />}
    </>
  );
}
