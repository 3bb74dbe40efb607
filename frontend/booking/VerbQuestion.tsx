import './verb-question.css';
import { Button, Checkbox } from '@blueprintjs/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { PaymentForm } from '../payment/PaymentForm.js';
import { useValue } from '../shared/store.js';
import { Modal } from '../shared/ui/Modal.js';
import { type AskedVerb, askedVerbAtom } from './asked-verb.js';
import { subjectOf } from './booking-verbs.js';

type ContentProps = { asked: AskedVerb; isDialog?: boolean };

/** The choices of a question, the one that changes nothing first; it has the focus unless only a payment is asked for. */
function Content({ asked, isDialog }: ContentProps) {
  const { booking, question, answer, cancel, figure } = asked;
  const { text, payment, freeableNights = 0, choices } = question;
  const [freeNights, setFreeNights] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const isOnPayment = payment !== undefined && text === undefined;
  useEffect(() => {
    if (!isOnPayment) safe.current?.focus({ preventScroll: true });
  }, [isOnPayment]);
  const isEnd = choices.some(({ isDanger }) => isDanger);
  const isFinal = choices.length === 0 && payment === undefined;
  return (
    <div className="verb-question stack">
      {text && <p className="message-text">{text}</p>}
      {isDialog && <div className="message-subject">{subjectOf(booking)}</div>}
      {freeableNights > 0 && (
        <Checkbox
          label={`残り${freeableNights}泊を空室に戻す`}
          checked={freeNights}
          onChange={({ currentTarget }) => setFreeNights(currentTarget.checked)}
        />
      )}
      {payment !== undefined && (
        <PaymentForm
          booking={booking.record}
          submitText={payment}
          isDialog={isDialog}
          figure={figure}
          onPay={(payBy, change, ways) => answer({ payBy, change, ways, freeNights })}
        />
      )}
      <div className="verb-choices">
        <Button
          ref={safe}
          autoFocus={!isOnPayment}
          text={isFinal || (isEnd && isDialog) ? '閉じる' : 'やめる'}
          onClick={cancel}
        />
        {choices.map((choice) => (
          <Button
            key={choice.text}
            text={choice.text}
            intent={choice.isDanger && 'danger'}
            onClick={() => void answer({ freeNights, ...choice.answer })}
          />
        ))}
      </div>
    </div>
  );
}

/** A question for the place on the screen that asks it. */
export function VerbQuestion({ asked }: { asked: AskedVerb }) {
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') asked.cancel();
  };
  return (
    <div role="dialog" aria-label={asked.question.title} onKeyDown={onKeyDown}>
      <Content key={asked.question.title} asked={asked} />
    </div>
  );
}

/** Hosts the questions that are asked in a dialog: those of rows, menus and the form. */
export function VerbDialog() {
  const asked = useValue(askedVerbAtom);
  if (asked === null || asked.place !== null) return null;
  return (
    <Modal title={asked.question.title} isOpen ownFocus hasNoFooter onClose={asked.cancel}>
      <Content key={asked.question.title} asked={asked} isDialog />
    </Modal>
  );
}
