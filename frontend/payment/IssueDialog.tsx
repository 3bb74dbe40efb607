import { Button, FormGroup, TextArea } from '@blueprintjs/core';
import { monthText, yenText } from '@domain/calendar/stay-text.js';
import { type Day, parseDay } from '@domain/dates.js';
import { MAX_REMARK } from '@domain/limits.js';
import type { Honorific } from '@domain/reservation/reservation.js';
import type { CompanyReceivables, WaitingStay } from '@wire/invoice.js';
import { type FormEvent, useState } from 'react';
import { DayInput } from '../shared/ui/DateInput.js';
import { Modal } from '../shared/ui/Modal.js';
import { RefusalText, useSending } from '../shared/ui/sending.js';
import { HonorificSelect } from './AddresseeFields.js';
import { companyReceivables, issueInvoice, usualDueDay } from './invoices.js';

type ChoicesProps = {
  due: Day;
  honorific: Honorific;
  remark: string;
  today: Day;
  onDue: (day: Day) => void;
  onHonorific: (honorific: Honorific) => void;
  onRemark: (remark: string) => void;
};

/** 支払期限, 敬称 and 備考 of an invoice. */
export function InvoiceChoices(props: ChoicesProps) {
  const { due, honorific, remark, today, onDue, onHonorific, onRemark } = props;
  return (
    <div className="invoice-choices">
      <FormGroup label="支払期限">
        <DayInput
          label="支払期限"
          value={due}
          isRequired
          picker={{ start: null, earliest: today, latest: null }}
          onDay={(day) => day && onDue(day)}
        />
      </FormGroup>
      <FormGroup label="敬称" labelFor="invoice-honorific">
        <HonorificSelect id="invoice-honorific" value={honorific} onHonorific={onHonorific} />
      </FormGroup>
      <FormGroup className="invoice-remark" label="備考（請求書に印刷）" labelFor="invoice-remark">
        <TextArea
          id="invoice-remark"
          fill
          rows={2}
          maxLength={MAX_REMARK}
          value={remark}
          onChange={({ currentTarget }) => onRemark(currentTarget.value)}
        />
      </FormGroup>
    </div>
  );
}

type IssueDialogProps = {
  isOpen: boolean;
  company: CompanyReceivables;
  chosen: readonly WaitingStay[];
  onClose: () => void;
};

/** Asks for the day due, then issues an invoice over the chosen stays and prints it. */
export function IssueDialog({ isOpen, onClose, ...form }: IssueDialogProps) {
  return (
    <Modal
      title={`請求書 ${form.company.company_name}`}
      isOpen={isOpen}
      ownFocus
      hasNoFooter
      onClose={onClose}
    >
      <IssueForm {...form} onClose={onClose} />
    </Modal>
  );
}

function IssueForm({ company, chosen, onClose }: Omit<IssueDialogProps, 'isOpen'>) {
  const { month, today, corporate_id } = company;
  const [due, setDue] = useState(usualDueDay(month, today));
  const [honorific, setHonorific] = useState<Honorific>('御中');
  const [remark, setRemark] = useState('');
  const { isSending, refusal, send } = useSending();
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);
  const issue = async () => {
    const booking_ids = chosen.map(({ booking_id }) => booking_id);
    await issueInvoice({ corporate_id, month, booking_ids, due_day: due, honorific, remark });
    await companyReceivables.reload();
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (parseDay(due) !== null) void send(issue, () => companyReceivables.reload());
  };
  return (
    <form className="invoice-form stack" aria-label="請求書の発行" noValidate onSubmit={onSubmit}>
      <p>
        {`${monthText(month)}分　${chosen.length}件　`}
        <strong>{yenText(sum)}</strong>
      </p>
      <InvoiceChoices
        {...{ due, honorific, remark, today }}
        onDue={setDue}
        onHonorific={setHonorific}
        onRemark={setRemark}
      />
      <RefusalText text={refusal} />
      <div className="row">
        <Button type="submit" intent="primary" autoFocus text="発行して印刷" loading={isSending} />
        <Button text="やめる" onClick={onClose} />
      </div>
    </form>
  );
}
