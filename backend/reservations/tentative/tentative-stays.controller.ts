import { tentativeStays } from '@domain/room/decide-tentative-stay.js';
import { Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { encodeRoomClosure, type RoomClosureRecord } from '@wire/room-closure-record.js';
import { tentativeRestoreShape, tentativeStayChangeShape, tentativeStayShape } from '@wire/tentative-stay.js';
import { EventStore } from '../../event-store/event-store.js';
import { Permit } from '../../platform/http/permission.js';
import { readBody, readId } from '../../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../../platform/http/request-context.js';
import { ActOnTentativeStay, HoldRoom } from './tentative-stay.handlers.js';

/** Rooms held for guests until a moment (仮予約). */
@Controller('api/tentative-stays')
@Permit('look')
export class TentativeStaysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
  ) {}

  /** Every 仮予約 that holds a room now, the next to end first. */
  @Get()
  async list(): Promise<RoomClosureRecord[]> {
    const { rooms } = (await this.store.current()).reference;
    return tentativeStays(rooms).map(encodeRoomClosure);
  }

  @Post()
  @Permit('desk')
  hold(@JsonBody() body: Json, @Context() request: RequestContext) {
    const read = readBody(tentativeStayShape, body);
    const { room_number: roomNumber, start_date: start, end_date: end, guest_name: guestName } = read;
    const { tel = '', remark = '', until } = read;
    return this.commands.execute(
      new HoldRoom({ roomNumber, start, end, guestName, tel, remark, until }, request),
    );
  }

  @Put(':id')
  @Permit('desk')
  change(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const read = readBody(tentativeStayChangeShape, body);
    const { start_date: start, end_date: end, guest_name: guestName, tel, remark, until } = read;
    const change = {
      ...(start && { start }),
      ...(end && { end }),
      ...(guestName && { guestName }),
      ...(tel !== undefined && { tel }),
      ...(remark !== undefined && { remark }),
      ...(until && { until }),
    };
    return this.commands.execute(new ActOnTentativeStay(readId(id), { kind: 'change', change }, request));
  }

  @Delete(':id')
  @Permit('desk')
  release(@Param('id') id: string, @Context() request: RequestContext) {
    return this.commands.execute(new ActOnTentativeStay(readId(id), { kind: 'release' }, request));
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Permit('desk')
  restore(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { until } = readBody(tentativeRestoreShape, body);
    return this.commands.execute(new ActOnTentativeStay(readId(id), { kind: 'restore', until }, request));
  }
}
