import type { DayRange } from '@domain/calendar/default-range.js';
import type { Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { NoteRecord } from '@wire/handover.js';
import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';
import { fetchNotes } from '../api/handover-api.js';
import type { LiveView } from '../live/live-session.js';
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
const wantedAtom = atom<Wanted | null>(null);

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
    const received = [...store.get(knownAtom).values()].filter((note) => before.get(note.id) !== note);
    store.set(knownAtom, (known) =>
      anew ? withNewer(withNewer(new Map(), data), received) : withNewer(known, data),
    );
    return position;
  } catch (error) {
    console.error('handover-notes', error);
    return null;
  }
}

/** Reads the notes of days, which frames keep up to date; answers the log position that they are as new as. */
export function showNotes(range: DayRange, withOpen = false): Promise<number | null> {
  const wanted = { range, withOpen };
  store.set(wantedAtom, wanted);
  return load(wanted, false);
}

async function reload(anew: boolean): Promise<void> {
  const wanted = store.get(wantedAtom);
  if (wanted) await load(wanted, anew);
}

/** Reads the notes that are shown once more. */
export const reloadNotes = () => reload(false);

/** The notes as far as the live connection concerns them. */
export const notesView = {
  refresh: () => reload(true),
  applyFrame({ notes }: Pick<ChangeFrame, 'notes'>) {
    if (notes.length > 0) store.set(knownAtom, (known) => withNewer(known, notes));
  },
} satisfies LiveView;
