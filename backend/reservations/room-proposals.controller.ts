import { brokenSearchRules } from '@domain/reservation/save-rules.js';
import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { decodeFields } from '@wire/decode.js';
import { type RoomProposalsQuery, roomProposalsQuery } from '@wire/room-proposals.js';
import { RefusedError } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { FindRoomProposals } from './queries/room-proposals.handler.js';

/** How guests could be had though no room is free for their whole stay. */
@Controller('api/room-proposals')
@Permit('look')
export class RoomProposalsController {
  constructor(private readonly queries: QueryBus) {}

  /** A query that 部屋検索 would not take either is refused in its words. */
  @Get()
  find(@Query() query: Record<string, unknown>) {
    const { values, unreadable } = decodeFields(roomProposalsQuery, query);
    if (unreadable.length > 0) throw new RefusedError(400, unreadable);
    const wanted = values as RoomProposalsQuery;
    const broken = brokenSearchRules({
      stayStart: wanted.stay_start,
      stayEnd: wanted.stay_end,
      mensCount: wanted.mens_count,
      womensCount: wanted.womens_count,
    });
    if (broken.length > 0) throw new RefusedError(400, broken);
    return this.queries.execute(new FindRoomProposals(wanted));
  }
}
