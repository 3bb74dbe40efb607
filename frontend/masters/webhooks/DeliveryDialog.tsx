import './webhooks.css';
import { Button, HTMLTable } from '@blueprintjs/core';
import { halfWidth } from '@domain/typed-text.js';
import { instantText } from '@wire/value-texts.js';
import type { DeadLetter, ManagedWebhook, WebhookDelivery } from '@wire/webhooks.js';
import { useEffect, useState } from 'react';
import { kindText } from '../../shared/events/event-kinds.js';
import { hotelAtom } from '../../shared/hotel.js';
import { useValue } from '../../shared/store.js';
import { Modal } from '../../shared/ui/Modal.js';
import { Entry, EntryForm } from '../EntryForm.js';
import { deadLetters, readDelivery, replayAfter, sendAgainNow } from './dead-letters.atoms.js';
import { failureText, stateText, stopText } from './webhook-texts.js';

type DeliveryDialogProps = { webhook: ManagedWebhook; onClose: () => void };

/** Shows the progress of a webhook and what was given up, and sends either again. */
export function DeliveryDialog({ webhook, onClose }: DeliveryDialogProps) {
  const { id, name, delivery } = webhook;
  const [notice, setNotice] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => void readDelivery(id), [id]);
  const send = async (position: number | null) => {
    if (isBusy) return;
    setIsBusy(true);
    setNotice((await sendAgainNow(id, position)) ?? '');
    setIsBusy(false);
  };
  return (
    <Modal
      title={`${name}の送信状況`}
      isOpen
      onClose={onClose}
      className="webhook-dialog"
      actions={<Button text="更新" onClick={() => readDelivery(id)} />}
    >
      <Progress delivery={delivery} />
      <DeadLetterTable webhookId={id} isBusy={isBusy} onSend={send} />
      {webhook.is_retired === 0 && <ReplayForm webhook={webhook} onDone={setNotice} />}
      <p className="code-notice" role="status">
        {notice}
      </p>
    </Modal>
  );
}

/** The state of a webhook, with the reason for which it is no other. */
function Progress({ delivery }: { delivery: WebhookDelivery }) {
  const timezone = useValue(hotelAtom)?.timezone ?? 'Asia/Tokyo';
  const { position, behind, waiting, dead, delivered_at, failed_at } = delivery;
  const at = (instant: string | null) =>
    instant === null ? 'まだありません' : instantText(instant, timezone);
  const stop = stopText(delivery);
  const rows = [
    ['状態', stateText(delivery)],
    ['送った記録番号', `${position}（記録の終わりまであと${behind}件）`],
    ['再送待ち', `${waiting}件`],
    ['送れなかったもの', `${dead}件`],
    ['最終送信', at(delivered_at)],
    ['最後の失敗', failed_at === null ? 'ありません' : `${at(failed_at)}　${failureText(delivery)}`],
  ];
  return (
    <>
      <HTMLTable compact className="webhook-progress">
        <tbody>
          {rows.map(([label, text]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {stop !== null && <p className="field-error">{stop}</p>}
    </>
  );
}

type DeadLetterTableProps = {
  webhookId: number;
  isBusy: boolean;
  /** Sends the one at a position again, or all (null). */
  onSend: (position: number | null) => void;
};

/** Lists what was given up, with a button to send each again, or all. */
function DeadLetterTable({ webhookId, isBusy, onSend }: DeadLetterTableProps) {
  const timezone = useValue(hotelAtom)?.timezone ?? 'Asia/Tokyo';
  const { query, value } = useValue(deadLetters.atom);
  if (query !== webhookId || value === null || value.total === 0) return null;
  const { letters, total } = value;
  const row = (letter: DeadLetter) => (
    <tr key={letter.position}>
      <td>{letter.position}</td>
      <td>{kindText(letter.type)}</td>
      <td>{letter.stream}</td>
      <td>{instantText(letter.given_up_at, timezone)}</td>
      <td>{failureText(letter)}</td>
      <td>
        <Button
          size="small"
          text="再送"
          aria-label={`記録番号${letter.position}を再送`}
          aria-disabled={isBusy}
          onClick={() => onSend(letter.position)}
        />
      </td>
    </tr>
  );
  return (
    <section>
      <div className="webhook-head row">
        <h3>{`送れなかったもの（${total}件）`}</h3>
        <Button size="small" text="すべて再送" aria-disabled={isBusy} onClick={() => onSend(null)} />
      </div>
      <div className="webhook-letters">
        <HTMLTable compact bordered className="sticky-head">
          <caption className="visually-hidden">送れなかったもの</caption>
          <thead>
            <tr>
              {['記録番号', '内容', '対象', '諦めた日時', '理由', '操作'].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{letters.map(row)}</tbody>
        </HTMLTable>
      </div>
      {total > letters.length && <p className="soft">{`古い順に${letters.length}件を表示しています。`}</p>}
    </section>
  );
}

type ReplayFormProps = { webhook: ManagedWebhook; onDone: (notice: string) => void };

/** Asks for a position, after which everything is sent again. */
function ReplayForm({ webhook, onDone }: ReplayFormProps) {
  const [after, setAfter] = useState('');
  const submit = async () => {
    const outcome = await replayAfter(webhook, halfWidth(after).trim());
    if (outcome !== 'done') return outcome;
    onDone(`記録番号${halfWidth(after).trim()}より後をもう一度送ります。`);
    setAfter('');
    return outcome;
  };
  return (
    <EntryForm label="送信のやり直し" className="webhook-replay" onSubmit={submit}>
      {(sending, errors) => (
        <div className="row">
          <Entry
            id="webhook-after"
            label="記録番号を指定して送信"
            inputMode="numeric"
            maxLength={15}
            hint="この記録番号より後の記録を、もう一度すべて送ります。"
            value={after}
            onChange={setAfter}
            {...(errors.after !== undefined && { error: errors.after })}
          />
          <Button type="submit" size="small" text="送信する" aria-disabled={sending} />
        </div>
      )}
    </EntryForm>
  );
}
