import type { CsvFormData } from '@wire/csv-record.js';
import { type ReactNode, useEffect } from 'react';
import { cachedReservation } from '../booking/cached-reservation.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { get } from '../shared/api/request.js';
import { Resource } from '../shared/resource.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';

const RELOAD_PAUSE_MS = 500;

/** A booking with what is around it; while the line is down, as it is known on this terminal. */
const bookingResource = () =>
  new Resource<number, ReservationData>(
    'panel',
    (id, signal) => get(`/api/fetch-reservation-data/${id}`, {}, signal),
    { keepPrevious: 'always', pauseMs: RELOAD_PAUSE_MS, fallback: cachedReservation },
  );

/** The booking that the panel shows. */
export const panelBooking = bookingResource();

/** The booking whose details are shown. */
export const detailBooking = bookingResource();

/** The imported record that the panel shows. */
export const panelRecord = new Resource<number, CsvFormData>(
  'panel',
  (id, signal) => get(`/api/fetch-csv-reservation-data/${id}`, {}, signal),
  { keepPrevious: 'always', pauseMs: RELOAD_PAUSE_MS },
);

/** Shows what a resource reads of an id, kept up while it is shown. */
export function Followed<Value extends { id: number }>(props: {
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
