import { invalid } from '@domain/broken-rule.js';
import { daysBetween } from '@domain/dates.js';
import { MAX_NIGHTS } from '@domain/reservation/save-rules.js';
import { Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type ClosureMove,
  closureProposalsQuery,
  roomClosureChangeShape,
  roomClosureShape,
} from '@wire/room-closure.js';
import { encodeRoomClosure, type RoomClosureRecord, withoutGuest } from '@wire/room-closure-record.js';
import { EventStore } from '../event-store/event-store.js';
import { RefusedError } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readQuery, readRange } from '../platform/http/read-request.js';
import {
  Context,
  type Json,
  JsonBody,
  type RequestContext,
  SeesGuests,
} from '../platform/http/request-context.js';
import { PastViews } from '../time-travel/time-travel.module.js';
import { ChangeRoomClosure, CloseRoom } from './commands/close-room.handler.js';
import { ClosureProposalFinder } from './queries/closure-proposals.query.js';

const WRONG_NIGHTS = invalid(
  'closure_end',
  'end_date',
  `売り止めは1泊以上${MAX_NIGHTS}泊以内で指定してください。`,
);

const decodeMoves = (
  moves: readonly { id: number; version?: number | undefined; room_id: number }[],
): ClosureMove[] => moves.map(({ id, version = null, room_id: roomId }) => ({ id, version, roomId }));

/** Rooms out of order for days (売り止め). */
@Controller('api/room-closures')
@Permit('look')
export class RoomClosuresController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly past: PastViews,
    private readonly proposals: ClosureProposalFinder,
  ) {}

  /** Closures with a night from `start_date` to `end_date` that were not taken back. */
  @Get()
  async list(@Query() query: Json, @SeesGuests() seesGuests: boolean): Promise<RoomClosureRecord[]> {
    const { start, end } = readRange(query);
    const position = await this.past.position(query.as_of);
    const recorded =
      position === null
        ? (await this.store.current()).reference.rooms.closures
        : await this.past.closures({ start, end }, position);
    return recorded
      .filter((closure) => !closure.isEnded && closure.start <= end && closure.end > start)
      .map((closure) => {
        const record = encodeRoomClosure(closure);
        return seesGuests ? record : withoutGuest(record);
      });
  }

  /** The bookings in the way of a closure, and where they could go. */
  @Get('proposals')
  async moves(@Query() query: Json) {
    const { room_number, start_date: start, end_date: end } = readQuery(closureProposalsQuery, query);
    if (end <= start) return { bookings: [], moves: null };
    if (daysBetween(start, end) > MAX_NIGHTS) throw new RefusedError(400, [WRONG_NIGHTS]);
    return this.proposals.find(room_number, { start, end });
  }

  @Post()
  @Permit('desk')
  close(@JsonBody() body: Json, @Context() request: RequestContext): Promise<RoomClosureRecord> {
    const read = readBody(roomClosureShape, body);
    const { room_number: roomNumber, start_date: start, end_date: end, reason, moves = [] } = read;
    return this.commands.execute(
      new CloseRoom({ roomNumber, start, end, reason }, decodeMoves(moves), request),
    );
  }

  @Put(':id')
  @Permit('desk')
  change(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const read = readBody(roomClosureChangeShape, body);
    const { start_date: start, end_date: end, reason, moves = [] } = read;
    const change = { ...(start && { start }), ...(end && { end }), ...(reason && { reason }) };
    return this.commands.execute(new ChangeRoomClosure(readId(id), change, decodeMoves(moves), request));
  }

  @Delete(':id')
  @Permit('desk')
  takeBack(@Param('id') id: string, @Context() request: RequestContext) {
    return this.commands.execute(new ChangeRoomClosure(readId(id), null, [], request));
  }
}
