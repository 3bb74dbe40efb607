import './gestures.css';
import { type Day, daysBetween } from '@domain/dates.js';
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { RoomHead } from '../../shared/calendar-data/calendar.js';
import { useValue } from '../../shared/store.js';
import { KEYS, type KeyName } from '../../shared/ui/key-table.js';
import { keyText } from '../../shared/ui/keys.js';
import { useBodyClass } from '../../shared/ui/use-body-class.js';
import { type DragPreview, dragPreviewAtom, type Gesture } from './gesture-state.js';
import { cellAtEnd, type GridPlace, type Place } from './place.js';
import { isUnplaced, placeOfOther, proposalText } from './proposal.js';
import { useKeyGestures } from './use-key-gestures.js';
import { usePointerGestures } from './use-pointer-gestures.js';

type GesturesProps = {
  scroller: RefObject<HTMLElement | null>;
  heads: readonly RoomHead[];
  days: readonly Day[];
  headWidth: number;
  columnWidth: number;
  rowHeight: number;
  headerHeight: number;
};

/** Dragging and steering bookings in the calendar. */
export function Gestures(props: GesturesProps) {
  const { scroller, heads, days, headWidth, columnWidth, rowHeight, headerHeight } = props;
  const grid = useMemo(
    (): GridPlace => ({
      scroller,
      heads,
      days,
      size: {
        ...{ rows: heads.length, columns: days.length },
        ...{ headWidth, columnWidth, rowHeight, headerHeight },
      },
    }),
    [scroller, heads, days, headWidth, columnWidth, rowHeight, headerHeight],
  );
  usePointerGestures(grid);
  useKeyGestures(grid);
  return (
    <>
      <GesturePreview {...grid} />
      <GestureWords grid={grid} />
    </>
  );
}

type Box = { key: string; kind: 'origin' | 'target'; place: Place; text: string };

/** Returns the boxes over the calendar: where it comes from, where it would be, and the other one of a swap. */
function boxesOf({ gesture, proposal }: DragPreview): Box[] {
  const { subject } = gesture;
  const origin = subject && { key: 'origin', kind: 'origin' as const, place: subject.from, text: '' };
  const target = (text: string): Box => ({ key: 'target', kind: 'target', place: proposal.place, text });
  if (proposal.kind === 'swap') {
    const { booking, with: other } = proposal;
    const text = other.record.guest_name_1;
    return [
      target(booking.record.guest_name_1),
      { key: 'other', kind: 'target', place: placeOfOther(proposal), text },
    ];
  }
  const nights = daysBetween(proposal.place.stay.start, proposal.place.stay.end);
  const text =
    proposal.kind === 'move'
      ? proposal.booking.record.guest_name_1
      : proposal.kind === 'register'
        ? proposal.unplaced.guest.guest_name_1
        : `${nights}泊`;
  return [...(origin ? [origin] : []), target(text)];
}

function styleOf({ roomNumber, stay }: Place, { heads, days, size }: GridPlace): CSSProperties | null {
  const row = heads.findIndex((head) => head.roomNumber === roomNumber);
  const [first] = days;
  if (row < 0 || first === undefined) return null;
  const start = Math.max(0, daysBetween(first, stay.start));
  const end = Math.min(days.length, daysBetween(first, stay.end));
  if (end <= start) return null;
  return {
    transform: `translate(${size.headWidth + start * size.columnWidth}px, ${row * size.rowHeight}px)`,
    width: (end - start) * size.columnWidth,
  };
}

