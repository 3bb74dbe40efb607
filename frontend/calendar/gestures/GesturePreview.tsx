import { daysBetween } from '@domain/dates.js';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useValue } from '../../shared/store.js';
import { HEAD_WIDTH, ROW_HEIGHT } from '../geometry.js';
import { type DragPreview, judgedAtom } from './gesture-state.js';
import type { Place } from './place.js';
import type { GridPlace } from './pointer-place.js';
import { placeOf } from './proposal.js';

type Box = { key: string; kind: 'origin' | 'target'; place: Place; text: string };

/** What is drawn over the calendar: where it comes from, where it would be, and the other one of a swap. */
function boxesOf({ gesture, proposal }: DragPreview): Box[] {
  const { subject } = gesture;
  const origin = subject && { key: 'origin', kind: 'origin' as const, place: subject.from, text: '' };
  const target = (text: string): Box => ({ key: 'target', kind: 'target', place: proposal.place, text });
  if (proposal.kind === 'swap') {
    const { booking, with: other } = proposal;
    const place = { ...placeOf(other), roomNumber: booking.roomNumber };
    return [
      target(booking.record.guest_name_1),
      { key: 'other', kind: 'target', place, text: other.record.guest_name_1 },
    ];
  }
  const nights = daysBetween(proposal.place.stay.start, proposal.place.stay.end);
  const text = proposal.kind === 'move' ? proposal.booking.record.guest_name_1 : `${nights}泊`;
  return [...(origin ? [origin] : []), target(text)];
}

function styleOf({ roomNumber, stay }: Place, { heads, days, size }: GridPlace): CSSProperties | null {
  const row = heads.findIndex((head) => head.roomNumber === roomNumber);
  const [first] = days;
  if (row < 0 || first === undefined) return null;
  const start = Math.max(0, daysBetween(first, stay.start));
  const end = Math.min(days.length, daysBetween(first, stay.end));
  if (end <= start) return null;
  const left = start * size.columnWidth;
  return {
    transform: `translate(${HEAD_WIDTH + left}px, ${row * ROW_HEIGHT}px)`,
    width: (end - start) * size.columnWidth,
    '--from': `${left}px`,
  } as CSSProperties;
}

/** The outline of what is being placed, in a layer of its own: the calendar below is not painted again for it. */
export function GesturePreview(grid: GridPlace) {
  const judged = useValue(judgedAtom);
  const layer = useRef<HTMLDivElement>(null);
  const isShown = judged !== null;
  const { scroller } = grid;
  // What has been scrolled below the rooms' heads is not drawn over them.
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isShown) return;
    const follow = () => layer.current?.style.setProperty('--scrolled', `${element.scrollLeft}px`);
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, isShown]);
  if (!judged) return null;
  const { verdict, proposal } = judged;
  const state = verdict.ok ? 'ok' : proposal.kind === 'nothing' ? 'origin' : 'refused';
  return (
    <div ref={layer} className="gesture-layer" aria-hidden="true" data-verdict={state}>
      {boxesOf(judged).map(({ key, kind, place, text }) => {
        const style = styleOf(place, grid);
        return (
          style && (
            <div key={key} className="gesture-box" data-kind={kind} style={style}>
              {text}
            </div>
          )
        );
      })}
    </div>
  );
}
