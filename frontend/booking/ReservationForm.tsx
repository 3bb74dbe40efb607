import { Button, Callout } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { FormEvent } from 'react';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { ReadOnly } from '../shared/ui/ReadOnly.js';
import { restoreDraft, stashedDraftsAtom } from './drafts.js';
import { FormButtons } from './FormButtons.js';
import { FormHeading } from './FormHeading.js';
import { type FormState, formModeAtom, openingAtom } from './form.js';
import { actionsOf, checkedInUntil } from './form-mode.js';
import { GuestFields } from './GuestFields.js';
import { goOnWithEnter } from './next-field.js';
import { reopenDraft } from './open-form.js';
import { PaymentFields } from './PaymentFields.js';
import { StayFields } from './StayFields.js';
import { submitForm } from './submit.js';

/** Returns the name of a form that was set aside: the booking that it edits, or the guest as far as typed. */
function asideName({ mode, values }: FormState): string {
  const name = values.guestName1.trim() || values.reserverName.trim();
  if (mode.kind === 'edit') return `${mode.booking.borderRoom} ${mode.booking.guest_name_1} の変更`;
  if (mode.kind === 'csv') return `${name || `#${mode.record.id}`} の自動登録データ`;
  return name ? `${name} の新規予約` : '新規予約';
}

/** Offers to reopen an unsaved draft. */
function AsideNotice() {
  const aside = useValue(stashedDraftsAtom);
  const [form] = aside;
  if (!form) return null;
  return (
    <Callout compact intent="primary" icon={null} className="aside row" role="status">
      <span className="aside-name cut">
        入力途中: {asideName(form)}
        {aside.length > 1 && `（ほか${aside.length - 1}件）`}
      </span>
      <Button size="small" intent="primary" text="入力に戻る" onClick={() => reopenDraft()} />
      <Button
        size="small"
        variant="minimal"
        icon={<Cross size={14} />}
        aria-label="入力途中の内容を破棄"
        data-tooltip="入力途中の内容を破棄"
        onClick={() => restoreDraft()}
      />
    </Callout>
  );
}

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
      onKeyDown={goOnWithEnter}
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
