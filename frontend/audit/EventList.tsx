// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list takes the keys for its rows.

import { Button } from '@blueprintjs/core';
import type { EventRecord } from '@wire/event-record.js';
import { instantText } from '@wire/value-texts.js';
import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { EventMark } from '../shared/events/EventMark.js';
import { changesText, originText, positionText } from '../shared/events/event-texts.js';
import { hotelAtom } from '../shared/hotel.js';
import { store, useValue, useWrite } from '../shared/store.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { isKey } from '../shared/ui/keys.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { useVisibleLines } from '../shared/ui/use-visible-lines.js';
import {
  atTopAtom,
  currentEventAtom,
  eventLogAtom,
  loadOlder,
  logFailureAtom,
  openedEventAtom,
  retryEvents,
  showFresh,
} from './event-log.js';

const COLUMNS = ['位置', '日時', '種類', '対象', '変更内容', 'スタッフ・端末'];
const STEPS: [KeyName, number][] = [
  ['logUp', -1],
  ['logDown', 1],
  ['logPageUp', -20],
  ['logPageDown', 20],
  ['logStart', Number.NEGATIVE_INFINITY],
  ['logEnd', Number.POSITIVE_INFINITY],
];
const NO_EVENTS: readonly EventRecord[] = [];

/** The events of the log, newest first; only what is in sight is in the document, and older ones are read on the way. */
export function EventList({ onOpen }: { onOpen: () => void }) {
  const log = useValue(eventLogAtom);
  const opened = useValue(openedEventAtom)?.position;
  const open = useWrite(openedEventAtom);
  const chosen = useValue(currentEventAtom);
  const choose = useWrite(currentEventAtom);
  const events = log?.events ?? NO_EVENTS;
  const pane = useRef<HTMLDivElement>(null);

  const ids = useMemo(() => events.map(({ position }) => position), [events]);
  const lines = useMemo(
    () =>
      events.map((event, index) => {
        const place = { top: index * ROW_HEIGHT, height: ROW_HEIGHT, index };
        return { key: String(event.position), ...place, event };
      }),
    [events],
  );
  const { current, go, focusProps } = useRowFocus({
    pane,
    ids,
    chosen,
    choose,
    prefix: ROW_PREFIX,
    jump: 'logJump',
  });
  const visible = useVisibleLines(pane, lines, current);
  useListTop(pane, log?.filter);

  const atEnd = visible.at(-1)?.index === lines.length - 1;
  useEffect(() => {
    if (atEnd && lines.length > 0) void loadOlder();
  }, [atEnd, lines.length]);

  const openRow = (event: EventRecord | undefined, withKeyboard: boolean) => {
    if (!event) return;
    open(event);
    onOpen();
    // Once the pane is there: it may have been behind another tab.
    if (withKeyboard) requestAnimationFrame(() => document.getElementById(DETAIL_ID)?.focus());
  };
  const onKeyDown = (pressed: KeyboardEvent) => {
    const step = STEPS.find(([name]) => isKey(pressed, name));
    if (step) go(step[1]);
    else if (isKey(pressed, 'logOpen'))
      openRow(
        events.find(({ position }) => position === current),
        true,
      );
    else return;
    pressed.preventDefault();
  };

  return (
    <section className="event-log" aria-label="記録">
      <FreshEvents onShow={() => pane.current?.scrollTo({ top: 0 })} />
      <div
        ref={pane}
        role="grid"
        className="event-list"
        aria-label="記録の一覧"
        tabIndex={lines.length === 0 ? 0 : undefined}
        aria-rowcount={log && log.next === null ? lines.length + 1 : -1}
        onKeyDown={onKeyDown}
        {...focusProps}
      >
        <div role="row" className="event-columns" aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
        <div role="rowgroup" className="event-lines" style={{ height: lines.length * ROW_HEIGHT }}>
          {visible.map(({ key, top, index, event }) => (
            <EventRow
              key={key}
              event={event}
              top={top}
              index={index}
              current={event.position === current}
              opened={event.position === opened}
              onOpen={openRow}
            />
          ))}
        </div>
      </div>
      <ListState />
    </section>
  );
}

/** How high a line of the event list is. */
const ROW_HEIGHT = 28;
/** What the element ids of the rows begin with. */
export const ROW_PREFIX = 'event-row-';
/** The element id of the details. */
export const DETAIL_ID = 'event-detail';

/** Tells whether the list stands at its top, where it begins again for each filter. */
export function useListTop(pane: RefObject<HTMLElement | null>, filter: unknown): void {
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const look = () => {
      const atTop = element.scrollTop < ROW_HEIGHT;
      if (atTop === store.get(atTopAtom)) return;
      store.set(atTopAtom, atTop);
      if (atTop) void showFresh();
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      element.removeEventListener('scroll', look);
      store.set(atTopAtom, true);
    };
  }, [pane]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => void pane.current?.scrollTo({ top: 0 }), [pane, filter]);
}

/** Says that there are newer events than those listed, and leads to them. */
function FreshEvents({ onShow }: { onShow: () => void }) {
  const log = useValue(eventLogAtom);
  const count = log?.fresh.length ?? 0;
  const show = () => {
    onShow();
    void showFresh();
  };
  return (
    <div className="fresh-events" role="status">
      {log && count > 0 && (
        <button type="button" onClick={show}>{`新しい記録 ${count}件${log.freshGoOn ? '以上' : ''}`}</button>
      )}
    </div>
  );
}

/** Why nothing is listed, or no more: not read yet, nothing found, or a failure. */
function ListState() {
  const log = useValue(eventLogAtom);
  const failure = useValue(logFailureAtom);
  if (failure !== null) {
    return (
      <div className="event-state" data-whole={log === null || undefined} role="alert">
        <p>{failure}</p>
        <Button size="small" text="もう一度読み込む" onClick={() => retryEvents()} />
      </div>
    );
  }
  if (log === null)
    return (
      <p className="event-state event-loading" data-whole>
        読み込み中…
      </p>
    );
  if (log.events.length > 0) return null;
  return (
    <p className="event-state" data-whole>
      条件に合う記録はありません。
    </p>
  );
}

type EventRowProps = {
  event: EventRecord;
  top: number;
  index: number;
  current: boolean;
  opened: boolean;
  onOpen: (event: EventRecord, withKeyboard: boolean) => void;
};

/** An event on one line: when, what, about what, by whom. */
const EventRow = memo(function EventRow({ event, top, index, current, opened, onOpen }: EventRowProps) {
  const timezone = useValue(hotelAtom)?.timezone;
  const { position, recorded_at, type, subject, changes } = event;
  return (
    <div
      role="row"
      id={`${ROW_PREFIX}${position}`}
      className="event-row"
      data-position={position}
      aria-rowindex={index + 2}
      aria-selected={opened}
      tabIndex={current ? 0 : -1}
      style={{ top }}
      onClick={() => onOpen(event, false)}
    >
      <span role="gridcell" className="event-position">
        {positionText(position)}
      </span>
      <span role="gridcell" className="event-time">
        {timezone && instantText(recorded_at, timezone)}
      </span>
      <span role="gridcell">
        <EventMark type={type} />
      </span>
      <span role="gridcell">{subject}</span>
      <span role="gridcell" className="event-changes">
        {changesText(changes)}
      </span>
      <span role="gridcell" className="event-origin">
        {originText(event)}
      </span>
    </div>
  );
});
