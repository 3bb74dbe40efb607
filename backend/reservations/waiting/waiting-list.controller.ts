import { Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  decodeWaitingDetails,
  type WaitingRecord,
  waitingEntryChangeShape,
  waitingEntryShape,
} from '@wire/waiting-list.js';
import { Permit } from '../../platform/http/permission.js';
import { readBody, readId } from '../../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../../platform/http/request-context.js';
import { ActOnWaiting, AddWaiting } from './change-waiting.handler.js';
import { WaitingList } from './waiting-list.query.js';

/** The waiting list (キャンセル待ち). */
@Controller('api/waiting-list')
@Permit('look')
export class WaitingListController {
  constructor(
    private readonly commands: CommandBus,
    private readonly waiting: WaitingList,
  ) {}

  @Get()
  list(@Query('as_of') asOf: unknown): Promise<WaitingRecord[]> {
    return asOf === undefined ? this.waiting.now() : this.waiting.at(asOf);
  }

  @Post()
  @Permit('desk')
  add(@JsonBody() body: Json, @Context() request: RequestContext) {
    const read = readBody(waitingEntryShape, body);
    const { guest_name: guestName, tel = '', remark = '', stay_start: start, stay_end: end } = read;
    const { mens_count: mensCount, womens_count: womensCount } = read;
    const { smoking_status: smokingStatus, corporateID: corporateId } = read;
    const wanted = { start, end, mensCount, womensCount, smokingStatus, corporateId };
    return this.commands.execute(new AddWaiting({ guestName, tel, remark, ...wanted }, request));
  }

  @Put(':id')
  @Permit('desk')
  change(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const change = decodeWaitingDetails(readBody(waitingEntryChangeShape, body));
    return this.commands.execute(new ActOnWaiting(readId(id), { kind: 'change', change }, request));
  }

  @Delete(':id')
  @Permit('desk')
  giveUp(@Param('id') id: string, @Context() request: RequestContext) {
    return this.commands.execute(new ActOnWaiting(readId(id), { kind: 'give up' }, request));
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Permit('desk')
  restore(@Param('id') id: string, @Context() request: RequestContext) {
    return this.commands.execute(new ActOnWaiting(readId(id), { kind: 'restore' }, request));
  }
}
