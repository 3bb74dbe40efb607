import './payment.css';
import { Button, FormGroup, HTMLSelect, HTMLTable, InputGroup, SegmentedControl } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import { CHARGE_KINDS, type ChargeKind, usualTaxRate } from '@domain/reservation/money.js';
import { halfWidth } from '@domain/typed-text.js';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { fetchAccount } from '../shared/api/booking-api.js';
import { write } from '../shared/api/request.js';
import { liveSession } from '../shared/live/live-session.js';
import { chargeItemsAtom, paymentsAtom, readOnce } from '../shared/masters.js';
import { act } from '../shared/operations.js';
import { Resource } from '../shared/resource.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';
import { Modal } from '../shared/ui/Modal.js';
import { useSending } from '../shared/ui/sending.js';
import { renewOnErasure, useOpened } from '../shared/ui/use-opened.js';
import { YenInput } from '../shared/ui/YenInput.js';
import { ExemptionChoice, LodgingTaxRows } from './LodgingTaxLines.js';
import { signedYen } from './money-texts.js';
import { ReturnInvoiceButton } from './ReturnInvoice.js';
import { WithPaymentWays } from './WithPaymentWays.js';

type Deed = 'payments' | 'refunds' | 'charges';
const DEEDS: { value: Deed; label: string }[] = [
  { value: 'payments', label: '入金' },
  { value: 'refunds', label: '返金' },
  { value: 'charges', label: '追加・値引' },
];
const RATES = [
  { value: 10, label: '10%' },
  { value: 8, label: '8%（軽減）' },
  { value: 0, label: '不課税' },
];
/** The lines that are added most often. */
const USUAL_LINES = ['朝食', '駐車場', '延長', '売店', '早発ち', 'キャンセル料'];

const yenOf = (text: string): number => Number(halfWidth(text).replace(/\D/g, ''));

type AccountDialogProps = {
  booking: BookingRecord;
  roomNumber: string;
  /** It begins with a line to add, whatever is due. */
  isForCharges?: boolean;
  onClose: () => void;
};

/** The 明細 that is open. */
const openedAccount = new Resource<number, AccountRecord>('account', fetchAccount);
renewOnErasure(openedAccount, (bookingId) => bookingId);

/** 明細: what a stay costs and what was paid of it; money is taken by one or several ways, given back, and lines are added. */
export function AccountDialog({ booking, roomNumber, isForCharges, onClose }: AccountDialogProps) {
  const { id, version, guest_name_1 } = booking;
  // Also after another terminal changed the booking.
  const { value: account, error } = useOpened(openedAccount, id, version);
  const onSend = async (deed: Deed | 'lodging-tax', body: object, text: string): Promise<void> => {
    const subject = `${roomNumber} ${guest_name_1} ${text}`;
    const saved = await act(
      { text: subject, ids: [id] },
      (guards) => write<BookingRecord>('POST', `/api/booking/${id}/${deed}`, body, guards),
      account?.version ?? version,
    );
    if (saved) await liveSession.applyOwnWrite(saved);
    await openedAccount.reload();
  };
  return (
    <Modal title={`明細 ${roomNumber} ${guest_name_1}`} isOpen ownFocus onClose={onClose}>
      {(account === null || error !== null) && (
        <ListState
          failure={error?.message ?? null}
          isLoading
          focusesRetry={account === null}
          onRetry={() => openedAccount.reload()}
        />
      )}
      {account && (
        <div className="account stack">
          <AccountLines account={account} isCancelled={booking.is_cancelled === 1} />
          <ExemptionChoice
            account={account}
            onChoose={(exemption, text) => onSend('lodging-tax', { exemption }, text)}
          />
          <WithPaymentWays>
            <AccountForm
              key={moneyOf(account)}
              account={account}
              way={booking.payment_type}
              {...{ isForCharges, onSend }}
            />
          </WithPaymentWays>
        </div>
      )}
    </Modal>
  );
}

/** Returns a text that is another once money or lines are: a paper that was issued must not begin the form anew. */
const moneyOf = ({ balance, charges, payments }: AccountRecord): string =>
  [balance, charges.length, payments.length].join(' ');

