import { Button, FormGroup, HTMLTable, InputGroup } from '@blueprintjs/core';
import { countText, dayText, yenText } from '@domain/calendar/stay-text.js';
import { halfWidth } from '@domain/typed-text.js';
import type { DailyPayments, DayClosed, DayCloseRecord } from '@wire/payment.js';
import { instantText } from '@wire/value-texts.js';
import { type FormEvent, useId, useState } from 'react';
import { write } from '../shared/api/request.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { Modal } from '../shared/ui/Modal.js';
import { RefusalText, useSending } from '../shared/ui/sending.js';
import { TableHead } from '../shared/ui/TableHead.js';
import { YenInput } from '../shared/ui/YenInput.js';
import { BookingCells, byText, signedYen, Yen } from './money-texts.js';

type CloseDayProps = {
  day: DailyPayments;
  timezone: string;
  /** Reads the day anew; done when it is there. */
  onChanged: () => Promise<unknown>;
};

/** 日締め: a button, and the question for what is in the drawer; of a closed day, how it was closed. */
export function CloseDayButton({ day, timezone, onChanged }: CloseDayProps) {
  const [isOpen, setOpen] = useState(false);
  // Staff who are counting while another terminal closes the day are told when they close it.
  const [isAsked, setAsked] = useState(false);
  const { close } = day;
  const open = () => {
    setAsked(close === null);
    setOpen(true);
  };
  useKey('closeDay', open);
  const onClosed = async () => {
    setOpen(false);
    await onChanged();
  };
  return (
    <>
      <Button
        size="small"
        intent={close ? 'none' : 'primary'}
        text={close ? '締め済み' : '日締め'}
        endIcon={<KeyHint of="closeDay" />}
        {...keyProps('closeDay', close ? '日締めの内容' : 'この日の入金を締める')}
        onClick={open}
      />
      <Modal
        title={`日締め ${dayText(day.date)}`}
        isOpen={isOpen}
        ownFocus={isAsked}
        hasNoFooter={isAsked}
        onClose={() => setOpen(false)}
      >
        {isAsked && <DrawerForm {...{ day, onClosed, onChanged }} onCancel={() => setOpen(false)} />}
        {!isAsked && close && <ClosedDay {...{ close, timezone }} />}
      </Modal>
    </>
  );
}

/** Whole yen as they were typed; null where nothing was. */
function yenOf(text: string): number | null {
  const digits = halfWidth(text).replace(/\D/g, '');
  return digits === '' ? null : Number(digits);
}

const REMARK_MISSING = '過不足があるときは、理由を入力してください。';

type DrawerFormProps = Omit<CloseDayProps, 'timezone'> & {
  onClosed: () => Promise<void>;
  onCancel: () => void;
};

/** Shows the expected content of the drawer, takes the counted one, and shows 過不足; Enter closes the day. */
function DrawerForm({ day, onChanged, onClosed, onCancel }: DrawerFormProps) {
  const [float, setFloat] = useState(String(day.last_float ?? ''));
  const [counted, setCounted] = useState('');
  const [remark, setRemark] = useState('');
  const { isSending, refusal, send, refuse } = useSending();
  const [change, drawer] = [yenOf(float), yenOf(counted)];
  const expected = (change ?? 0) + day.cash;
  const difference = drawer === null ? null : drawer - expected;
  const isReady = change !== null && drawer !== null;
  const close = async () => {
    const body = { date: day.date, float: change, counted: drawer, remark, seen: day.position };
    await write<DayClosed>('POST', '/api/daily-payments/close', body);
    await onClosed();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    if (difference !== 0 && remark.trim() === '') return refuse(REMARK_MISSING);
    void send(close, onChanged);
  };
  return (
    <form className="day-close stack" aria-label="日締め" noValidate onSubmit={onSubmit}>
      <p>締めた後の入金・返金は翌日の日計に記録されます。締めた日の金額は変わりません。</p>
      <RefusalText text={refusal} />
      <YenField label="釣銭準備金" value={float} onValue={setFloat} hasFocus={float === ''} />
      <dl className="day-close-sums">
        <dt>現金の入出金</dt>
        <dd>{signedYen(day.cash)}</dd>
        <dt>あるべき現金</dt>
        <dd>{signedYen(expected)}</dd>
      </dl>
      <YenField label="実際の現金" value={counted} onValue={setCounted} hasFocus={float !== ''} />
      <p className="payment-change" role="status" data-short={difference !== null && difference !== 0}>
        {difference !== null && differenceText(difference)}
      </p>
      <TextField label="過不足の理由" value={remark} onValue={setRemark} />
      <div className="row">
        <Button type="submit" intent="primary" text="締める" loading={isSending} disabled={!isReady} />
        <Button text="やめる" onClick={onCancel} />
      </div>
    </form>
  );
}

