import type { NoteRecord } from '@wire/handover.js';
import { alertFailure } from '../shared/alert-failure.js';
import {
  createNote,
  finishNote,
  type NoteText,
  removeNote,
  rewriteNote,
} from '../shared/api/handover-api.js';
import { notes } from '../shared/calendar-data/notes.js';
import { askConfirm } from '../shared/dialogs.js';
import { connectionAtom } from '../shared/live/connection.js';
import { store } from '../shared/store.js';

/** Writes; what it did comes with the next frame. False when it was refused, which is alerted. */
async function attempt(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    if (!store.get(connectionAtom).connected) await notes.reload();
    return true;
  } catch (error) {
    await alertFailure(error);
    return false;
  }
}

/** Saves a new note, or one anew. */
export function saveNote(note: NoteRecord | null, text: NoteText): Promise<boolean> {
  if (note === null) return attempt(() => createNote(text));
  return attempt(() => rewriteNote(note.id, text, { version: note.version }));
}

/** Says that a note is done, or that it is not. */
export function setDone({ id, version }: NoteRecord, isDone: 0 | 1): Promise<boolean> {
  return attempt(() => finishNote(id, isDone, { version }));
}

/** Takes a note away, once that was confirmed. */
export async function takeAway({ id, version, text }: NoteRecord): Promise<boolean> {
  if (!(await askConfirm(`この申し送りを削除しますか？\n\n${text}`, '申し送りの削除'))) return false;
  return attempt(() => removeNote(id, { version }));
}
