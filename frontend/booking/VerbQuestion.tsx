import './verb-question.css';
import { Button, Checkbox } from '@blueprintjs/core';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PaymentForm } from '../payment/PaymentForm.js';
import { WithPaymentWays } from '../payment/WithPaymentWays.js';
import { useValue } from '../shared/store.js';
import { Modal } from '../shared/ui/Modal.js';
import { type AskedVerb, askedVerbAtom } from './asked-verb.atoms.js';
import { CancellationFeeFields } from './CancellationFeeFields.js';
import { feeErrors, proposedEntries, sentFees } from './cancellation-fee.js';
import { GoOnFields } from './GoOnFields.js';
import { typedFee } from './go-on.js';
import { LeavingFields } from './LeavingFields.js';
import { leavingError, proposedLeaving } from './leaving.js';
import { type Answers, subjectOf } from './verb-questions.js';

const NO_PROPOSALS: NonNullable<AskedVerb['question']['fees']> = [];

type ContentProps = { asked: AskedVerb; isDialog?: boolean };

/** The choices of a question, the one that changes nothing first; it has the focus unless only a payment is asked for. */
function Content({ asked, isDialog }: ContentProps) {
  const { booking, question, answer, cancel, figure } = asked;
  const { text, payment, freeableNights = 0, fees = NO_PROPOSALS, goOn, leaving, choices } = question;
  const [freeNights, setFreeNights] = useState(false);
  const [entered, setEntered] = useState(() => proposedEntries(fees));
  const [goingOn, setGoingOn] = useState({ room: 0, fee: String(goOn?.fee ?? 0) });
  const [departure, setDeparture] = useState(() => (leaving ? proposedLeaving(leaving) : null));
  const [feeError, setFeeError] = useState<string | null>(null);
  const [errors, setErrors] = useState<ReturnType<typeof feeErrors> | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const isOnPayment =
    goOn !== undefined || leaving !== undefined || (payment !== undefined && text === undefined);
  useLayoutEffect(() => {
    if (!isOnPayment) safe.current?.focus({ preventScroll: true });
  }, [isOnPayment]);
  useEffect(() => {
    if (errors || feeError) content.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors, feeError]);
  const choose = (given: Partial<Answers>) => {
    const concerned = given.withParty ? fees : fees.filter(({ id }) => id === booking.id);
    const found = feeErrors(concerned, entered);
    if (found.amount || found.reason) return setErrors(found);
    const nightsFee = typedFee(goingOn.fee);
    if (nightsFee === null) return setFeeError('合計料金は数値を入力してください。');
    const wrong = leaving && departure ? leavingError(leaving, departure) : null;
    if (wrong !== null) return setFeeError(wrong);
    const room = goOn?.rooms[goingOn.room] ?? null;
    void answer({
      freeNights,
      ...given,
      fees: sentFees(concerned, entered),
      room,
      nightsFee,
      leaving: departure,
    });
  };
  const isEnd = choices.some(({ isDanger }) => isDanger);
  const isFinal = choices.length === 0 && payment === undefined;
  return (
    <div className="verb-question stack" ref={content}>
      {text && <p className="message-text">{text}</p>}
      {isDialog && <div className="message-subject">{subjectOf(booking)}</div>}
      {freeableNights > 0 && (
        <Checkbox
          label={`残り${freeableNights}泊を空室に戻す`}
          checked={freeNights}
          onChange={({ currentTarget }) => setFreeNights(currentTarget.checked)}
        />
      )}
      {fees.length > 0 && (
        <CancellationFeeFields fees={fees} entered={entered} errors={errors} onEntered={setEntered} />
      )}
      {goOn && (
        <GoOnFields
          own={booking.roomNumber}
          goOn={goOn}
          entered={goingOn}
          error={feeError}
          onEntered={setGoingOn}
          onSubmit={() => choose(choices[0]?.answer ?? {})}
        />
      )}
      {leaving && departure && (
        <LeavingFields
          leaving={leaving}
          entered={departure}
          error={feeError}
          onEntered={setDeparture}
          onSubmit={() => choose(choices[0]?.answer ?? {})}
        />
      )}
      {payment !== undefined && (
        <WithPaymentWays>
          <PaymentForm
            booking={booking.record}
            submitText={payment}
            isDialog={isDialog}
            figure={figure}
            onPay={(payBy, change, ways) => answer({ payBy, change, ways, freeNights })}
          />
        </WithPaymentWays>
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
            onClick={() => choose(choice.answer)}
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
