import type { StayCell } from '@domain/calendar/stay-cells.js';
import { KIND_SIGNS } from './past/difference-texts.js';
import type { StayMark } from './past/differences.js';
import type { Watch } from './presence.js';

type StayBarProps = {
  cell: StayCell;
  /** Over how many columns the bar runs from its first cell in the document. */
  span: number;
  columnWidth: number;
  /** By how many columns the text is moved to be in sight. */
  indent: number;
  text: string;
  /** In the past: what became of the booking since. */
  mark?: StayMark | undefined;
  nextdayOut: boolean;
  /** Another terminal that has it open or looks at it. */
  watch?: Watch | undefined;
};

const EDGE = 2;
const TAG_WIDTH = 42;
const NARROW_TAG_WIDTH = 16;
const NARROW = 80;

/** Whether a bar is so short that 翌OUT stands on two lines. */
export function isNarrow(nights: number, columnWidth: number): boolean {
  return nights === 1 && columnWidth < NARROW;
}

function StaySign({ mark }: { mark: StayMark }) {
  return (
    <span className="bar-since" data-kind={mark.kind}>
      {[KIND_SIGNS[mark.kind], mark.text].filter(Boolean).join(' ')}
    </span>
  );
}

/** A stay's bar across its nights, drawn from the first of them that is in the document. */
export function StayBar({ cell, span, columnWidth, indent, text, mark, nextdayOut, watch }: StayBarProps) {
  const ends = cell.night + span > cell.nights;
  const before = cell.linkedToDayBefore ? -EDGE : cell.isFirstNight ? EDGE : 0;
  const tagWidth = isNarrow(cell.nights, columnWidth) ? NARROW_TAG_WIDTH : TAG_WIDTH;
  const style = {
    marginLeft: before,
    width: span * columnWidth - before - (ends ? EDGE : 0),
    paddingLeft: indent > 0 ? indent * columnWidth + EDGE : undefined,
    paddingRight: ends && nextdayOut ? tagWidth : undefined,
  };
  return (
    <span className="bar" data-ends={ends || undefined} style={style}>
      <span className="bar-marker">{cell.marker}</span>
      {mark && <StaySign mark={mark} />}
      {mark?.kind === 'cancelled' ? <s>{text}</s> : text}
      {watch && watch.kind !== 'holding' && <span className="bar-watch">{watch.terminal}</span>}
    </span>
  );
}
