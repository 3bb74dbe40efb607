import './payment.css';
import { Button, Tag } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import type { ReceiptRecord } from '@wire/payment.js';
import type { ReactNode } from 'react';
import type { ResourceState } from '../shared/resource.js';
import { ListState } from '../shared/ui/ListState.js';
import { Modal } from '../shared/ui/Modal.js';
import { RefusalText, type Sending } from '../shared/ui/sending.js';
import { AddresseeFields } from './AddresseeFields.js';
import { paperNumber, rateText } from './PrintedReceipt.js';

/** Facts of a paper before its issue, and to whom it goes. */
type Paper = Pick<
  ReceiptRecord,
  'amount' | 'totals' | 'number' | 'replaces' | 'is_reissue' | 'refusal' | 'addressee' | 'honorific'
>;

type PaperDialogProps = {
  /** Id of the form. */
  id: string;
  name: string;
  /** Null until it is read. */
  paper: Paper | null;
  /** The reading of the paper. */
  read: Pick<ResourceState<unknown, unknown>, 'status' | 'error'>;
  onRetry: () => unknown;
  sending: Sending;
  onChange: (change: Partial<Pick<Paper, 'addressee' | 'honorific'>>) => void;
  onIssue: () => Promise<void>;
  onClose: () => void;
  /** A remark beside the amount. */
  remark?: ReactNode;
  /** Further fields. */
  children?: ReactNode;
};

/** The question before a paper is issued and printed: its amount, and to whom it goes; Enter issues it. */
export function PaperDialog(props: PaperDialogProps) {
  const { id, name, paper, read, sending, onChange, onIssue, onClose, remark, children } = props;
  const mayIssue = paper !== null && paper.refusal === null && read.status === 'ready';
  return (
    <Modal
      title={name}
      isOpen
      ownFocus
      onClose={onClose}
      actions={
        <Button
          type="submit"
          form={id}
          intent="primary"
          text={paper?.is_reissue ? '再発行して印刷' : '発行して印刷'}
          loading={sending.isSending}
          disabled={!mayIssue}
        />
      }
    >
      {(paper === null || read.error !== null) && (
        <ListState
          failure={read.error?.message ?? null}
          isLoading
          focusesRetry={paper === null}
          onRetry={props.onRetry}
        />
      )}
      {paper && (
        <form
          id={id}
          className="receipt-form"
          aria-label={name}
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            if (mayIssue) void sending.send(onIssue);
          }}
        >
          <p>
            <strong>{yenText(paper.amount)}</strong>
            <span className="soft">{`（${paper.totals.map(rateText).join('、')}）`}</span>{' '}
            <Former {...paper} />
            {remark}
          </p>
          <AddresseeFields formId={id} {...paper} onChange={onChange} />
          {children}
        </form>
      )}
      <RefusalText text={sending.refusal ?? paper?.refusal ?? null} />
    </Modal>
  );
}

/** Says under which number the paper was issued, or which one it stands in for. */
function Former({ number, replaces }: Pick<Paper, 'number' | 'replaces'>) {
  if (number !== null) return <Tag minimal>{`No.${paperNumber(number)} 発行済み`}</Tag>;
  if (replaces === null) return null;
  return <Tag minimal intent="warning">{`No.${paperNumber(replaces)} を差し替え`}</Tag>;
}
