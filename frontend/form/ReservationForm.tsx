import type { FormEvent, KeyboardEvent } from 'react';
import { formModeAtom, openingAtom } from '../state/form.js';
import { submitForm } from '../state/save-form.js';
import { useValue } from '../state/store.js';
import { AsideNotice } from './AsideNotice.js';
import { FormButtons } from './FormButtons.js';
import { FormHeading } from './FormHeading.js';
import { checkedInUntil } from './form-mode.js';
import { GuestFields } from './GuestFields.js';
import { PaymentFields } from './PaymentFields.js';
import { StayFields } from './StayFields.js';

const IME_KEY_CODE = 229;

/** The Enter that takes over converted kana must not send the form. */
function blockComposingEnter(event: KeyboardEvent) {
  const composing = event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE;
  if (event.key === 'Enter' && composing) event.preventDefault();
}

/** The reservation form, its fields in the order of the phone call. */
export function ReservationForm() {
  const mode = useValue(formModeAtom);
  const checkedIn = checkedInUntil(mode) !== null;
  const opening = useValue(openingAtom);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submitForm();
  };
  return (
    <form
      className="reservation-form"
      data-mode={mode.kind}
      aria-label="予約フォーム"
      noValidate
      onSubmit={onSubmit}
      onKeyDownCapture={blockComposingEnter}
    >
      <FormHeading mode={mode} />
      <AsideNotice />
      <fieldset className="form-body" disabled={opening}>
        <div className="fields">
          <StayFields checkedIn={checkedIn} />
          <GuestFields />
          <PaymentFields checkedIn={checkedIn} />
        </div>
        <FormButtons mode={mode} />
      </fieldset>
    </form>
  );
}
