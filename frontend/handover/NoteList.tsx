import { dayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { NoteRecord } from '@wire/handover.js';
import { notesAtom } from '../shared/calendar-data/notes.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { NoteItem } from './NoteItem.js';

const CARRIED_OVER = '持ち越し';

/** Under which heading a note stands; null for one that is done and over. */
function headingOf({ date, is_done }: NoteRecord, today: Day): string | null {
  if (date < today) return is_done === 0 ? CARRIED_OVER : null;
  if (date === today) return `今日 ${dayText(date)}`;
  return date === addDays(today, 1) ? `明日 ${dayText(date)}` : dayText(date);
}

/** The notes from today on, and before them those of earlier days that still wait. */
export function NoteList({ mayWrite }: { mayWrite: boolean }) {
  const notes = useValue(notesAtom);
  const today = useValue(todayAtom);
  if (today === null) return null;
  const groups = [...groupBy(notes, (note) => headingOf(note, today))].filter(([name]) => name !== null);
  if (groups.length === 0) return <p className="soft">申し送りはありません。</p>;
  return groups.map(([name, same]) => (
    <section key={name} className="note-day" data-late={name === CARRIED_OVER || undefined}>
      <h3>{name}</h3>
      <ul>
        {same.map((note) => (
          <NoteItem key={note.id} note={note} today={today} mayWrite={mayWrite} />
        ))}
      </ul>
    </section>
  ));
}
