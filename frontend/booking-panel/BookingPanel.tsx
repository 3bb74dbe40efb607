import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { CsvFormData } from '@wire/csv-record.js';
import { type ReactNode, useEffect } from 'react';
import { keptReservation } from '../booking/cached-reservation.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { get } from '../shared/api/request.js';
import { lookingAtom } from '../shared/live/connection.js';
import { closePanel, openPanel, type PanelTarget, panelListAtom } from '../shared/open-panel.js';
import { Resource } from '../shared/resource.js';
import { store, useValue } from '../shared/store.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { ListState } from '../shared/ui/ListState.js';
import { BookingPane } from './BookingPane.js';
import { RecordPane } from './RecordPane.js';
import './booking-panel.css';

const RELOAD_PAUSE_MS = 500;

/** The booking that the panel shows; while the line is down, as it is known on this terminal. */
export const panelBooking = new Resource<number, ReservationData>(
  'panel',
  (id, signal) => get(`/api/fetch-reservation-data/${id}`, {}, signal),
  { keepPrevious: true, pauseMs: RELOAD_PAUSE_MS, fallback: keptReservation },
);

/** The imported record that the panel shows. */
export const panelRecord = new Resource<number, CsvFormData>(
  'panel',
  (id, signal) => get(`/api/fetch-csv-reservation-data/${id}`, {}, signal),
  { keepPrevious: true, pauseMs: RELOAD_PAUSE_MS },
);

/** Shows what a resource reads of an id, kept up while it is shown. */
function Followed<Value extends { id: number }>(props: {
  resource: Resource<number, Value>;
  id: number;
  children: (value: Value) => ReactNode;
}) {
  const { resource, id, children } = props;
  const { status, query, value, error } = useValue(resource.atom);
  useEffect(() => void resource.load(id), [resource, id]);
  useEffect(() => {
    const stop = resource.follow(({ bookings, queue }) =>
      [bookings, queue.failed, queue.settled].some(({ length }) => length > 0),
    );
    return () => {
      stop();
      resource.reset();
    };
  }, [resource]);
  if (query === id && value?.id === id) return children(value);
  if (status === 'failed' && error !== null)
    return <ListState failure={error.message} onRetry={() => resource.load(id)} />;
  return <ListState isLoading />;
}

/** The next of the list that the panel was opened from. */
function NextButton({ target }: { target: PanelTarget }) {
  const list = useValue(panelListAtom);
  const next = list.includes(target.id) ? list[list.indexOf(target.id) + 1] : undefined;
  const show = () => next !== undefined && openPanel({ ...target, id: next }, list);
  useKey('panelNext', show);
  if (next === undefined) return null;
  return <Button size="small" text="次へ" {...keyProps('panelNext', '一覧の次へ')} onClick={show} />;
}

/** A booking or an imported record at the right of the screen, wherever it was met. */
export function BookingPanel({ target }: { target: PanelTarget }) {
  const { kind, id } = target;
  useKey('panelClose', closePanel);
  useEffect(() => {
    store.set(lookingAtom, kind === 'booking' ? id : null);
    return () => store.set(lookingAtom, null);
  }, [kind, id]);
  return (
    <aside className="booking-panel" aria-label="予約の内容">
      <div className="booking-panel-bar row">
        <NextButton target={target} />
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label="閉じる"
          {...keyProps('panelClose', '閉じる')}
          onClick={closePanel}
        />
      </div>
      {kind === 'booking' ? (
        <Followed resource={panelBooking} id={id}>
          {(booking) => <BookingPane booking={booking} />}
        </Followed>
      ) : (
        <Followed resource={panelRecord} id={id}>
          {(record) => <RecordPane record={record} />}
        </Followed>
      )}
    </aside>
  );
}
