import type { DomainEvent } from '../event-store/event-stream.js';

/**
 * One event of the sample hotel, in log order. `key` is the position of the stream's first event, for a day its
 * date, for the hotel its number; `recordedAt` is RFC 3339 in UTC. Its data is checked against its schema when it is appended.
 */
export type SampleEvent = {
  category: string;
  key: number | string;
  event: DomainEvent;
  recordedAt: string;
  staffId: number | null;
};

/** The id that a planned record gets in the log. */
export type IdOf = (subject: object) => number;

/** When and by which staff record something is done; `at` is in milliseconds since 1970. */
export type Moment = { at: number; by: object | null };

/** An event before the log is numbered: its stream is named by a planned record, or is its key. */
export type Draft = Moment & {
  category: string;
  subject: object | string;
  event: (idOf: IdOf) => DomainEvent;
};

/** A draft of an event; one that refers to other records is a function of their ids. */
export function draft(
  category: string,
  subject: object | string,
  moment: Moment,
  event: DomainEvent | ((idOf: IdOf) => DomainEvent),
): Draft {
  return { category, subject, ...moment, event: typeof event === 'function' ? event : () => event };
}

/** The drafts recorded until `now` (milliseconds) as a log: ordered by time, numbered, references resolved. */
export function historyOf(drafts: readonly Draft[], now: number): SampleEvent[] {
  const ordered = drafts.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  const positions = new Map<Draft['subject'], number>();
  for (const [index, { subject }] of ordered.entries()) {
    if (!positions.has(subject)) positions.set(subject, index + 1);
  }
  const idOf: IdOf = (subject) => {
    const id = positions.get(subject);
    if (id === undefined) throw new Error('a record is referred to that was never recorded');
    return id;
  };
  return ordered.map(({ category, subject, at, by, event }) => ({
    category,
    key: typeof subject === 'string' ? subject : idOf(subject),
    event: event(idOf),
    recordedAt: new Date(at).toISOString(),
    staffId: by && idOf(by),
  }));
}
