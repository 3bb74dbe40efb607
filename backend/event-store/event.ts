import type { WriteContext } from '../platform/write-context.js';

/** An event as a stream's own type describes it. */
export type DomainEvent = { type: string; data: object };

/** An event with its place in the log. `recordedAt` is RFC 3339 in UTC, to the microsecond. */
export type RecordedEvent<Event extends DomainEvent = DomainEvent> = WriteContext & {
  position: number;
  stream: string;
  version: number;
  schemaVersion: number;
  recordedAt: string;
} & Event;

/** A row of the log as it is stored; `payload` is the exact JSON text that the hash covers. */
export type LogRow = {
  position: number;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  payload: string;
  staffId: number | null;
  terminal: string | null;
  requestId: string | null;
  recordedAt: string;
};

const STREAM = /^(.+?)-(\d.*)$/;

/** Whether a name is one of a stream: a log that something else wrote to may hold others. */
export function isStream(name: string): boolean {
  return STREAM.test(name);
}

/** Splits a stream's name into its category and key, as in `reservation-17` or `day-2026-11-21`. */
export function parseStream(stream: string): { category: string; key: string } {
  const match = STREAM.exec(stream);
  if (!match?.[1] || !match[2]) throw new Error(`no stream: ${stream}`);
  return { category: match[1], key: match[2] };
}
