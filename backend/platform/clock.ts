import { type Day, dayIn } from '@domain/dates.js';

const A_MINUTE_MS = 60_000;

/** The time as the hotel sees it. */
export class Clock {
  /** Cached for the current minute: every command asks for the day. */
  private cached: { minute: number; day: Day } | null = null;

  constructor(
    readonly timezone: string,
    readonly now: () => Date = () => new Date(),
  ) {}

  /** Today in the hotel's zone, whatever zone the server is in (contract 1). */
  today(): Day {
    const now = this.now();
    const minute = Math.floor(now.getTime() / A_MINUTE_MS);
    if (this.cached?.minute !== minute) this.cached = { minute, day: dayIn(this.timezone, now) };
    return this.cached.day;
  }
}
