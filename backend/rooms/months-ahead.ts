import { randomUUID } from 'node:crypto';
import type { Day } from '@domain/dates.js';
import { planMonthsAhead } from '@domain/room/room-month-plans.js';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Clock } from '../platform/clock.js';
import { logger } from '../platform/logger.js';
import { DefineRoomMonths } from './commands/define-room-months.handler.js';

const MINUTE_MS = 60_000;

/**
 * Creates the room-months ahead, at the start and on each new day of the hotel. Every node does; since each decides inside
 * the writer's lock, they are created once.
 */
@Injectable()
export class MonthsAhead implements OnApplicationShutdown {
  private monthsAhead = 0;
  private timer: NodeJS.Timeout | null = null;
  private checkedOn: Day | null = null;
  private checking: Promise<void> = Promise.resolve();

  constructor(
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** Starts to keep this many months ahead; 0 for none. */
  start(monthsAhead: number): void {
    if (monthsAhead === 0) return;
    this.monthsAhead = monthsAhead;
    this.timer = setInterval(() => this.check(), MINUTE_MS).unref();
    this.check();
  }

  /** Checks for a new day; resolves once its room-months are created. */
  check(): Promise<void> {
    this.checking = this.checking.then(() => this.createMonths());
    return this.checking;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.checking;
  }

  private async createMonths(): Promise<void> {
    const today = this.clock.today();
    if (today === this.checkedOn) return;
    const plan = planMonthsAhead(today, this.monthsAhead);
    const write = { staffId: null, terminal: null, requestId: randomUUID() };
    const command = new DefineRoomMonths({ plan, acknowledged: [] }, { write, idempotency: null });
    try {
      const { created } = await this.commands.execute(command);
      this.checkedOn = today;
      if (created > 0) logger.info({ created }, 'room-months were created ahead');
    } catch (error) {
      logger.warn(
        { error: (error as Error).message },
        'room-months could not be created; next try in a minute',
      );
    }
  }
}
