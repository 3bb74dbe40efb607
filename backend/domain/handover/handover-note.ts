import type { Day } from '../dates.js';

/** Something that the next shift must know, pinned to a day; a removed note has no text any more. */
export type HandoverNote = {
  id: number;
  version: number;
  date: Day;
  text: string;
  status: 'open' | 'done' | 'removed';
};

/** What staff write in a note. */
export type HandoverNoteDetails = Pick<HandoverNote, 'date' | 'text'>;

/** Everything that can happen to a note. */
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
