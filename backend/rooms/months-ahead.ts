import type { Day } from '@domain/dates.js';
import { planMonthsAhead } from '@domain/room/room-month-plans.js';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Clock } from '../platform/clock.js';
import { CreatedAhead, type OwnRequest } from '../platform/created-ahead.js';
import { DefineRoomMonths } from './commands/define-room-months.handler.js';

/** Continues the rooms in use some months ahead. */
@Injectable()
export class MonthsAhead extends CreatedAhead {
  constructor(
    private readonly commands: CommandBus,
    clock: Clock,
  ) {
    super(clock, 'room-months');
  }

  protected async create(today: Day, monthsAhead: number, request: OwnRequest): Promise<number> {
    const plan = planMonthsAhead(today, monthsAhead);
    const command = new DefineRoomMonths({ plan, acknowledged: [] }, request);
    return (await this.commands.execute(command)).created;
  }
}
