import type { Command } from './steps.js';

/** What a run lived through: histories, events, and how often each kind of command was done and refused. */
export class Tally {
  histories = 0;
  events = 0;
  readonly done: Record<string, number> = {};
  readonly refused: Record<string, number> = {};
  readonly mishaps: Record<string, number> = {};

  /** A history came to its end. */
  lived(events: number): void {
    this.histories += 1;
    this.events += events;
  }

  /** A command was answered. */
  settled(kind: Command['do'], state: 'done' | 'refused' | 'unknown'): void {
    const counts = state === 'done' ? this.done : this.refused;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }

  /** Something happened to the machines or on the way of a request. */
  happened(what: string): void {
    this.mishaps[what] = (this.mishaps[what] ?? 0) + 1;
  }

  /** Adds what another run lived through. */
  add(other: Pick<Tally, 'histories' | 'events' | 'done' | 'refused' | 'mishaps'>): void {
    this.histories += other.histories;
    this.events += other.events;
    for (const part of ['done', 'refused', 'mishaps'] as const) {
      for (const [name, count] of Object.entries(other[part]))
        this[part][name] = (this[part][name] ?? 0) + count;
    }
  }
}