function SumRow({ name, amount, children }: { name: string; amount: number; children?: ReactNode }) {
  return (
    <tr>
      <th scope="row">
        {name}
        {children}
      </th>
      <td data-figure>{signedYen(amount)}</td>
    </tr>
  );
}

/** Returns what was proposed and why less was charged: ` 規定¥24,600: 災害のため`. */
function waiverText(amount: number, cancellation: AccountRecord['charges'][number]['cancellation']): string {
  const { proposed = null, reason = '' } = cancellation ?? {};
  const isOther = proposed !== null && proposed !== amount;
  return [isOther && ` 規定${yenText(proposed)}`, reason].filter(Boolean).join(': ');
}

function AccountLines({ account, isCancelled }: { account: AccountRecord; isCancelled: boolean }) {
  const { fee, total_fee, used_points, charges, payments, prepaid, balance } = account;
  const isMissed = !isCancelled && charges.some(({ cancellation }) => cancellation !== undefined);
  const end = isCancelled ? '（取消済み）' : isMissed ? '（ノーショー）' : '';
  const feeName = `宿泊料金${total_fee > 0 ? end : ''}`;
  return (
    <HTMLTable compact className="account-lines" aria-label="明細">
      <tbody>
        <SumRow name={used_points > 0 ? `${feeName}（ポイント利用後）` : feeName} amount={fee} />
        {charges.map(({ id, kind, name, amount, tax_rate, cancellation }) => (
          <SumRow
            key={id}
            name={`${name || kind}（${tax_rate === 0 ? '不課税' : `${tax_rate}%`}）${waiverText(amount, cancellation)}`}
            amount={amount}
          />
        ))}
        <LodgingTaxRows {...account} />
        {prepaid > 0 && <SumRow name="事前決済" amount={-prepaid} />}
        {payments.map(({ id: entry, day, ways, reason, is_reversed }) =>
          ways.map(({ payment_type, payment_name, amount }, index) => (
            <SumRow
              key={`${entry} ${payment_type}`}
              name={`${amount < 0 ? '返金' : '入金'} ${day.slice(5).replace('-', '/')} ${payment_name}${reason ? `（${reason}）` : ''}`}
              amount={-amount}
            >
              {amount < 0 && index === 0 && is_reversed === 0 && (
                <ReturnInvoiceButton bookingId={account.id} refund={entry} />
              )}
            </SumRow>
          )),
        )}
      </tbody>
      <tfoot>
        <SumRow name={balance < 0 ? 'ご返金' : 'お支払いの残り'} amount={Math.abs(balance)} />
      </tfoot>
    </HTMLTable>
  );
}

type Part = { way: number | null; amount: string };
type Line = { kind: ChargeKind; rate: number; text: string };
type AccountFormProps = {
  account: AccountRecord;
  way: number | null;
  isForCharges?: boolean | undefined;
  onSend: (deed: Deed, body: object, text: string) => Promise<unknown>;
};

const usualDeed = (balance: number): Deed => (balance < 0 ? 'refunds' : balance > 0 ? 'payments' : 'charges');

/** The body of the call, and what it does in words. */
function bodyOf(deed: Deed, parts: readonly Part[], { kind, rate, text }: Line) {
  const sum = parts.reduce((total, { amount }) => total + yenOf(amount), 0);
  if (deed === 'charges') return { body: { kind, name: text, amount: sum, tax_rate: rate }, label: kind };
  const ways = parts.map((part) => ({ payment_type: part.way, amount: yenOf(part.amount) }));
  return deed === 'payments'
    ? { body: { ways }, label: '入金' }
    : { body: { ways, reason: text }, label: '返金' };
}

