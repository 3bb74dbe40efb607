import { type Day, dayIn } from '@domain/dates.js';

/** The time as the hotel sees it. */
export class Clock {
  constructor(
    readonly timezone: string,
    readonly now: () => Date = () => new Date(),
  ) {}

  /** Today in the hotel's zone, whatever zone the server is in (contract 1). */
  today(): Day {
    return dayIn(this.timezone, this.now());
  }
}
