import type { EventOrigin } from '@wire/event-record.js';
import type { BookingChange } from '@wire/time-travel.js';
import { instantText } from '@wire/value-texts.js';
import { KIND_NAMES, KIND_SIGNS, recordStayText } from './difference-texts.js';

const MOST_ORIGINS = 3;

function originText({ recorded_at, label, staff_name, terminal }: EventOrigin, zone: string): string {
  return [instantText(recorded_at, zone), label, staff_name, terminal].filter(Boolean).join('　');
}

type DifferenceRowProps = {
  change: BookingChange;
  zone: string;
  current: boolean;
  onChoose: (change: BookingChange) => void;
};

/** What became of one booking: room, guest, stay, before and after in words, and who did it where and when. */
export function DifferenceRow({ change, zone, current, onChoose }: DifferenceRowProps) {
  const { kind, before, after, before_room, after_room } = change;
  const told = kind === 'moved' || kind === 'changed' ? change.changes : [];
  const shown = before ?? after;
  const newestFirst = [...change.events].sort((a, b) => b.position - a.position);
  const more = newestFirst.length - MOST_ORIGINS;
  return (
    <button
      type="button"
      className="difference"
      data-kind={kind}
      data-booking={change.booking_id}
      aria-current={current || undefined}
      onClick={() => onChoose(change)}
    >
      <span className="difference-head">
        <span className="kind-sample" data-kind={kind} aria-hidden="true">
          {KIND_SIGNS[kind]}
        </span>
        <b>{KIND_NAMES[kind]}</b>
        <b>{before_room ?? after_room}</b>
        <span className="difference-guest">{shown.guest_name_1}</span>
      </span>
      <span className="difference-stay">{recordStayText(shown)}</span>
      {told.map(({ field, label, before_text, after_text }) => (
        <span key={field} className="difference-field">
          {label}: {before_text} → {after_text}
        </span>
      ))}
      {newestFirst.slice(0, MOST_ORIGINS).map((origin) => (
        <span key={origin.position} className="difference-origin">
          {originText(origin, zone)}
        </span>
      ))}
      {more > 0 && <span className="difference-origin">ほか{more}件の操作</span>}
    </button>
  );
}
