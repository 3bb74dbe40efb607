import { Button, TextArea } from '@blueprintjs/core';
import { Edit, Trash } from '@blueprintjs/icons';
import { dayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { NoteRecord } from '@wire/handover.js';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { NoteText } from '../shared/api/handover-api.js';
import { notes, notesAtom } from '../shared/calendar-data/notes.js';
import { clockText } from '../shared/clock-text.js';
import { showAlert, WRONG_INPUT } from '../shared/dialogs.js';
import { draftAtom, useDraft } from '../shared/drafts.js';
import { hotelAtom, todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { DateInput } from '../shared/ui/DateInput.js';
import { parseDateText } from '../shared/ui/date-text.js';
import { focusField, leadFocusTo } from '../shared/ui/focus-field.js';
import { isKey, keyProps, useKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
import { whoText } from './changes.js';
import { saveNote, setDone, takeAway } from './note-actions.js';

const CARRIED_OVER = '持ち越し';

/** Under which heading a note stands; null for one that is done and over. */
function headingOf({ date, is_done }: NoteRecord, today: Day): string | null {
  if (date < today) return is_done === 0 ? CARRIED_OVER : null;
  if (date === today) return `今日 ${dayText(date)}`;
  return date === addDays(today, 1) ? `明日 ${dayText(date)}` : dayText(date);
}

/** The notes from today on, and before them those of earlier days that still wait. */
export function NoteList({ mayWrite }: { mayWrite: boolean }) {
  const listed = useValue(notesAtom);
  const { value, error } = useValue(notes.atom);
  const today = useValue(todayAtom);
  if (today === null) return null;
  const groups = [...groupBy(listed, (note) => headingOf(note, today))].filter(([name]) => name !== null);
  return (
    <>
      {(error !== null || value === null) && (
        <ListState
          failure={error && `申し送りを読み込めませんでした。${error.message}`}
          onRetry={() => notes.reload()}
          isLoading={error === null}
        />
      )}
      {error === null && value !== null && groups.length === 0 && (
        <p className="soft">申し送りはありません。</p>
      )}
      {groups.map(([name, same]) => (
        <section key={name} className="note-day" data-late={name === CARRIED_OVER || undefined}>
          <h3>{name}</h3>
          <ul>
            {same.map((note) => (
              <NoteItem key={note.id} note={note} today={today} mayWrite={mayWrite} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const MAX_TEXT = 2_000;

type Draft = { date: string; text: string };

type NoteFormProps = {
  /** Prefix of the ids of its fields. */
  id: string;
  label: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  saveText: string;
  onSave: (note: NoteText) => Promise<void>;
  /** Left out where there is nothing to go back to. */
  onCancel?: () => void;
};

/** A day and a text; Enter makes a new line, Ctrl+Enter saves. */
function NoteForm({ id, label, draft, onDraft, saveText, onSave, onCancel }: NoteFormProps) {
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
    else if (onCancel && isKey(event, 'noteCancel')) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form
      className="note-form stack"
      aria-label={label}
      noValidate
      data-takes-escape={onCancel && true}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
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
      <div className="note-form-foot row">
        <label id={`${dateId}-label`} htmlFor={dateId}>
          日付
        </label>
        <DateInput
          id={dateId}
          value={draft.date}
          onValue={(date) => onDraft({ ...draft, date })}
          day={day}
          picker={{ start: today, earliest: null, latest: null, describedBy: `${dateId}-label` }}
        />
        <span className="space" />
        {onCancel && (
          <Button size="small" text="やめる" {...keyProps('noteCancel', 'やめる')} onClick={onCancel} />
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

const ID = 'new-note';
/** Nothing typed; the day is then today. */
const BLANK: Draft = { date: '', text: '' };

/** The form for a new note; what was typed stays until it is saved. */
export function NewNote() {
  const today = useValue(todayAtom);
  const [draft, setDraft] = useDraft(ID, BLANK);
  useKey('noteWrite', () => focusField(`${ID}-text`));
  if (today === null) return null;
  return (
    <NoteForm
      id={ID}
      label="新しい申し送り"
      draft={{ ...draft, date: draft.date || today }}
      onDraft={({ date, text }) => setDraft({ date: date === today ? '' : date, text })}
      saveText="登録"
      onSave={async (note) => {
        // At once: what is typed next must not be added to what is saved.
        if (await saveNote(null, note)) flushSync(() => setDraft(null));
        focusField(`${ID}-text`);
      }}
    />
  );
}

type NoteItemProps = { note: NoteRecord; today: Day; mayWrite: boolean };

function writtenText({ written, changed, version, is_done }: NoteRecord, zone: string): string {
  const text = `${whoText(written)} ${clockText(written.recorded_at, zone)}`;
  if (version === 1) return text;
  return `${text}　${is_done === 1 ? '完了' : '変更'} ${whoText(changed)} ${clockText(changed.recorded_at, zone)}`;
}

/** A note as it was when it was opened, so that what became of it since is not written over, and what was typed. */
type EditDraft = Draft & { opened: NoteRecord };

type NoteEditorProps = { opened: NoteRecord; onClose: () => void };

function NoteEditor({ opened, onClose }: NoteEditorProps) {
  const id = `note-${opened.id}`;
  const [draft, setDraft] = useDraft<EditDraft>(id, { date: opened.date, text: opened.text, opened });
  const close = () => {
    setDraft(null);
    onClose();
  };
  return (
    <li>
      <NoteForm
        id={id}
        label="申し送りの変更"
        draft={draft}
        onDraft={({ date, text }) => setDraft({ date, text, opened })}
        saveText="更新"
        onSave={async (text) => {
          if (await saveNote(opened, text)) close();
        }}
        onCancel={close}
      />
    </li>
  );
}

/** A note: its text, who wrote it, and what may be done with it; one that was being changed still is. */
function NoteItem({ note, today, mayWrite }: NoteItemProps) {
  const zone = useValue(hotelAtom)?.timezone;
  const textId = `note-${note.id}`;
  const typed = useValue(draftAtom<EditDraft>(textId));
  const [clicked, setOpened] = useState<NoteRecord | null>(null);
  // Also where the note has moved to another day meanwhile, until what was typed is saved or given up.
  const opened = clicked ?? typed?.opened ?? null;
  const close = () => {
    setOpened(null);
    leadFocusTo(`${textId}-edit`);
  };
  if (opened && mayWrite) return <NoteEditor opened={opened} onClose={close} />;
  const open = () => {
    setOpened(note);
    leadFocusTo(`${textId}-text`);
  };
  return (
    <li className="note" data-done={note.is_done === 1 || undefined} data-note={note.id}>
      <input
        type="checkbox"
        aria-label="完了"
        aria-describedby={textId}
        data-tooltip={note.is_done === 1 ? '未完了に戻す' : '完了にする'}
        checked={note.is_done === 1}
        disabled={!mayWrite}
        onChange={(event) => void setDone(note, event.currentTarget.checked ? 1 : 0)}
      />
      <div className="note-content">
        <p id={textId}>{note.text}</p>
        <p className="note-origin">
          {note.date < today && <b>{dayText(note.date)}の分　</b>}
          {zone && writtenText(note, zone)}
        </p>
      </div>
      {mayWrite && (
        <div className="note-tools">
          {note.is_done === 0 && (
            <Button
              id={`${textId}-edit`}
              variant="minimal"
              size="small"
              icon={<Edit size={12} />}
              aria-label="変更"
              aria-describedby={textId}
              data-tooltip="変更"
              onClick={open}
            />
          )}
          <Button
            variant="minimal"
            size="small"
            icon={<Trash size={12} />}
            aria-label="削除"
            aria-describedby={textId}
            data-tooltip="削除"
            onClick={() => void takeAway(note)}
          />
        </div>
      )}
    </li>
  );
}
