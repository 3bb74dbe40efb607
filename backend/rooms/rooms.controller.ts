import { roomsOfMonth } from '@domain/room/room-month-plans.js';
import { Controller, Get, Query } from '@nestjs/common';
import { encodeRoomMonth, type RoomRecord } from '@wire/room-record.js';
import { EventStore } from '../event-store/event-store.js';
import { Permit } from '../platform/http/permission.js';
import { readMonth } from '../platform/http/read-request.js';
import { PastViews } from '../time-travel/time-travel.module.js';

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
