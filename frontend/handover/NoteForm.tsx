import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { NoteText } from '../shared/api/handover-api.js';
import { parseDateText } from '../shared/ui/date-text.js';
import { PickDayButton } from '../shared/ui/PickDayButton.js';
import { showAlert } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { isKey, keyProps } from '../shared/ui/keys.js';

const MAX_TEXT = 2_000;
const WRONG_INPUT = '入力内容にエラーがあります';

type Draft = { date: string; text: string };

type NoteFormProps = {
  /** What the ids of its fields begin with. */
  id: string;
  label: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  saveText: string;
  onSave: (note: NoteText) => Promise<void>;
  /** Left out where there is nothing to go back to. */
  onGiveUp?: () => void;
};

/** A day and a text; Enter makes a new line, Ctrl+Enter saves. */
export function NoteForm({ id, label, draft, onDraft, saveText, onSave, onGiveUp }: NoteFormProps) {
  const today = useValue(todayAtom);
  const [saving, setSaving] = useState(false);
  const day = today && parseDateText(draft.date, today);
  const [dateId, textId] = [`${id}-date`, `${id}-text`];

  const save = async () => {
    if (saving) return;
    if (!day) return showAlert('日付を入力してください。', WRONG_INPUT, dateId);
    if (draft.text.trim() === '') return showAlert('申し送りを入力してください。', WRONG_INPUT, textId);
    setSaving(true);
    await onSave({ date: day, text: draft.text });
    setSaving(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (isKey(event, 'noteSave')) void save();
    else if (onGiveUp && isKey(event, 'noteGiveUp')) onGiveUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="note-form" aria-label={label} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <TextArea
        id={textId}
        fill
        autoResize
        rows={2}
        maxLength={MAX_TEXT}
        aria-label="申し送り"
        placeholder="次の担当者へ伝えること"
        value={draft.text}
        onChange={(event) => onDraft({ ...draft, text: event.currentTarget.value })}
      />
      <div className="note-form-foot">
        <label id={`${dateId}-label`} htmlFor={dateId}>
          日付
        </label>
        <InputGroup
          id={dateId}
          size="small"
          autoComplete="off"
          placeholder="11/21"
          value={draft.date}
          onValueChange={(date) => onDraft({ ...draft, date })}
          onBlur={() => day && onDraft({ ...draft, date: day })}
          rightElement={
            <PickDayButton
              value={day}
              start={today}
              earliest={null}
              latest={null}
              describedBy={`${dateId}-label`}
              onPick={(date) => onDraft({ ...draft, date })}
            />
          }
        />
        <span className="note-form-space" />
        {onGiveUp && (
          <Button size="small" text="やめる" {...keyProps('noteGiveUp', 'やめる')} onClick={onGiveUp} />
        )}
        <Button
          type="submit"
          size="small"
          intent="primary"
          loading={saving}
          text={saveText}
          {...keyProps('noteSave', saveText)}
        />
      </div>
    </form>
  );
}