/** One deed at a time: Enter does it. What is due, or to be given back, stands there already. */
function AccountForm({ account: { balance }, way, isForCharges, onSend }: AccountFormProps) {
  const ways = useValue(paymentsAtom).filter(({ is_retired }) => is_retired !== 1);
  const usual = ways.some((one) => one.id === way) ? way : (ways[0]?.id ?? null);
  const open = balance === 0 ? '' : String(Math.abs(balance));
  const first = isForCharges ? 'charges' : usualDeed(balance);
  const [deed, setDeed] = useState<Deed>(first);
  const [parts, setParts] = useState<Part[]>([{ way: usual, amount: isForCharges ? '' : open }]);
  const [line, setLine] = useState<Line>({ kind: '追加', rate: 10, text: '' });
  const { isSending, send } = useSending();
  const sum = parts.reduce((total, { amount }) => total + yenOf(amount), 0);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (sum === 0) return;
    const { body, label } = bodyOf(deed, parts, line);
    void send(() => onSend(deed, body, `${yenText(sum)}を${label}`));
  };
  const choose = (next: Deed) => {
    setDeed(next);
    setParts([{ way: usual, amount: next === usualDeed(balance) ? open : '' }]);
  };
  return (
    <form className="account-form stack" aria-label="明細の入力" onSubmit={onSubmit}>
      <SegmentedControl
        aria-label="明細の操作"
        size="small"
        options={DEEDS}
        value={deed}
        onValueChange={(value) => choose(value as Deed)}
      />
      {deed === 'charges' && <ChargeChoices line={line} onLine={setLine} />}
      <Parts {...{ parts, ways }} hasWays={deed !== 'charges'} onParts={setParts} />
      {deed === 'payments' && (
        <Button
          size="small"
          text="別の支払方法も"
          disabled={sum >= balance || ways.length < 2}
          onClick={() => setParts([...parts, { way: ways[1]?.id ?? usual, amount: String(balance - sum) }])}
        />
      )}
      {deed !== 'payments' && <Words {...{ deed, line }} onLine={setLine} />}
      <Button
        type="submit"
        intent="primary"
        loading={isSending}
        disabled={sum === 0}
        text={`${yenText(sum)} を${bodyOf(deed, parts, line).label}`}
      />
    </form>
  );
}

type LineProps = { line: Line; onLine: (line: Line) => void };

function ChargeChoices({ line, onLine }: LineProps) {
  return (
    <div className="account-part">
      <HTMLSelect
        aria-label="明細の種類"
        options={[...CHARGE_KINDS]}
        value={line.kind}
        onChange={({ currentTarget }) => {
          const kind = currentTarget.value as ChargeKind;
          onLine({ ...line, kind, rate: usualTaxRate(kind) });
        }}
      />
      <HTMLSelect
        aria-label="税率"
        options={RATES}
        value={line.rate}
        onChange={({ currentTarget }) => onLine({ ...line, rate: Number(currentTarget.value) })}
      />
    </div>
  );
}

function Words({ deed, line, onLine }: LineProps & { deed: Deed }) {
  const id = useId();
  const items = useValue(chargeItemsAtom);
  useEffect(() => void readOnce('charge-item').catch(() => {}), []);
  const names = new Set([...items.map(({ name }) => name), ...USUAL_LINES]);
  const onText = (text: string) => {
    const item = items.find(({ name }) => name === text);
    onLine({ ...line, text, ...(item && { kind: item.kind, rate: item.tax_rate }) });
  };
  return (
    <FormGroup label={deed === 'refunds' ? '返金の理由' : '内容'} labelFor={`${id}-text`}>
      <InputGroup
        id={`${id}-text`}
        list={`${id}-lines`}
        autoComplete="off"
        value={line.text}
        onValueChange={onText}
      />
      <datalist id={`${id}-lines`}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormGroup>
  );
}

type PartsProps = {
  parts: readonly Part[];
  ways: readonly { id: number; payment_name: string }[];
  hasWays: boolean;
  onParts: (parts: Part[]) => void;
};

function Parts({ parts, ways, hasWays, onParts }: PartsProps) {
  const setPart = (index: number, change: Partial<Part>) =>
    onParts(parts.map((part, at) => (at === index ? { ...part, ...change } : part)));
  const numbered = (name: string, index: number) => (index === 0 ? name : `${name}${index + 1}`);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
    <div key={index} className="account-part">
      {hasWays && (
        <HTMLSelect
          aria-label={numbered('支払方法', index)}
          options={ways.map(({ id: value, payment_name: label }) => ({ value, label }))}
          value={part.way ?? undefined}
          onChange={({ currentTarget }) => setPart(index, { way: Number(currentTarget.value) })}
        />
      )}
      <YenInput
        aria-label={numbered('金額', index)}
        autoFocus={index === parts.length - 1}
        value={part.amount}
        onValue={(amount) => setPart(index, { amount })}
      />
    </div>
  ));
}