/** The outline of what is being placed, in a layer of its own: the calendar below is not painted again for it. */
function GesturePreview(grid: GridPlace) {
  const preview = useValue(dragPreviewAtom);
  if (!preview) return null;
  return (
    <div className="gesture-layer" aria-hidden="true" data-verdict={lookOf(preview)}>
      {boxesOf(preview).map(({ key, kind, place, text }) => {
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

const GAP = 14;
const MARGIN = 4;
const HINTS: KeyName[] = [
  'takenUp',
  'takenDown',
  'takenEarlier',
  'takenLater',
  'takenShorter',
  'takenLonger',
  'takenStartEarlier',
  'takenStartLater',
  'takenDrop',
  'takenCancel',
];

/** The point of the window that the words stand beside: the pointer, or the cell that the keys have led to. */
function anchorOf(gesture: Gesture, { scroller, heads, days, size }: GridPlace): { x: number; y: number } {
  const element = scroller.current;
  if (gesture.pointer || !element) return gesture.pointer ?? { x: 0, y: 0 };
  const { roomNumber, date } = cellAtEnd(gesture.place, 'end', days);
  const row = heads.findIndex((head) => head.roomNumber === roomNumber);
  const box = element.getBoundingClientRect();
  return {
    x: box.left + size.headWidth + (days.indexOf(date) + 1) * size.columnWidth - element.scrollLeft,
    y: box.top + size.headerHeight + (row + 1) * size.rowHeight - element.scrollTop,
  };
}

/** The looks of a verdict: a green, amber or red one, or none where it began. */
function lookOf({ verdict, proposal }: DragPreview): 'ok' | 'warn' | 'refused' | 'origin' {
  if (verdict.ok) return verdict.warnings.length > 0 ? 'warn' : 'ok';
  return proposal.kind === 'nothing' ? 'origin' : 'refused';
}

const sentencesOf = ({ verdict, proposal }: DragPreview): readonly string[] =>
  verdict.ok ? [...verdict.warnings, ...verdict.remarks] : proposal.kind === 'nothing' ? [] : verdict.reasons;

/** Returns what is being placed as it is read out. */
function spoken(preview: DragPreview): string {
  const { verdict, proposal } = preview;
  const may = verdict.ok
    ? verdict.warnings.length > 0
      ? '置けますが、ご確認ください。'
      : '置けます。'
    : proposal.kind === 'nothing'
      ? ''
      : '置けません。';
  return [proposalText(proposal), may, ...sentencesOf(preview)].filter(Boolean).join(' ');
}

const KEY_HINTS = HINTS.map((name) => [keyText(name), KEYS[name][0]]);
/** Explains Shift while the pointer drags. */
const AXIS_HINT = [['Shift', '部屋か日付の一方だけを変える']];

function KeyHints({ hints }: { hints: readonly string[][] }) {
  return (
    <span className="gesture-keys">
      {hints.map(([keys, text]) => (
        <span key={keys}>
          <kbd>{keys}</kbd> {text}
        </span>
      ))}
    </span>
  );
}

function Words({ preview, grid }: { preview: DragPreview; grid: GridPlace }) {
  const bubble = useRef<HTMLDivElement>(null);
  useBodyClass('placing');
  const { gesture, proposal } = preview;
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    const { x, y } = anchorOf(gesture, grid);
    const { offsetWidth: width, offsetHeight: height } = element;
    const left = Math.max(MARGIN, Math.min(x + GAP, window.innerWidth - width - MARGIN));
    const below = y + GAP + height + MARGIN <= window.innerHeight;
    const top = below ? y + GAP : Math.max(MARGIN, y - GAP - grid.size.rowHeight - height);
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  return createPortal(
    <div ref={bubble} className="gesture-words" aria-hidden="true" data-verdict={lookOf(preview)}>
      <strong>{proposalText(proposal)}</strong>
      {sentencesOf(preview).map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
      {gesture.by === 'keys' ? (
        <KeyHints hints={KEY_HINTS} />
      ) : (
        gesture.subject && !isUnplaced(gesture.subject) && <KeyHints hints={AXIS_HINT} />
      )}
    </div>,
    document.body,
  );
}

/** Beside the pointer, and read out: what dropping would do, whether it may, and why not. */
function GestureWords({ grid }: { grid: GridPlace }) {
  const preview = useValue(dragPreviewAtom);
  const shown = preview?.gesture.isDropped ? null : preview;
  return (
    <>
      {createPortal(
        <p className="visually-hidden" aria-live="assertive" data-gesture-spoken>
          {shown && spoken(shown)}
        </p>,
        document.body,
      )}
      {shown && <Words preview={shown} grid={grid} />}
    </>
  );
}
