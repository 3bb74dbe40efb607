import type { DayRange } from '@domain/calendar/default-range.js';
import type { Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { NoteRecord } from '@wire/handover.js';
import { atom } from 'jotai';
import { fetchNotes } from '../api/handover-api.js';
import { followFrames } from '../live/frame-listeners.js';
import { store } from '../store.js';
import { pastAtom } from './past.js';

type Notes = ReadonlyMap<number, NoteRecord>;

/** Every note received, removed ones too, so that an older answer does not restore them. */
const knownAtom = atom<Notes>(new Map());

/** The notes there are, by day and in the order in which they were written. */
export const notesAtom = atom((get): readonly NoteRecord[] =>
  [...get(knownAtom).values()]
    .filter(({ is_removed }) => is_removed === 0)
    .sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1)),
);

/** The notes of each day. */
export type NotesByDay = ReadonlyMap<Day, readonly NoteRecord[]>;

export const NO_NOTES: NotesByDay = new Map();

/** The notes that wait to be done, for the marks in the calendar; none in the past. */
export const openNotesByDayAtom = atom((get): NotesByDay => {
  if (get(pastAtom) !== null) return NO_NOTES;
  return groupBy(
    get(notesAtom).filter(({ is_done }) => is_done === 0),
    ({ date }) => date,
  );
});

/** What is shown: the days of the calendar, and on the handover screen its own and all that wait. */
type Wanted = { range: DayRange; withOpen: boolean };
let wanted: Wanted | null = null;
let following = false;

function withNewer(notes: Notes, records: Iterable<NoteRecord>): Notes {
  const next = new Map(notes);
  for (const record of records) {
    if ((next.get(record.id)?.version ?? 0) <= record.version) next.set(record.id, record);
  }
  return next;
}

async function load({ range, withOpen }: Wanted, anew: boolean): Promise<number | null> {
  const before = store.get(knownAtom);
  try {
    const { data, position } = await fetchNotes(range, withOpen);
    // After a full read only what was received meanwhile is kept beside the answer.
    const heard = [...store.get(knownAtom).values()].filter((note) => before.get(note.id) !== note);
    store.set(knownAtom, (known) =>
      anew ? withNewer(withNewer(new Map(), data), heard) : withNewer(known, data),
    );
    return position;
  } catch (error) {
    console.error('handover-notes', error);
    return null;
  }
}

function follow(): void {
  if (following) return;
  following = true;
  followFrames((frame) => {
    if (frame === null) {
      if (wanted) void load(wanted, true);
    } else if (frame.notes.length > 0) {
      store.set(knownAtom, (known) => withNewer(known, frame.notes));
    }
  });
}

/** Reads the notes of days and keeps them up to date; answers the log position that they are as new as. */
export function showNotes(range: DayRange, withOpen = false): Promise<number | null> {
  wanted = { range, withOpen };
  follow();
  return load(wanted, false);
}

/** Reads the notes that are shown once more. */
export async function reloadNotes(): Promise<void> {
  if (wanted) await load(wanted, false);
}
