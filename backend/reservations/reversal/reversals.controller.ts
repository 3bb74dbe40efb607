import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isRequestId, reversalShape } from '@wire/reversal.js';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import { unreadable } from '../../platform/errors.js';
import { Permit } from '../../platform/http/permission.js';
import { readBody } from '../../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../../platform/http/request-context.js';
import { previewReversal, ReverseRequest } from './reverse-request.handler.js';

/** Undo: reverses what a request did to bookings. Reversing the reversal is redo. */
@Controller('api/reversals')
@Permit('desk')
export class ReversalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly clock: Clock,
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
    return previewReversal(this.store, { ...write, requestId }, this.clock);
  }
}
