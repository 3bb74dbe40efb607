import type { FormEvent } from 'react';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { blockComposingEnter } from '../shared/ui/composing-enter.js';
import { ReadOnly } from '../shared/ui/ReadOnly.js';
import { AsideNotice } from './AsideNotice.js';
import { FormButtons } from './FormButtons.js';
import { FormHeading } from './FormHeading.js';
import { formModeAtom, openingAtom } from './form.js';
import { actionsOf, checkedInUntil } from './form-mode.js';
import { GuestFields } from './GuestFields.js';
import { PaymentFields } from './PaymentFields.js';
import { StayFields } from './StayFields.js';
import { submitForm } from './submit.js';

/** The reservation form, its fields in the order of the phone call. */
export function ReservationForm() {
  const mode = useValue(formModeAtom);
  const checkedIn = checkedInUntil(mode) !== null;
  const opening = useValue(openingAtom);
  const mayWrite = useMay('desk');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (mayWrite) void submitForm();
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
      <ReadOnly text="予約の登録・変更はできません。" />
      <AsideNotice />
      <fieldset className="form-body" disabled={opening || !mayWrite} data-read-only={!mayWrite || undefined}>
        <fieldset className="fields" disabled={mode.kind === 'csv' && !actionsOf(mode).edit}>
          <StayFields checkedIn={checkedIn} />
          <GuestFields />
          <PaymentFields checkedIn={checkedIn} />
        </fieldset>
        <FormButtons mode={mode} />
      </fieldset>
    </form>
  );
}
