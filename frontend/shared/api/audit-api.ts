import type { EventOrigin, EventPage, FieldChange } from '@wire/event-record.js';
import { get } from './request.js';

/** A query of the log, as the server has it. */
export type EventQuery = Readonly<Record<string, string>>;

/** One thing that happened to a booking. */
export type HistoryEntry = EventOrigin & { version: number; changes: FieldChange[] };

/** A page of the event log. */
export const fetchEvents = (query: EventQuery, signal?: AbortSignal) =>
  get<EventPage>('/api/events', query, signal);

/** Reads the events of a booking, oldest first. */
export const fetchHistory = (id: number, signal: AbortSignal) =>
  get<{ events: HistoryEntry[] }>(`/api/booking/${id}/history`, {}, signal);

/** Returns the address of the file of the events that a query finds. */
export function exportAddress(format: 'csv' | 'ndjson', query: EventQuery): string {
  return `/api/events?${new URLSearchParams({ ...query, format })}`;
}
