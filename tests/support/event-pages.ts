import type { EventPage, EventRecord } from '@wire/event-record.js';
import { type ApiClient, must } from './api-client.js';

/** Conditions of a query for events. */
export type EventParameters = Record<string, string | number | undefined>;

/** The address of a query for events. */
export function eventsAddress(parameters: EventParameters): string {
  const told = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return `/api/events?${new URLSearchParams(told.map(([name, value]) => [name, String(value)]))}`;
}

/** One page of events. */
export const eventPage = (api: ApiClient, parameters: EventParameters): Promise<EventPage> =>
  must(api.get<EventPage>(eventsAddress(parameters)));

/** All events of a query, page by page from either end. */
export async function allPages(
  api: ApiClient,
  parameters: EventParameters,
  end: 'oldest first' | 'newest first' = 'oldest first',
): Promise<EventRecord[]> {
  const events: EventRecord[] = [];
  let place: EventParameters = end === 'newest first' ? { before: 'head' } : {};
  for (;;) {
    const page = await eventPage(api, { ...parameters, ...place });
    events.push(...page.events);
    if (page.next === null) return events;
    place = end === 'newest first' ? { before: page.next } : { after: page.next };
  }
}

/** The lines of an answer in lines of JSON. */
export async function eventLines(api: ApiClient, parameters: EventParameters): Promise<EventRecord[]> {
  const { status, text } = await api.get(eventsAddress({ ...parameters, format: 'ndjson' }));
  if (status !== 200) throw new Error(`events were refused: ${text}`);
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  return lines.map((line) => JSON.parse(line));
}

/** The newest event of the log. */
export async function newestEvent(api: ApiClient): Promise<EventRecord> {
  return (await eventPage(api, { before: 'head', limit: 1 })).events[0] as EventRecord;
}

/** Lists the changes of an event, a line a field. */
export function inWords({ changes }: EventRecord): string[] {
  return changes.map(({ label, before_text, after_text }) => `${label}: ${before_text} → ${after_text}`);
}

/** Returns the newest event's name, its subject and its changes. */
export async function newestInWords(
  api: ApiClient,
): Promise<{ label: string; subject: string; words: string[] }> {
  const event = await newestEvent(api);
  return { label: event.label, subject: event.subject, words: inWords(event) };
}
