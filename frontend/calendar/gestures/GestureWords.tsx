import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useValue } from '../../shared/store.js';
import { KEYS, type KeyName } from '../../shared/ui/key-table.js';
import { keyText } from '../../shared/ui/keys.js';
import { useBodyClass } from '../../shared/ui/use-body-class.js';
import { HEAD_WIDTH, ROW_HEIGHT } from '../geometry.js';
import { type DragPreview, type Gesture, judgedAtom } from './gesture-state.js';
import { cellAtEnd, type GridPlace } from './pointer-place.js';
import { proposalText } from './proposal.js';

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
  'takenGiveUp',
];

/** The point of the window that the words stand beside: the pointer, or the cell that the keys have led to. */
function anchorOf(gesture: Gesture, { scroller, heads, days, size }: GridPlace): { x: number; y: number } {
  const element = scroller.current;
  if (gesture.pointer || !element) return gesture.pointer ?? { x: 0, y: 0 };
  const { roomNumber, date } = cellAtEnd(gesture.place, 'end', days);
  const row = heads.findIndex((head) => head.roomNumber === roomNumber);
  const box = element.getBoundingClientRect();
  return {
    x: box.left + HEAD_WIDTH + (days.indexOf(date) + 1) * size.columnWidth - element.scrollLeft,
    y: box.top + size.headerHeight + (row + 1) * ROW_HEIGHT - element.scrollTop,
  };
}

const sentencesOf = ({ verdict, proposal }: DragPreview): readonly string[] =>
  verdict.ok ? verdict.remarks : proposal.kind === 'nothing' ? [] : verdict.reasons;

/** What is being placed as it is read out. */
function spoken(judged: DragPreview): string {
  const { verdict, proposal } = judged;
  const may = verdict.ok ? '置けます。' : proposal.kind === 'nothing' ? '' : '置けません。';
  return [proposalText(proposal), may, ...sentencesOf(judged)].filter(Boolean).join(' ');
}

function KeyHints() {
  return (
    <span className="gesture-keys">
      {HINTS.map((name) => (
        <span key={name}>
          <kbd>{keyText(name)}</kbd> {KEYS[name][0]}
        </span>
      ))}
    </span>
  );
}

function Words({ judged, grid }: { judged: DragPreview; grid: GridPlace }) {
  const bubble = useRef<HTMLDivElement>(null);
  useBodyClass('placing');
  const { gesture, verdict, proposal } = judged;
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    const { x, y } = anchorOf(gesture, grid);
    const { offsetWidth: width, offsetHeight: height } = element;
    const left = Math.max(MARGIN, Math.min(x + GAP, window.innerWidth - width - MARGIN));
    const below = y + GAP + height + MARGIN <= window.innerHeight;
    const top = below ? y + GAP : Math.max(MARGIN, y - GAP - ROW_HEIGHT - height);
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  return createPortal(
    <div
      ref={bubble}
      className="gesture-words"
      aria-hidden="true"
      data-verdict={verdict.ok ? 'ok' : proposal.kind === 'nothing' ? 'origin' : 'refused'}
    >
      <strong>{proposalText(proposal)}</strong>
      {sentencesOf(judged).map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
      {gesture.by === 'keys' && <KeyHints />}
    </div>,
    document.body,
  );
}

/** Beside the pointer, and read out: what dropping would do, whether it may, and why not. */
export function GestureWords({ grid }: { grid: GridPlace }) {
  const judged = useValue(judgedAtom);
  const shown = judged?.gesture.isDropped ? null : judged;
  return (
    <>
      {createPortal(
        <p className="visually-hidden" aria-live="assertive" data-gesture-spoken>
          {shown && spoken(shown)}
        </p>,
        document.body,
      )}
      {shown && <Words judged={shown} grid={grid} />}
    </>
  );
}
