import { randomUUID } from 'node:crypto';
import type { Day } from '@domain/dates.js';
import { planMonthsAhead } from '@domain/room/room-month-plans.js';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Clock } from '../platform/clock.js';
import { DailyTask } from '../platform/daily-task.js';
import { logger } from '../platform/logger.js';
import { DefineRoomMonths } from './commands/define-room-months.handler.js';

/**
 * Creates the room-months ahead, at the start and on each new day of the hotel. Every node does; since each decides inside
 * the writer's lock, they are created once.
 */
@Injectable()
export class MonthsAhead implements OnApplicationShutdown {
  private monthsAhead = 0;
  private readonly task: DailyTask;

  constructor(
    private readonly commands: CommandBus,
    clock: Clock,
  ) {
    this.task = new DailyTask(clock, 'room-months could not be created', (today) => this.createMonths(today));
  }

  /** Starts to keep this many months ahead; 0 for none. */
  start(monthsAhead: number): void {
    if (monthsAhead === 0) return;
    this.monthsAhead = monthsAhead;
    this.task.start();
  }

  /** Checks for a new day; resolves once its room-months are created. */
  check(): Promise<void> {
    return this.task.check();
  }

  onApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private async createMonths(today: Day): Promise<void> {
    const plan = planMonthsAhead(today, this.monthsAhead);
    const write = { staffId: null, terminal: null, requestId: randomUUID() };
    const command = new DefineRoomMonths({ plan, acknowledged: [] }, { write, idempotency: null });
    const { created } = await this.commands.execute(command);
    if (created > 0) logger.info({ created }, 'room-months were created ahead');
  }
}
