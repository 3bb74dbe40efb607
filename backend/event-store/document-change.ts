import { type AnyStream, type StreamDefinition, streamName, type Versioned } from './stream-definition.js';

/** A stream's state before and after one event or several; `position` is the last event's. */
export type DocumentChange<State extends Versioned = Versioned> = {
  definition: AnyStream;
  key: string;
  before: State | null;
  after: State;
  position: number;
};

/** The changes of streams of one kind. */
export function changesOf<State extends Versioned>(
  definition: StreamDefinition<State>,
  changes: readonly DocumentChange[],
): DocumentChange<State>[] {
  return changes.filter((change): change is DocumentChange<State> => change.definition === definition);
}

/** Sums up steps by stream: the state before the first step and after the last. */
export function summedUp(steps: readonly DocumentChange[]): DocumentChange[] {
  const changes = new Map<string, DocumentChange>();
  for (const step of steps) {
    const stream = streamName(step.definition, step.key);
    const earlier = changes.get(stream);
    changes.set(stream, earlier ? { ...step, before: earlier.before } : step);
  }
  return [...changes.values()];
}

/** Cuts steps where others follow a change of master data, which they must see: it is always the end of a range. */
export function runsOf(steps: readonly DocumentChange[]): DocumentChange[][] {
  const ranges: DocumentChange[][] = [];
  let previous: DocumentChange | null = null;
  for (const step of steps) {
    const current = ranges.at(-1);
    if (!current || (previous?.definition.isReference && !step.definition.isReference)) ranges.push([step]);
    else current.push(step);
    previous = step;
  }
  return ranges;
}
