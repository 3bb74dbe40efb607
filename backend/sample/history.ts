import type { Draft, IdOf, SampleEvent } from './sample-event.js';

function positionsOf(drafts: readonly Draft[]): Map<Draft['subject'], number> {
  const positions = new Map<Draft['subject'], number>();
  drafts.forEach(({ subject }, index) => {
    if (!positions.has(subject)) positions.set(subject, index + 1);
  });
  return positions;
}

/** The drafts recorded until `now` (milliseconds) as a log: in order of time, numbered, references resolved. */
export function historyOf(drafts: readonly Draft[], now: number): SampleEvent[] {
  const ordered = drafts.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  const positions = positionsOf(ordered);
  const idOf: IdOf = (subject) => {
    const id = positions.get(subject);
    if (id === undefined) throw new Error('a record is referred to that was never recorded');
    return id;
  };
  return ordered.map(({ category, subject, at, by, event }) => {
    const key = typeof subject === 'string' ? subject : idOf(subject);
    const recordedAt = new Date(at).toISOString();
    return { category, key, event: event(idOf), recordedAt, staffId: by && idOf(by) } as SampleEvent;
  });
}
