import { randomUUID } from 'node:crypto';
import type { Day } from '@domain/dates.js';
import { planMonthsAhead } from '@domain/room/plan-months-ahead.js';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Clock } from '../platform/clock.js';
import { logger } from '../platform/logger.js';
import { DefineRoomMonths } from './commands/define-room-months.handler.js';

const A_MINUTE_MS = 60_000;

/**
 * Sees to it, at the start and on each new day of the hotel, that rooms have months ahead. Every node looks: what one
 * has made the next finds made, since each decides inside the writer's lock.
 */
@Injectable()
export class MonthsAhead implements OnApplicationShutdown {
  private monthsAhead = 0;
  private timer: NodeJS.Timeout | null = null;
  private lookedOn: Day | null = null;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** Begins to look after this many months ahead; 0 is never. */
  start(monthsAhead: number): void {
    if (monthsAhead === 0) return;
    this.monthsAhead = monthsAhead;
    this.timer = setInterval(() => this.look(), A_MINUTE_MS).unref();
    this.look();
  }

  /** Looks whether the hotel has a new day; resolves once what that asks for is made. */
  look(): Promise<void> {
    this.looking = this.looking.then(() => this.goOn());
    return this.looking;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.looking;
  }

  private async goOn(): Promise<void> {
    const today = this.clock.today();
    if (today === this.lookedOn) return;
    const plan = planMonthsAhead(today, this.monthsAhead);
    const write = { staffId: null, terminal: null, requestId: randomUUID() };
    const command = new DefineRoomMonths({ plan, acknowledged: [] }, { write, idempotency: null });
    try {
      const { created } = await this.commands.execute(command);
      this.lookedOn = today;
      if (created > 0) logger.info({ created }, 'months of rooms were made ahead');
    } catch (error) {
      logger.warn({ error: (error as Error).message }, 'no months of rooms could be made; it is tried again');
    }
  }
}
