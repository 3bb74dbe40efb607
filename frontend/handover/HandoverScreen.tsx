import './handover.css';
import './changes.css';
import { addDays } from '@domain/dates.js';
import { useEffect } from 'react';
import { showNotes } from '../shared/calendar-data/notes.js';
import { todayAtom } from '../shared/hotel.js';
import { liveSession } from '../shared/live/live-session.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { ChangeList } from './ChangeList.js';
import { Memos } from './CloseShift.js';
import { followChanges } from './changes.js';
import { NewNote, NoteList } from './NoteList.js';
import { SinceBar } from './SinceBar.js';

/** Days ahead for which notes that are done are read; those that wait are read for every day. */
const DAYS_AHEAD = 60;

/** 引継ぎ: what the shifts tell each other, and what happened since one left. */
export function HandoverScreen() {
  const today = useValue(todayAtom);
  const mayWrite = useMay('desk');
  useEffect(followChanges, []);
  useEffect(() => {
    if (today === null) return;
    void showNotes({ first: today, last: addDays(today, DAYS_AHEAD) }, true).then((position) =>
      liveSession.resumeFrom(position),
    );
  }, [today]);
  return (
    <div className="handover">
      <section className="handover-notes stack" aria-label="申し送り">
        <Memos />
        <h2>申し送り</h2>
        {mayWrite && <NewNote />}
        <NoteList mayWrite={mayWrite} />
      </section>
      <section className="vertical" aria-label="変更点">
        <SinceBar mayWrite={mayWrite} />
        <ChangeList />
      </section>
    </div>
  );
}
