import './unplaced.css';
import { stayRangeText } from '@domain/calendar/stay-text.js';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { LaneProps } from '../calendar/CalendarGrid.js';
import { unplacedSubjectsAtom } from '../calendar/gestures/press.js';
import { partyText, roomTypeText } from '../imports/record-texts.js';
import { recordAddress, SCREENS } from '../shared/screens.js';
import { store, useValue } from '../shared/store.js';
import { subjectOf } from './register-unplaced.js';
import { type UnplacedBar, unplacedAtom } from './unplaced.js';

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

function wordsOf({ record, stay }: UnplacedBar): string {
  const { guest_name_1, site, reason } = record;
  const words = [guest_name_1, stayRangeText(stay), partyText(record), roomTypeText(record), site, reason];
  return words.filter(Boolean).join('・');
}

type BarProps = { bar: UnplacedBar; focusable: boolean; onOpen: () => void; onFocus: () => void };

/** A reservation without a room, over its nights. */
function Bar({ bar, focusable, onOpen, onFocus }: BarProps) {
  const { record, column, nights } = bar;
  return (
    <div
      role="gridcell"
      className="unplaced-place"
      aria-colindex={column + 2}
      style={{ '--at': column, '--nights': nights } as CSSProperties}
    >
      <button
        type="button"
        className="unplaced-bar cut"
        data-unplaced={record.id}
        data-tooltip={wordsOf(bar)}
        aria-label={wordsOf(bar)}
        tabIndex={focusable ? 0 : -1}
        onClick={onOpen}
        onFocus={onFocus}
      >
        <b>{record.room_name || record.room_symbol}</b> {record.guest_name_1}
      </button>
    </div>
  );
}

/**
 * 未配室: the imported reservations whose guests have no room, above the rooms of their days. Dragged onto a room one is
 * registered there, by a click or Enter it is opened in the form.
 */
export function UnplacedLane({ columnWidth, rowHeight, top }: LaneProps) {
  const { lines, more } = useValue(unplacedAtom);
  const navigate = useNavigate();
  const [current, setCurrent] = useState<number | null>(null);
  const lane = useRef<HTMLDivElement>(null);
  const bars = lines.flat();
  const ids = bars.map(({ record }) => record.id);
  const focusable = current !== null && ids.includes(current) ? current : ids[0];
  const open = (id: number) => navigate(recordAddress(id));
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const subjects = lines
      .flat()
      .map((bar) => [bar.record.id, subjectOf(bar, (id) => latest.current(id))] as const);
    store.set(unplacedSubjectsAtom, new Map(subjects));
    return () => store.set(unplacedSubjectsAtom, new Map());
  }, [lines]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = ids.indexOf(focusable ?? 0);
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : STEPS[event.key];
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = ids[step(at, ids.length - 1)];
    lane.current?.querySelector<HTMLElement>(`[data-unplaced="${next}"]`)?.focus();
  };

  return (
    <div
      ref={lane}
      role="rowgroup"
      className="unplaced-lane"
      aria-label="未配室の予約"
      style={{ top, height: lines.length * rowHeight, '--day': `${columnWidth}px` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <div key={line[0]?.record.id} role="row" className="unplaced-line" style={{ top: index * rowHeight }}>
          {index === 0 && (
            <div role="rowheader" className="unplaced-head" style={{ height: lines.length * rowHeight }}>
              <Link
                to={SCREENS.autoRegistration.path}
                data-tooltip="部屋が決まっていない自動登録の予約です。部屋の行に落とすと登録し、クリックするとフォームに開きます。"
              >
                未配室 {ids.length + more}件
              </Link>
              {more > 0 && lines.length > 1 && <span className="soft">ほか{more}件</span>}
            </div>
          )}
          {line.map((bar) => (
            <Bar
              key={bar.record.id}
              bar={bar}
              focusable={bar.record.id === focusable}
              onOpen={() => open(bar.record.id)}
              onFocus={() => setCurrent(bar.record.id)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
