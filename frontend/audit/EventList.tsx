import { countText } from '@domain/calendar/stay-text.js';
import type { EventRecord } from '@wire/event-record.js';
import { instantText } from '@wire/value-texts.js';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { EventMark } from '../shared/events/EventMark.js';
import { changesText, originText } from '../shared/events/event-texts.js';
import { hotelAtom } from '../shared/hotel.js';
import { store, useValue, useWrite } from '../shared/store.js';
import { DataGrid, type GridColumn } from '../shared/ui/DataGrid.js';
import { isKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
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

const ROW_HEIGHT = 28;
const NO_EVENTS: readonly EventRecord[] = [];
/** The element id of the details. */
export const DETAIL_ID = 'event-detail';

const idOf = ({ position }: EventRecord) => position;
const attributes = ({ position }: EventRecord) => ({ 'data-position': position });

function RecordedAt({ event }: { event: EventRecord }) {
  const timezone = useValue(hotelAtom)?.timezone;
  return timezone && instantText(event.recorded_at, timezone);
}

/** An event on one line: when, what, about what, by whom. */
const COLUMNS: readonly GridColumn<EventRecord>[] = [
  {
    name: 'position',
    heading: '記録番号',
    width: '72px',
    align: 'end',
    cell: ({ position }) => countText(position),
  },
  { name: 'time', heading: '日時', width: '136px', cell: (event) => <RecordedAt event={event} /> },
  { name: 'type', heading: '種類', width: '160px', cell: ({ type }) => <EventMark type={type} /> },
  { name: 'subject', heading: '対象', width: 'minmax(160px, 1fr)', cell: ({ subject }) => subject },
  {
    name: 'changes',
    heading: '変更内容',
    width: 'minmax(160px, 1.3fr)',
    cell: ({ changes }) => changesText(changes),
  },
  { name: 'origin', heading: 'スタッフ・端末', width: 'minmax(136px, 0.7fr)', cell: originText },
];

/** The events of the log, newest first; older ones are read on the way. */
export function EventList({ onOpen }: { onOpen: () => void }) {
  const log = useValue(eventLogAtom);
  const opened = useValue(openedEventAtom)?.position;
  const open = useWrite(openedEventAtom);
  const pane = useRef<HTMLDivElement>(null);
  const events = log?.events ?? NO_EVENTS;
  useListTop(pane, log?.filter);

  const openRow = (event: EventRecord) => {
    open(event);
    onOpen();
  };
  const onKey = (pressed: KeyboardEvent, event: EventRecord) => {
    if (!isKey(pressed, 'logOpen')) return false;
    openRow(event);
    // Once the pane is there: it may have been behind another tab.
    requestAnimationFrame(() => document.getElementById(DETAIL_ID)?.focus());
    return true;
  };
  return (
    <section className="event-log vertical" aria-label="記録">
      <FreshEvents onShow={() => pane.current?.scrollTo({ top: 0 })} />
      <DataGrid
        keys="log"
        label="記録の一覧"
        columns={COLUMNS}
        rows={events}
        rowHeight={ROW_HEIGHT}
        minWidth={880}
        pageRows={20}
        staysIn={JSON.stringify(log?.filter)}
        currentAtom={currentEventAtom}
        isSelected={({ position }) => position === opened}
        hasMore={!log || log.next !== null}
        onEnd={() => void loadOlder()}
        onPick={(_, event) => openRow(event)}
        {...{ pane, idOf, attributes, onKey }}
      />
      <LogState />
    </section>
  );
}

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

/** Shows why nothing is listed, or no more: not read yet, nothing found, or a failure. */
function LogState() {
  const log = useValue(eventLogAtom);
  const failure = useValue(logFailureAtom);
  if (failure === null && log && log.events.length > 0) return null;
  return (
    <ListState failure={failure} isLoading={log === null} onRetry={() => retryEvents()}>
      条件に合う記録はありません。
    </ListState>
  );
}
