import type { Day } from '@domain/dates.js';
import type { Clock } from './clock.js';
import { DailyTask, type OwnRequest } from './daily-task.js';

export type { OwnRequest } from './daily-task.js';

/** Something that is created some months ahead, at the start and on each new day of the hotel. */
export abstract class CreatedAhead extends DailyTask {
  private monthsAhead = 0;

  /** `what` is created, as the log says. */
  constructor(clock: Clock, what: string) {
    super(clock, { done: `${what} were created ahead`, failed: `${what} could not be created` });
  }

  /** Creates what is missing up to so many months after today's; answers how much it was. */
  protected abstract create(today: Day, monthsAhead: number, request: OwnRequest): Promise<number>;

  /** Starts to keep this many months ahead; 0 for none. */
  start(monthsAhead: number): void {
    if (monthsAhead === 0) return;
    this.monthsAhead = monthsAhead;
    this.begin();
  }

  protected work(today: Day, request: OwnRequest): Promise<number> {
    return this.create(today, this.monthsAhead, request);
  }
}
