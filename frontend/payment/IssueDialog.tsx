import { Button, FormGroup } from '@blueprintjs/core';
import { monthText, yenText } from '@domain/calendar/stay-text.js';
import { type Day, parseDay } from '@domain/dates.js';
import type { Honorific } from '@domain/reservation/reservation.js';
import type { CompanyReceivables, WaitingStay } from '@wire/invoice.js';
import { type FormEvent, useState } from 'react';
import { failureText } from '../shared/api/request.js';
import { DayInput } from '../shared/ui/DateInput.js';
import { Modal } from '../shared/ui/Modal.js';
import { HonorificSelect } from './AddresseeFields.js';
import { companyReceivables, issueInvoice, usualDueDay } from './invoices.js';

type ChoicesProps = {
  due: Day;
  honorific: Honorific;
  today: Day;
  onDue: (day: Day) => void;
  onHonorific: (honorific: Honorific) => void;
};

/** 支払期限 and 敬称 of an invoice. */
export function InvoiceChoices({ due, honorific, today, onDue, onHonorific }: ChoicesProps) {
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
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || parseDay(due) === null) return;
    setBusy(true);
    setFailure(null);
    try {
      const booking_ids = chosen.map(({ booking_id }) => booking_id);
      await issueInvoice({ corporate_id, month, booking_ids, due_day: due, honorific });
      await companyReceivables.reload();
      onClose();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
      await companyReceivables.reload();
    }
  };
  return (
    <form className="invoice-form stack" aria-label="請求書の発行" noValidate onSubmit={onSubmit}>
      <p>
        {`${monthText(month)}分　${chosen.length}件　`}
        <strong>{yenText(sum)}</strong>
      </p>
      <InvoiceChoices {...{ due, honorific, today }} onDue={setDue} onHonorific={setHonorific} />
      {failure !== null && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
      <div className="row">
        <Button type="submit" intent="primary" autoFocus text="発行して印刷" loading={isBusy} />
        <Button text="やめる" onClick={onClose} />
      </div>
    </form>
  );
}
