import { Button } from '@blueprintjs/core';
import { Edit, Trash } from '@blueprintjs/icons';
import { dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import type { NoteRecord } from '@wire/handover.js';
import { useRef, useState } from 'react';
import { saveNote, setDone, takeAway } from './note-actions.js';
import { clockText, whoText } from './since.js';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { NoteForm } from './NoteForm.js';

type NoteItemProps = { note: NoteRecord; today: Day; mayWrite: boolean };

function originText({ written, changed, version, is_done }: NoteRecord, zone: string): string {
  const text = `${whoText(written)} ${clockText(written.recorded_at, zone)}`;
  if (version === 1) return text;
  return `${text}　${is_done === 1 ? '完了' : '変更'} ${whoText(changed)} ${clockText(changed.recorded_at, zone)}`;
}

/** A note: its text, who wrote it, and what may be done with it. */
export function NoteItem({ note, today, mayWrite }: NoteItemProps) {
  const zone = useValue(hotelAtom)?.timezone;
  // With the note as it was when it was opened: what became of it since is not written over.
  const [draft, setDraft] = useState<{ date: string; text: string; opened: NoteRecord } | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const textId = `note-${note.id}`;
  const close = () => {
    setDraft(null);
    requestAnimationFrame(() => edit.current?.focus());
  };
  if (draft) {
    return (
      <li>
        <NoteForm
          id={textId}
          label="申し送りの変更"
          draft={draft}
          onDraft={(typed) => setDraft({ ...typed, opened: draft.opened })}
          saveText="更新"
          onSave={async (text) => {
            if (await saveNote(draft.opened, text)) close();
          }}
          onGiveUp={close}
        />
      </li>
    );
  }
  const open = () => {
    setDraft({ date: note.date, text: note.text, opened: note });
    requestAnimationFrame(() => document.getElementById(`${textId}-text`)?.focus());
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
          {zone && originText(note, zone)}
        </p>
      </div>
      {mayWrite && (
        <div className="note-tools">
          {note.is_done === 0 && (
            <Button
              ref={edit}
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
