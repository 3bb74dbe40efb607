import { conflict, type Decided, decided, refused } from '../broken-rule.js';
import type { Day } from '../dates.js';

/** A note for the next shift, attached to a day; a removed note has no text. */
export type HandoverNote = {
  id: number;
  version: number;
  date: Day;
  text: string;
  status: 'open' | 'done' | 'removed';
};

/** Content of a note. */
export type HandoverNoteDetails = Pick<HandoverNote, 'date' | 'text'>;

/** The events of a note. */
export type HandoverNoteEvent =
  | { type: 'HandoverNoteWritten'; data: HandoverNoteDetails }
  | { type: 'HandoverNoteChanged'; data: Partial<HandoverNoteDetails> }
  | {
      type: 'HandoverNoteDone' | 'HandoverNoteReopened' | 'HandoverNoteRemoved';
      data: Record<string, never>;
    };

function change(event: HandoverNoteEvent): Partial<HandoverNote> {
  switch (event.type) {
    case 'HandoverNoteWritten':
      return { ...event.data, status: 'open' };
    case 'HandoverNoteChanged':
      return event.data;
    case 'HandoverNoteDone':
      return { status: 'done' };
    case 'HandoverNoteReopened':
      return { status: 'open' };
    case 'HandoverNoteRemoved':
      return { status: 'removed', text: '' };
    default:
      return event satisfies never;
  }
}

/** The note after an event; a note begins with HandoverNoteWritten. */
export function evolveHandoverNote(
  state: HandoverNote | null,
  event: HandoverNoteEvent,
  id: number,
): HandoverNote {
  if ((state === null) !== (event.type === 'HandoverNoteWritten')) {
    throw new Error(`${event.type} does not fit the history of handover note ${id}`);
  }
  return { ...state, ...change(event), id, version: (state?.version ?? 0) + 1 } as HandoverNote;
}

/** A change to a note. */
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

/** Decides a change to a note, null for a new one; no event where nothing would change. */
export function decideNote(change: NoteChange, note: HandoverNote | null): Decided<HandoverNoteEvent[]> {
  if (change.type === 'write') {
    if (!note) return decided([{ type: 'HandoverNoteWritten', data: change.details }]);
    return note.status === 'done' ? refused(IS_DONE) : decided(rewritten(note, change.details));
  }
  if (change.type === 'remove') return decided([{ type: 'HandoverNoteRemoved', data: {} }]);
  const status = change.type === 'finish' ? 'done' : 'open';
  if (note?.status === status) return decided([]);
  return decided([{ type: status === 'done' ? 'HandoverNoteDone' : 'HandoverNoteReopened', data: {} }]);
}

/** A shift that was handed over: by whom, with what memo, and the last position of the log that its staff had seen. */
export type HandoverDetails = { staffId: number | null; terminal: string | null; upTo: number; memo: string };

export type Handover = HandoverDetails & { id: number; version: number };

/** The event of a handover. */
export type HandoverEvent = { type: 'ShiftHandedOver'; data: HandoverDetails };

/** The handover after its one event. */
export function evolveHandover(state: Handover | null, { data }: HandoverEvent, id: number): Handover {
  return { ...data, id, version: (state?.version ?? 0) + 1 };
}
