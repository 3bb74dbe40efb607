import type { EventQuery } from '../shared/api/audit-api.js';

/** What the event log can be narrowed down by; the names are those of the server's query and of the address. */
export const EVENT_FILTERS = [
  'from',
  'to',
  'type',
  'room',
  'booking_id',
  'staff_id',
  'terminal',
  'q',
] as const;
export type EventFilterName = (typeof EVENT_FILTERS)[number];

/** The filters that an address has. */
export function filterOf(search: URLSearchParams): EventQuery {
  const given = EVENT_FILTERS.map((name) => [name, (search.get(name) ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** A filter with one of its parts set anew; an empty value takes the part away. */
export function withFilter(
  filter: EventQuery,
  changes: Partial<Record<EventFilterName, string>>,
): EventQuery {
  return filterOf(new URLSearchParams({ ...filter, ...changes }));
}
