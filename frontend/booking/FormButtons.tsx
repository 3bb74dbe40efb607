import { Button } from '@blueprintjs/core';
import { bookingText } from '@domain/calendar/stay-text.js';
import { useState } from 'react';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { Modal } from '../shared/ui/Modal.js';
import { savingAtom } from './form.js';
import { actionsOf, cancellableParty, END_TEXTS, type EndOfBooking, type FormMode } from './form-mode.js';
import { fieldId } from './form-values.js';
import { openBlank } from './open-form.js';
import { cancelOpenBooking, returnOpenBooking, submitForm } from './submit.js';

/** The buttons at the form's foot; what cannot be undone stands apart and asks first. */
export function FormButtons({ mode }: { mode: FormMode }) {
  const [asked, setAsked] = useState<EndOfBooking | null>(null);
  const saving = useValue(savingAtom);
  const mayWrite = useMay('desk');
  const { edit, cancel, returnToAutoFail } = actionsOf(mode);
  const question = asked && END_TEXTS[asked];
  const booking = mode.kind === 'edit' && mode.booking;
  const party = mode.kind === 'edit' ? cancellableParty(mode.booking) : [];
  const saveName = mode.kind === 'edit' ? '更新' : '登録';
  useKey('save', () => mayWrite && edit && submitForm());
  const maySaveAnother = mode.kind === 'new' && edit;
  useKey('saveAnother', () => mayWrite && maySaveAnother && submitForm('another-room'));
  const clear = () => {
    openBlank();
    focusField(fieldId('stayStart'));
  };
  useKey('clear', () => !saving && clear());
  const answer = (end: () => Promise<void>) => () => {
    if (asked === null) return;
    setAsked(null);
    void end();
  };
  const askButton = (end: EndOfBooking) => (
    <Button
      intent="danger"
      variant="outlined"
      text={END_TEXTS[end].button}
      disabled={saving}
      onClick={() => setAsked(end)}
    />
  );
  if (!mayWrite) return null;
  return (
    <div className="form-buttons row">
      {(edit || mode.kind === 'edit') && (
        <Button
          type="submit"
          intent="primary"
          text={saveName}
          endIcon={<KeyHint of="save" />}
          {...keyProps('save', saveName)}
          disabled={!edit || saving}
        />
      )}
      {maySaveAnother && (
        <Button
          text="もう1室"
          {...keyProps('saveAnother', '登録して、同じ宿泊者のもう1室へ')}
          disabled={saving}
          onClick={() => void submitForm('another-room')}
        />
      )}
      <Button
        text="クリア"
        endIcon={<KeyHint of="clear" />}
        {...keyProps('clear', 'クリア')}
        disabled={saving}
        onClick={clear}
      />
      <span className="space" />
      {returnToAutoFail && askButton('return')}
      {cancel && askButton('cancel')}
      <Modal
        title={question?.title ?? ''}
        isOpen={question !== null}
        onClose={() => setAsked(null)}
        actions={
          <>
            {asked === 'cancel' && party.length > 0 && (
              <Button
                intent="danger"
                variant="outlined"
                text={`グループ${party.length + 1}室をすべて取消`}
                onClick={answer(() => cancelOpenBooking(party))}
              />
            )}
            <Button
              intent="danger"
              text={question?.button}
              onClick={answer(asked === 'return' ? returnOpenBooking : cancelOpenBooking)}
            />
          </>
        }
      >
        <p className="message-text">{question?.text}</p>
        {booking && (
          <div className="message-subject">
            {bookingText(booking.borderRoom, booking.guest_name_1, {
              start: booking.stay_start,
              end: booking.stay_end,
            })}
          </div>
        )}
      </Modal>
    </div>
  );
}
