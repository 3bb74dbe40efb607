import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { isRequestId, reversalShape } from '@wire/reversal.js';
import { unreadable } from '../../platform/errors.js';
import { Permit } from '../../platform/http/permission.js';
import { readBody } from '../../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../../platform/http/request-context.js';
import { PreviewReversal } from './preview-reversal.handler.js';
import { ReverseRequest } from './reverse-request.handler.js';

/** What a request did to bookings, taken back; taken back once more, it is done again. */
@Controller('api/reversals')
@Permit('desk')
export class ReversalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @HttpCode(200)
  reverse(@JsonBody() body: Record<string, unknown>, @Context() request: RequestContext) {
    const { request_id, accept, plan } = readBody(reversalShape, body);
    return this.commands.execute(new ReverseRequest(request_id, { accept, plan }, request));
  }

  @Get(':request_id')
  @Permit('look')
  preview(@Param('request_id') requestId: string, @Context() { write }: RequestContext) {
    if (!isRequestId(requestId)) throw unreadable('request_id', '操作の指定が正しくありません。');
    return this.queries.execute(new PreviewReversal({ ...write, requestId }));
  }
}
