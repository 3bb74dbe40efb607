import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type HandoverChanges,
  handoverShape,
  type NoteRecord,
  noteDoneShape,
  noteShape,
  type Unread,
} from '@wire/handover.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readPosition, readRange, readSwitch } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { ChangeNote, HandOver } from './handover.handlers.js';
import { noteRecords } from './handover.public.js';
import { HandoverService } from './handover.service.js';

type Json = Record<string, unknown>;

/** Handovers of shifts, and the changes since one's own last handover. */
@Controller('api/handover')
@Permit('look')
export class HandoverController {
  constructor(
    private readonly commands: CommandBus,
    private readonly handover: HandoverService,
  ) {}

  @Get()
  since(@Query('since') since: unknown, @Context() { write }: RequestContext): Promise<HandoverChanges> {
    return this.handover.changesSince(write, since);
  }

  @Get('unread')
  unread(@Query('read') read: unknown, @Context() { write }: RequestContext): Promise<Unread> {
    return this.handover.unread(write, readPosition(read, 'read'));
  }

  @Post()
  @Permit('desk')
  handOver(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { memo, seen } = readBody(handoverShape, body);
    return this.commands.execute(new HandOver(memo, seen, request));
  }
}

/** Notes for the next shift, attached to days. */
@Controller('api/handover-notes')
@Permit('desk')
export class HandoverNotesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The notes of a range of days; with `with_open=1` also the open ones of any other day. */
  @Get()
  @Permit('look')
  async list(@Query() query: Json): Promise<NoteRecord[]> {
    const { start, end } = readRange(query);
    const withOpen = readSwitch(query.with_open, 'with_open');
    const { reference } = await this.store.current();
    const inRange = sql`n.date between ${start} and ${end} and n.status <> 'removed'`;
    const condition = withOpen ? sql`(${inRange}) or n.status = 'open'` : inRange;
    return noteRecords(this.database, reference, condition);
  }

  @Post()
  write(@JsonBody() body: Json, @Context() request: RequestContext) {
    const details = readBody(noteShape, body);
    return this.commands.execute(new ChangeNote(null, { type: 'write', details }, request));
  }

  @Put(':id')
  rewrite(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const details = readBody(noteShape, body);
    return this.commands.execute(new ChangeNote(readId(id), { type: 'write', details }, request));
  }

  @Put(':id/done')
  finish(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const type = readBody(noteDoneShape, body).is_done === 1 ? 'finish' : 'reopen';
    return this.commands.execute(new ChangeNote(readId(id), { type }, request));
  }

  @Delete(':id')
  @HttpCode(200)
  remove(@Param('id') id: string, @Context() request: RequestContext) {
    return this.commands.execute(new ChangeNote(readId(id), { type: 'remove' }, request));
  }
}
