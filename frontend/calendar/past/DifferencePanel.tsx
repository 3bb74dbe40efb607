import { Button } from '@blueprintjs/core';
import type { DayRange } from '@domain/calendar/default-range.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventOrigin } from '@wire/event-record.js';
import type { BookingChange, ChangeKind } from '@wire/time-travel.js';
import { instantText } from '@wire/value-texts.js';
import { useState } from 'react';
import { type CalendarTarget, calendarTargetAtom, rangeAtom } from '../../shared/calendar-data/calendar.js';
import { comparedAtom, comparingAtom } from '../../shared/calendar-data/past.js';
import { hotelAtom } from '../../shared/hotel.js';
import { store, useValue, useWrite } from '../../shared/store.js';
import {
  CHANGE_KINDS,
  changeCountsAtom,
  comparisonFitsAtom,
  KIND_NAMES,
  KIND_SIGNS,
  recordStayText,
  shownChangesAtom,
  shownKindsAtom,
} from './differences.js';

/** Number of differences that are listed at once. */
const PAGE = 100;

function emptyText(all: number | undefined): string {
  if (all === undefined) return '読み込み中…';
  return all === 0 ? 'この時点から変わった予約はありません。' : '選んだ種類の違いはありません。';
}

/** Lists what was added, moved, cancelled and changed since the moment shown, newest first; choosing one leads to its cell. */
export function DifferencePanel() {
  const comparing = useValue(comparingAtom);
  const all = useValue(comparedAtom)?.changes.length;
  const fits = useValue(comparisonFitsAtom);
  const shown = useValue(shownChangesAtom);
  const zone = useValue(hotelAtom)?.timezone;
  const goTo = useWrite(calendarTargetAtom);
  const [chosen, setChosen] = useState<number | null>(null);
  const [listed, setListed] = useState(PAGE);
  if (!comparing || zone === undefined) return null;
  const choose = (change: BookingChange) => {
    setChosen(change.booking_id);
    const range = store.get(rangeAtom);
    goTo(range && targetOf(change, range));
  };
  return (
    <aside className="differences" aria-label="いまとの違い" aria-busy={!fits}>
      <h2>
        いまとの違い
        <span role="status">{shown.length}件</span>
      </h2>
      {shown.length === 0 && <p className="no-differences">{emptyText(all)}</p>}
      <ul>
        {shown.slice(0, listed).map((change) => (
          <li key={change.booking_id}>
            <DifferenceRow
              change={change}
              zone={zone}
              current={change.booking_id === chosen}
              onChoose={choose}
            />
          </li>
        ))}
      </ul>
      {shown.length > listed && (
        <Button
          size="small"
          text={`続きを表示（残り${shown.length - listed}件）`}
          onClick={() => setListed(listed + PAGE)}
        />
      )}
    </aside>
  );
}

function firstNightIn(record: BookingRecord, { first, last }: DayRange) {
  if (record.stay_start > last || record.stay_end <= first) return null;
  return record.stay_start < first ? first : record.stay_start;
}

/** The cell of the calendar of the past that a difference leads to: the booking's, or where it stands now. */
function targetOf(change: BookingChange, range: DayRange): CalendarTarget | null {
  const { before, before_room: room } = change;
  const then = before && before.is_cancelled === 0 && room !== null ? firstNightIn(before, range) : null;
  if (then !== null && room !== null) return { roomNumber: room, date: then };
  const now = firstNightIn(change.after, range);
  return now && { roomNumber: change.after_room, date: now };
}

/** Shows how many differences of each kind there are, what they look like, and which are shown. */
export function KindFilter() {
  const counts = useValue(changeCountsAtom);
  const shown = useValue(shownKindsAtom);
  const show = useWrite(shownKindsAtom);
  const toggle = (kind: ChangeKind) =>
    show(CHANGE_KINDS.filter((other) => shown.includes(other) !== (other === kind)));
  return (
    <fieldset className="kind-filter">
      <legend className="visually-hidden">違いの種類と凡例</legend>
      {CHANGE_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="kind-choice choice"
          data-kind={kind}
          aria-pressed={shown.includes(kind)}
          onClick={() => toggle(kind)}
        >
          <span className="kind-sample" data-kind={kind} aria-hidden="true">
            {KIND_SIGNS[kind]}
          </span>
          {KIND_NAMES[kind]} {counts?.[kind] ?? '–'}
        </button>
      ))}
    </fieldset>
  );
}

const MOST_ORIGINS = 3;

function eventText({ recorded_at, label, staff_name, terminal }: EventOrigin, zone: string): string {
  return [instantText(recorded_at, zone), label, staff_name, terminal].filter(Boolean).join('　');
}

type DifferenceRowProps = {
  change: BookingChange;
  zone: string;
  current: boolean;
  onChoose: (change: BookingChange) => void;
};

/** Shows one booking's difference: room, guest, stay, before and after in words, and who did it where and when. */
function DifferenceRow({ change, zone, current, onChoose }: DifferenceRowProps) {
  const { kind, before, after, before_room, after_room } = change;
  const changes = kind === 'moved' || kind === 'changed' ? change.changes : [];
  const shown = before ?? after;
  const newestFirst = [...change.events].sort((a, b) => b.position - a.position);
  const more = newestFirst.length - MOST_ORIGINS;
  return (
    <button
      type="button"
      className="difference list-button"
      data-kind={kind}
      data-booking={change.booking_id}
      aria-current={current || undefined}
      onClick={() => onChoose(change)}
    >
      <span className="row">
        <span className="kind-sample" data-kind={kind} aria-hidden="true">
          {KIND_SIGNS[kind]}
        </span>
        <b>{KIND_NAMES[kind]}</b>
        <b>{before_room ?? after_room}</b>
        <span className="cut">{shown.guest_name_1}</span>
      </span>
      <span className="difference-stay">{recordStayText(shown)}</span>
      {changes.map(({ field, label, before_text, after_text }) => (
        <span key={field} className="difference-field">
          {label}: {before_text} → {after_text}
        </span>
      ))}
      {newestFirst.slice(0, MOST_ORIGINS).map((origin) => (
        <span key={origin.position} className="difference-origin soft">
          {eventText(origin, zone)}
        </span>
      ))}
      {more > 0 && <span className="difference-origin soft">ほか{more}件の操作</span>}
    </button>
  );
}
