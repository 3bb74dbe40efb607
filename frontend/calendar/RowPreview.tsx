import { addDays, type Day, daysBetween } from '@domain/dates.js';
import { type PreviewMark, previewOfRoomAtom } from '../booking/room-preview.js';
import { useValue } from '../shared/store.js';
import { HEAD_WIDTH } from './geometry.js';
import './row-preview.css';

function PreviewBox({ mark, first, last }: { mark: PreviewMark; first: Day; last: Day }) {
  const start = mark.stay.start > first ? mark.stay.start : first;
  const end = mark.stay.end <= last ? mark.stay.end : addDays(last, 1);
  if (start >= end) return null;
  const left = `calc(${HEAD_WIDTH}px + ${daysBetween(first, start)} * var(--day))`;
  const width = `calc(${daysBetween(start, end)} * var(--day))`;
  return (
    <span className="row-preview" data-preview={mark.kind} aria-hidden="true" style={{ left, width }}>
      {mark.text}
    </span>
  );
}

/** What a proposal that is looked at would make of a room; its words stand beside the proposal. */
export function RowPreview({ roomNumber, days }: { roomNumber: string; days: readonly Day[] }) {
  const marks = useValue(previewOfRoomAtom(roomNumber));
  const [first, last] = [days[0], days.at(-1)];
  if (!marks || !first || !last) return null;
  return marks.map((mark) => (
    <PreviewBox key={`${mark.kind} ${mark.stay.start}`} mark={mark} first={first} last={last} />
  ));
}