const differenceText = (difference: number): string =>
  difference === 0 ? '過不足なし' : `過不足 ${signedYen(difference)}`;

type FieldProps = { label: string; value: string; onValue: (value: string) => void; hasFocus?: boolean };

function YenField({ label, value, onValue, hasFocus }: FieldProps) {
  const id = useId();
  return (
    <FormGroup label={label} labelFor={id}>
      <YenInput id={id} {...(hasFocus && { autoFocus: true })} value={value} onValue={onValue} />
    </FormGroup>
  );
}

function TextField({ label, value, onValue }: FieldProps) {
  const id = useId();
  return (
    <FormGroup label={label} labelFor={id}>
      <InputGroup
        id={id}
        size="small"
        autoComplete="off"
        maxLength={200}
        value={value}
        onValueChange={onValue}
      />
    </FormGroup>
  );
}

type ZonedProps = { timezone: string };

/** Shows how a day was closed, and what was corrected since. */
export function ClosedDay({ close, timezone }: { close: DayCloseRecord } & ZonedProps) {
  const { float, cash, counted, difference, remark, checkpoint } = close;
  const sums: [string, string][] = [
    ['釣銭準備金', signedYen(float)],
    ['現金の入出金', signedYen(cash)],
    ['実際の現金', signedYen(counted)],
    ['過不足', difference === 0 ? 'なし' : `${signedYen(difference)}（${remark}）`],
    ['締めた人', [instantText(close.recorded_at, timezone).slice(0, 16), byText(close)].join(' ')],
    [
      '署名',
      checkpoint
        ? `チェックポイント ${countText(checkpoint.position)}（鍵 ${checkpoint.key_id}）`
        : 'まだありません',
    ],
  ];
  return (
    <HTMLTable compact aria-label="日締め">
      <caption>{`日締め 記録番号 ${countText(close.position)}`}</caption>
      <tbody>
        {sums.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}

/** 訂正: what changed payments of a closed day later; it counts on its own day. */
export function Corrections({ corrections, timezone }: Pick<DailyPayments, 'corrections'> & ZonedProps) {
  if (corrections.length === 0) return null;
  return (
    <HTMLTable compact striped aria-label="訂正">
      <caption>{`訂正 ${corrections.length}件（それぞれの日の日計に含み、上の集計は変わりません）`}</caption>
      <TableHead
        names={['日計の日', '日時', '部屋', '宿泊者', '支払方法']}
        figures={['金額']}
        last={['担当者・端末']}
      />
      <tbody>
        {corrections.map((row) => (
          <tr key={`${row.position} ${row.payment_type} ${row.amount}`}>
            <td>{dayText(row.date)}</td>
            <td>{instantText(row.recorded_at, timezone).slice(0, 16)}</td>
            <BookingCells {...row} />
            <td>{row.payment_name}</td>
            <Yen amount={row.amount} />
            <td>{byText(row)}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}

function Papers({ count, amount }: { count: number; amount: number }) {
  return <td data-figure>{count > 0 && `${count}件 ${yenText(amount)}`}</td>;
}

/** Lists what each person took less what they gave back, by way, and the papers they issued. */
export function People({ people }: Pick<DailyPayments, 'people'>) {
  if (people.length === 0) return null;
  return (
    <HTMLTable compact striped aria-label="担当者ごとの集計">
      <TableHead
        names={['担当者・端末', '支払方法ごとの差引']}
        figures={['差引', '領収書', '宿泊明細書', '適格返還請求書', '請求書']}
      />
      <tbody>
        {people.map((person) => (
          <tr key={`${person.staff_id} ${person.terminal}`}>
            <th scope="row">{byText(person) || '端末名なし'}</th>
            <td>
              {person.ways.map(({ payment_name, sum }) => `${payment_name} ${signedYen(sum)}`).join('、')}
            </td>
            <Yen amount={person.sum} />
            <Papers count={person.receipts} amount={person.receipt_amount} />
            <td data-figure>{person.statements > 0 && `${person.statements}件`}</td>
            <Papers count={person.returns} amount={person.return_amount} />
            <Papers count={person.invoices} amount={person.invoice_amount} />
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}
