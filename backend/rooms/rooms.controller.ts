import { addMonths, type Month } from '@domain/dates.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import {
  planChanges,
  planCopy,
  planNewRoom,
  planOrder,
  planRooms,
  type RoomMonthChange,
  type RoomMonthPlan,
  roomsOfMonth,
} from '@domain/room/room-month-plans.js';
import { Controller, Get, HttpCode, Inject, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  arrangeRoomsShape,
  changeRoomMonthsShape,
  copyMonthShape,
  decodePlannedRoom,
  defineRoomShape,
  type ManagedRoomMonth,
  planRoomsShape,
  traitsOf,
} from '@wire/room-months.js';
import { encodeRoomMonth, type RoomRecord } from '@wire/room-record.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readMonth, readSwitch } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { PastViews } from '../time-travel/time-travel.module.js';
import { DefineRoomMonths } from './commands/define-room-months.handler.js';

/** Rooms of one month (spec 7, GET /api/rooms). */
@Controller('api/rooms')
@Permit('look')
export class RoomsController {
  constructor(
    private readonly store: EventStore,
    private readonly past: PastViews,
  ) {}

  /** Room-months in display order. */
  @Get()
  async inMonth(
    @Query('year_month') yearMonth: unknown,
    @Query('as_of') asOf: unknown,
  ): Promise<RoomRecord[]> {
    const month = readMonth(yearMonth, 'year_month');
    const position = await this.past.position(asOf);
    const rooms =
      position === null
        ? (await this.store.current()).reference.rooms
        : await this.past.rooms({ start: month, end: month }, position);
    return roomsOfMonth(rooms, month).map(encodeRoomMonth);
  }
}

type Booked = { room_number: string; nights: number };

/** Room-months of one month for the masters screen, with the number of booked nights in each. */
async function managedRoomMonths(
  database: HotelDatabase,
  month: Month,
  rooms: readonly RoomMonth[],
): Promise<ManagedRoomMonth[]> {
  const { rows } = await sql<Booked>`
    select room_number, count(*)::int as nights from room_claims
    where room_number = any(${rooms.map(({ roomNumber }) => roomNumber)}::text[])
      and reservation_id is not null and night >= ${month}::date and night < ${addMonths(month, 1)}::date
    group by room_number`.execute(database);
  const nights = new Map(rows.map((row) => [row.room_number, row.nights]));
  return rooms.map((room) => ({
    ...encodeRoomMonth(room),
    version: room.version,
    booked_nights: nights.get(room.roomNumber) ?? 0,
  }));
}

/** Room-months and their management. */
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

  /** Gives the rooms of the hotel an order of their own, all or nothing. */
  @Put('order')
  @Permit('manage')
  arrange(@JsonBody() body: Json, @Context() request: RequestContext) {
    return this.define(planOrder(readBody(arrangeRoomsShape, body)), [], request);
  }

  @Post('copy')
  @HttpCode(200)
  @Permit('manage')
  copy(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { acknowledged, ...months } = readBody(copyMonthShape, body);
    return this.define(planCopy(months), acknowledged, request);
  }

  /** Many rooms in all months at once; `dry_run=1` only counts what would change. */
  @Post('plan')
  @HttpCode(200)
  @Permit('manage')
  plan(@JsonBody() body: Json, @Query('dry_run') dryRun: unknown, @Context() request: RequestContext) {
    const isDryRun = readSwitch(dryRun, 'dry_run');
    const { rooms, from, until, acknowledged } = readBody(planRoomsShape, body);
    const plan = planRooms({ rooms: rooms.map(decodePlannedRoom), from, until });
    return this.commands.execute(new DefineRoomMonths({ plan, acknowledged, isDryRun }, request));
  }

  private define(plan: RoomMonthPlan, acknowledged: readonly number[], request: RequestContext) {
    return this.commands.execute(new DefineRoomMonths({ plan, acknowledged }, request));
  }
}
