import type { DayRange } from '@domain/calendar/default-range.js';
import type { Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { NoteRecord } from '@wire/handover.js';
import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';
import { fetchNotes } from '../api/handover-api.js';
import { FrameBuffer } from '../live/frame-log.js';
import type { LiveView } from '../live/live-session.js';
import { Resource } from '../resource.js';
import { inEachStore, store } from '../store.js';
import { pastAtom } from './past.js';

type Notes = ReadonlyMap<number, NoteRecord>;

/** The notes there are, by day and in the order in which they were written. */
export const notesAtom = atom((get): readonly NoteRecord[] =>
  [...(get(notes.atom).value ?? NOTHING).values()]
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

/** Days that are shown: those of the calendar, and on the handover screen its own and all that wait. */
type Wanted = { range: DayRange; withOpen: boolean };
function withNewer(notes: Notes, records: Iterable<NoteRecord>): Notes {
  const next = new Map(notes);
  for (const record of records) {
    if ((next.get(record.id)?.version ?? 0) <= record.version) next.set(record.id, record);
  }
  return next;
}

const NOTHING: Notes = new Map();
/** True if the next answer replaces all known notes; else an older answer restores nothing that was removed. */
const isWholeAtom = atom(false);
let meanwhile: FrameBuffer;
inEachStore(() => {
  meanwhile = new FrameBuffer();
});

/** The notes of the days that are shown, removed ones too, by id; frames keep them up to date. */
export const notes: Resource<Wanted, Notes> = new Resource(
  'handover-notes',
  ({ range, withOpen }, signal) =>
    meanwhile.during(async (received) => {
      const isWhole = store.get(isWholeAtom);
      store.set(isWholeAtom, false);
      const { data, position } = await fetchNotes(range, withOpen, signal);
      const known = isWhole ? NOTHING : (store.get(notes.atom).value ?? NOTHING);
      const records = [...data, ...received.flatMap((frame) => frame.notes)];
      return { data: withNewer(known, records), position };
    }),
  { keepPrevious: 'always' },
);

/** Reads the notes of days, which frames keep up to date; answers the log position that they are as new as. */
export function showNotes(range: DayRange, withOpen = false): Promise<number | null> {
  return notes.load({ range, withOpen });
}

/** The notes as far as the live connection concerns them. */
export const notesView = {
  refresh: async () => {
    store.set(isWholeAtom, true);
    await notes.reload();
  },
  applyFrame(frame: ChangeFrame) {
    meanwhile.receive(frame);
    if (frame.notes.length > 0) notes.update((known) => withNewer(known, frame.notes));
  },
} satisfies LiveView;
