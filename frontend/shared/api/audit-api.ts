import type { EventOrigin, EventPage, FieldChange } from '@wire/event-record.js';
import { get } from './request.js';

/** What is asked of the log, as the server's query has it. */
export type EventQuery = Readonly<Record<string, string>>;

/** One thing that happened to a booking. */
export type HistoryEntry = EventOrigin & { version: number; changes: FieldChange[] };

/** A page of the event log. */
export const fetchEvents = (query: EventQuery, signal?: AbortSignal) =>
  get<EventPage>('/api/events', query, signal);

/** What happened to a booking, oldest first. */
export const fetchHistory = (id: number, signal: AbortSignal) =>
  get<{ events: HistoryEntry[] }>(`/api/booking/${id}/history`, {}, signal);

/** Where the events that a query finds can be saved from. */
export function exportAddress(format: 'csv' | 'ndjson', query: EventQuery): string {
  return `/api/events?${new URLSearchParams({ ...query, format })}`;
}
