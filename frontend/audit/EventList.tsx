// biome-ignore-all lint/a11y/useSemanticElements: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the windowed list follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its rows.
import type { EventRecord } from '@wire/event-record.js';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { currentEventAtom, eventLogAtom, loadOlder, openedEventAtom } from './event-log.js';
import { useValue, useWrite } from '../shared/store.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { isKey } from '../shared/ui/keys.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { useVisibleLines } from '../shared/ui/use-visible-lines.js';
import { EventRow } from './EventRow.js';
import { FreshEvents } from './FreshEvents.js';
import { ListState } from './ListState.js';
import { DETAIL_ID, ROW_HEIGHT, ROW_PREFIX } from './row-place.js';
import { useListTop } from './use-list-top.js';

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
