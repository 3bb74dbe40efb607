import { Controller, Get, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type CleaningList, cleaningRemarkShape, cleaningStateShape } from '@wire/cleaning.js';
import { Permit } from '../platform/http/permission.js';
import { readBody } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { ChangeCleaning } from './change-cleaning.handler.js';
import { CleaningReader } from './cleaning.query.js';

/** The cleaning of the rooms (清掃). */
@Controller('api/cleaning')
@Permit('desk')
export class CleaningController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cleaning: CleaningReader,
  ) {}

  @Get()
  @Permit('look')
  list(@Query('as_of') asOf: unknown): Promise<CleaningList> {
    return this.cleaning.list(asOf);
  }

  @Put('state')
  setState(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { room_number, state, from } = readBody(cleaningStateShape, body);
    return this.commands.execute(new ChangeCleaning(room_number, { type: 'state', state, from }, request));
  }

  @Put('remark')
  remark(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { room_number, remark } = readBody(cleaningRemarkShape, body);
    return this.commands.execute(new ChangeCleaning(room_number, { type: 'remark', remark }, request));
  }
}
