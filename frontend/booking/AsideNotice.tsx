import { Button, Callout } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useValue } from '../shared/store.js';
import type { FormState } from './form.js';
import { reopenDraft } from './open-form.js';
import { restoreDraft, stashedDraftsAtom } from './stashed-drafts.js';

/** What a form that was set aside is about: the booking that it edits, or the guest as far as typed. */
function asideName({ mode, values }: FormState): string {
  const name = values.guestName1.trim() || values.reserverName.trim();
  if (mode.kind === 'edit') return `${mode.booking.borderRoom} ${mode.booking.guest_name_1} の変更`;
  if (mode.kind === 'csv') return `${name || `#${mode.record.id}`} の自動登録データ`;
  return name ? `${name} の新規予約` : '新規予約';
}

/** Offers to reopen an unsaved draft. */
export function AsideNotice() {
  const aside = useValue(stashedDraftsAtom);
  const [form] = aside;
  if (!form) return null;
  return (
    <Callout compact intent="primary" icon={null} className="aside" role="status">
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
