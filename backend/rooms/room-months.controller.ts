import {
  planChanges,
  planCopy,
  planNewRoom,
  type RoomMonthChange,
  type RoomMonthPlan,
  roomsOfMonth,
} from '@domain/room/room-month-plans.js';
import { Controller, Get, HttpCode, Inject, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  changeRoomMonthsShape,
  copyMonthShape,
  defineRoomShape,
  type ManagedRoomMonth,
  traitsOf,
} from '@wire/room-months.js';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readMonth } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { DefineRoomMonths } from './commands/define-room-months.handler.js';
import { managedRoomMonths } from './room-months.query.js';

type Json = Record<string, unknown>;
/** What rooms are in each month, and its management. */
@Controller('api/room-months')
@Permit('look')
export class RoomMonthsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Get()
  async list(@Query('year_month') yearMonth: unknown): Promise<ManagedRoomMonth[]> {
    const month = readMonth(yearMonth, 'year_month');
    const { reference } = await this.store.current();
    return managedRoomMonths(this.database, month, roomsOfMonth(reference.rooms, month));
  }

  @Put()
  @Permit('manage')
  change(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { rooms, acknowledged } = readBody(changeRoomMonthsShape, body);
    const changes = rooms.map(({ id, version, ...fields }) => ({ id, version, traits: traitsOf(fields) }));
    return this.define(planChanges(changes), acknowledged, request);
  }

  @Post()
  @Permit('manage')
  addRoom(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { room_number: roomNumber, from, until, ...fields } = readBody(defineRoomShape, body);
    const traits = traitsOf(fields) as Required<RoomMonthChange['traits']>;
    return this.define(planNewRoom({ ...traits, roomNumber, from, until }), [], request);
  }

  @Post('copy')
  @HttpCode(200)
  @Permit('manage')
  copy(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { acknowledged, ...months } = readBody(copyMonthShape, body);
    return this.define(planCopy(months), acknowledged, request);
  }

  private define(plan: RoomMonthPlan, acknowledged: readonly number[], request: RequestContext) {
    return this.commands.execute(new DefineRoomMonths({ plan, acknowledged }, request));
  }
}
