import { conflict, type Decided, decided, refused } from '../broken-rule.js';
import type { HandoverNote, HandoverNoteDetails, HandoverNoteEvent } from './handover-note.js';

/** What staff ask of a note. */
export type NoteChange =
  | { type: 'write'; details: HandoverNoteDetails }
  | { type: 'finish' }
  | { type: 'reopen' }
  | { type: 'remove' };

const IS_DONE = conflict(
  'note_done',
  null,
  '完了した申し送りは変更できません。未完了に戻してから変更してください。',
);

function rewritten(note: HandoverNote, { date, text }: HandoverNoteDetails): HandoverNoteEvent[] {
  const data = {
    ...(date === note.date ? {} : { date }),
    ...(text === note.text ? {} : { text }),
  };
  return Object.keys(data).length === 0 ? [] : [{ type: 'HandoverNoteChanged', data }];
}

/** What a change makes of a note, null for a new one; what is so already is not said again. */
export function decideNote(change: NoteChange, note: HandoverNote | null): Decided<HandoverNoteEvent[]> {
  if (change.type === 'write') {
    if (!note) return decided([{ type: 'HandoverNoteWritten', data: change.details }]);
    return note.status === 'done' ? refused(IS_DONE) : decided(rewritten(note, change.details));
  }
  if (change.type === 'remove') return decided([{ type: 'HandoverNoteRemoved', data: {} }]);
  const wanted = change.type === 'finish' ? 'done' : 'open';
  if (note?.status === wanted) return decided([]);
  return decided([{ type: wanted === 'done' ? 'HandoverNoteDone' : 'HandoverNoteReopened', data: {} }]);
}
