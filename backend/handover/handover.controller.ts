import { Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type HandoverChanges, handoverShape, type Unread } from '@wire/handover.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readPosition } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { ChangesSince } from './changes/changes-since.query.js';
import { HandOver } from './commands/hand-over.handler.js';

/** Handing over a shift, and what happened since one left. */
@Controller('api/handover')
@Permit('look')
export class HandoverController {
  constructor(
    private readonly commands: CommandBus,
    private readonly changes: ChangesSince,
  ) {}

  @Get()
  since(@Query('since') since: unknown, @Context() { write }: RequestContext): Promise<HandoverChanges> {
    return this.changes.of(write, since);
  }

  @Get('unread')
  unread(@Query('read') read: unknown, @Context() { write }: RequestContext): Promise<Unread> {
    return this.changes.unread(write, readPosition(read, 'read'));
  }

  @Post()
  @Permit('desk')
  handOver(@JsonBody() body: Record<string, unknown>, @Context() request: RequestContext) {
    const { memo, seen } = readBody(handoverShape, body);
    return this.commands.execute(new HandOver(memo, seen, request));
  }
}
