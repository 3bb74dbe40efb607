import { type Day, dayIn } from '@domain/dates.js';

const A_MINUTE_MS = 60_000;

/** The time as the hotel sees it. */
export class Clock {
  /** The day of the minute asked for last: clocks are set by whole minutes, and every command asks. */
  private known: { minute: number; day: Day } | null = null;

  constructor(
    readonly timezone: string,
    readonly now: () => Date = () => new Date(),
  ) {}

  /** Today in the hotel's zone, whatever zone the server is in (contract 1). */
  today(): Day {
    const now = this.now();
    const minute = Math.floor(now.getTime() / A_MINUTE_MS);
    if (this.known?.minute !== minute) this.known = { minute, day: dayIn(this.timezone, now) };
    return this.known.day;
  }
}
