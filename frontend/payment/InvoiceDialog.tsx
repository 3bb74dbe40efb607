import { Button, FormGroup, HTMLSelect, HTMLTable } from '@blueprintjs/core';
import { dayText, stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { CANCEL_REASONS, type CancelReason } from '@domain/payment/invoice.js';
import { halfWidth } from '@domain/typed-text.js';
import type { InvoiceRecord } from '@wire/invoice.js';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../shared/api/request.js';
import { todayAtom } from '../shared/hotel.js';
import { paymentsAtom } from '../shared/masters.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { DayInput } from '../shared/ui/DateInput.js';
import { Modal } from '../shared/ui/Modal.js';
import { RefusalText, useSending } from '../shared/ui/sending.js';
import { TableHead } from '../shared/ui/TableHead.js';
import { YenInput } from '../shared/ui/YenInput.js';
import { InvoiceStateTags } from './InvoiceParts.js';
import { InvoiceChoices } from './IssueDialog.js';
import { changeInvoice, companyReceivables, printInvoice } from './invoices.js';
import { Yen } from './money-texts.js';
import { paperNumber } from './PrintedReceipt.js';
import { WithPaymentWays } from './WithPaymentWays.js';

type Change = Parameters<typeof changeInvoice>[1];
type OnChange = (what: Change, body: object) => Promise<InvoiceRecord | null>;

type InvoiceDialogProps = { invoice: InvoiceRecord; onClose: () => void };

/** An invoice: its stays, what came in for it, and what can be done with it. */
export function InvoiceDialog({ invoice, onClose }: InvoiceDialogProps) {
  const mayAct = useMay('desk');
  const [failure, setFailure] = useState<string | null>(null);
  const [isEnding, setEnding] = useState(false);
  const onChange: OnChange = async (what, body) => {
    setFailure(null);
    try {
      return await changeInvoice(invoice, what, body);
    } catch (error) {
      setFailure(failureText(error));
      return null;
    } finally {
      await companyReceivables.reload();
    }
  };
  const isLiving = invoice.state !== 'cancelled';
  const reissue = async () => {
    const printed = await onChange('reissue', {});
    if (printed) printInvoice(printed);
  };
  return (
    <Modal
      title={`請求書 No.${paperNumber(invoice.number)} ${invoice.company_name}`}
      className="invoice-dialog"
      isOpen
      ownFocus={mayAct && invoice.open > 0}
      onClose={onClose}
      actions={
        mayAct &&
        isLiving && (
          <>
            <Button text="再発行して印刷" onClick={reissue} />
            <Button text="作り直す・取り消す" aria-expanded={isEnding} onClick={() => setEnding(!isEnding)} />
          </>
        )
      }
    >
      <div className="stack">
        <p className="invoice-sums">
          {`請求額 ${yenText(invoice.amount)}　入金 ${yenText(invoice.paid)}　`}
          <strong>{`残り ${yenText(invoice.open)}`}</strong>
          {`　支払期限 ${dayText(invoice.due_day)} `}
          <InvoiceStateTags {...invoice} />
        </p>
        <RefusalText text={failure} />
        <Stays stays={invoice.stays} />
        <Payments invoice={invoice} mayAct={mayAct} onChange={onChange} />
        {mayAct && invoice.open > 0 && !isEnding && (
          <WithPaymentWays>
            <PayForm key={invoice.version} invoice={invoice} onChange={onChange} />
          </WithPaymentWays>
        )}
        {mayAct && isLiving && isEnding && (
          <EndForm invoice={invoice} onChange={onChange} onClose={onClose} />
        )}
      </div>
    </Modal>
  );
}

function Stays({ stays }: Pick<InvoiceRecord, 'stays'>) {
  return (
    <HTMLTable compact aria-label="請求した宿泊">
      <TableHead names={['宿泊期間', '部屋', '宿泊者']} figures={['泊数', '請求額', '入金']} />
      <tbody>
        {stays.map((stay) => (
          <tr key={stay.booking_id} data-outdated={stay.is_outdated === 1 || undefined}>
            <th scope="row">{stayRangeText({ start: stay.stay_start, end: stay.stay_end })}</th>
            <td>{stay.room_number}</td>
            <td>{stay.guest_name}</td>
            <td data-figure>{stay.nights}</td>
            <td data-figure>{yenText(stay.amount)}</td>
            <Yen amount={stay.paid} />
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}

type PaymentsProps = { invoice: InvoiceRecord; mayAct: boolean; onChange: OnChange };

/** Lists the payments of the invoice; the desk's share is what its bookings took beside it. */
function Payments({ invoice, mayAct, onChange }: PaymentsProps) {
  const { payments, paid, state } = invoice;
  const sumOf = (ways: (typeof payments)[number]['ways']) =>
    ways.reduce((sum, { amount }) => sum + amount, 0);
  const counted = payments
    .filter(({ is_reverted }) => is_reverted === 0)
    .reduce((sum, { ways }) => sum + sumOf(ways), 0);
  const atDesk = state === 'cancelled' ? 0 : paid - counted;
  if (payments.length === 0 && atDesk === 0) return null;
  return (
    <HTMLTable compact aria-label="請求書の入金">
      <tbody>
        {payments.map(({ id, received_on, ways, is_reverted }) => (
          <tr key={id} data-cancelled={is_reverted === 1 || undefined}>
            <th scope="row">{`入金 ${dayText(received_on)}`}</th>
            <td>{ways.map(({ payment_name }) => payment_name).join('、')}</td>
            <td data-figure>{yenText(sumOf(ways))}</td>
            <td>
              {is_reverted === 1 && '取消済み'}
              {is_reverted === 0 && mayAct && (
                <Button
                  size="small"
                  variant="minimal"
                  text="入金を取り消す"
                  onClick={() => onChange('reversals', { payment: id })}
                />
              )}
            </td>
          </tr>
        ))}
        {atDesk !== 0 && (
          <tr>
            <th scope="row">フロントでの入金・返金</th>
            <td />
            <Yen amount={atDesk} />
            <td />
          </tr>
        )}
      </tbody>
    </HTMLTable>
  );
}

const yenOf = (text: string): number => Number(halfWidth(text).replace(/\D/g, ''));

/** The ways by which companies usually pay, transfers first. */
function usePaymentWays() {
  const ways = useValue(paymentsAtom).filter(
    ({ is_retired, kind }) => is_retired !== 1 && kind !== '事前決済',
  );
  const rank = ({ payment_name, kind }: (typeof ways)[number]) =>
    payment_name.includes('振込') ? 0 : kind === '請求書' ? 1 : 2;
  return [...ways].sort((a, b) => rank(a) - rank(b));
}

type FormProps = { invoice: InvoiceRecord; onChange: OnChange };

/** 入金: what is left stands there already; Enter records it. */
function PayForm({ invoice, onChange }: FormProps) {
  const id = useId();
  const today = useValue(todayAtom);
  const ways = usePaymentWays();
  const [way, setWay] = useState<number | null>(null);
  const [amount, setAmount] = useState(String(invoice.open));
  const [day, setDay] = useState<Day | null>(today);
  const { isSending, send } = useSending();
  const payment_type = way ?? ways[0]?.id ?? null;
  const sum = yenOf(amount);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (sum === 0 || payment_type === null) return;
    const received = day !== null && { received_on: day };
    void send(() => onChange('payments', { ways: [{ payment_type, amount: sum }], ...received }));
  };
  return (
    <form className="invoice-pay row" aria-label="請求書の入金" noValidate onSubmit={onSubmit}>
      <FormGroup label="支払方法" labelFor={`${id}-way`}>
        <HTMLSelect
          id={`${id}-way`}
          options={ways.map(({ id: value, payment_name: label }) => ({ value, label }))}
          value={payment_type ?? undefined}
          onChange={({ currentTarget }) => setWay(Number(currentTarget.value))}
        />
      </FormGroup>
      <FormGroup label="金額" labelFor={`${id}-amount`}>
        <YenInput id={`${id}-amount`} autoFocus value={amount} onValue={setAmount} />
      </FormGroup>
      <FormGroup label="入金日">
        <DayInput
          label="入金日"
          value={day ?? ''}
          isRequired
          picker={{ start: null, earliest: null, latest: today }}
          onDay={setDay}
        />
      </FormGroup>
      <Button
        type="submit"
        intent="primary"
        loading={isSending}
        disabled={sum === 0}
        text={`${yenText(sum)} を入金`}
      />
    </form>
  );
}

/** Makes an invoice anew with a number of its own, or cancels it; for a reason. */
function EndForm({ invoice, onChange, onClose }: FormProps & { onClose: () => void }) {
  const id = useId();
  const today = useValue(todayAtom) ?? invoice.issued_on;
  const [reason, setReason] = useState<CancelReason>(CANCEL_REASONS[0]);
  const [due, setDue] = useState(invoice.due_day < today ? today : invoice.due_day);
  const [honorific, setHonorific] = useState(invoice.honorific);
  const [remark, setRemark] = useState(invoice.remark);
  const { isSending, send } = useSending();
  const end = async (what: 'replacement' | 'cancel') => {
    const more = what === 'replacement' ? { due_day: due, honorific, remark } : {};
    const changed = await onChange(what, { reason, ...more });
    if (!changed) return;
    if (what === 'replacement') printInvoice(changed);
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => end('replacement'));
  };
  return (
    <form className="invoice-form stack" aria-label="請求書の作り直し・取消" noValidate onSubmit={onSubmit}>
      <FormGroup label="取消の理由" labelFor={`${id}-reason`}>
        <HTMLSelect
          id={`${id}-reason`}
          autoFocus
          options={[...CANCEL_REASONS]}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value as CancelReason)}
        />
      </FormGroup>
      <InvoiceChoices
        {...{ due, honorific, remark, today }}
        onDue={setDue}
        onHonorific={setHonorific}
        onRemark={setRemark}
      />
      <div className="row">
        <Button type="submit" intent="primary" text="作り直して印刷" loading={isSending} />
        <Button
          intent="danger"
          variant="outlined"
          text="取り消す"
          onClick={() => send(() => end('cancel'))}
        />
      </div>
    </form>
  );
}
