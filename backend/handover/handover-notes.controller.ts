import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type NoteRecord, noteDoneShape, noteShape } from '@wire/handover.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readRange, readSwitch } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { ChangeNote } from './commands/change-note.handler.js';
import { noteRecords } from './handover-notes.public.js';

type Json = Record<string, unknown>;

/** Notes for the next shift, pinned to days. */
@Controller('api/handover-notes')
@Permit('desk')
export class HandoverNotesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The notes of a range of days; with `with_open=1` also those of any other day that wait to be done. */
  @Get()
  @Permit('look')
  async list(@Query() query: Json): Promise<NoteRecord[]> {
    const { start, end } = readRange(query);
    const withOpen = readSwitch(query.with_open, 'with_open');
    const { reference } = await this.store.current();
    const inRange = sql`n.date between ${start} and ${end} and n.status <> 'removed'`;
    const wanted = withOpen ? sql`(${inRange}) or n.status = 'open'` : inRange;
    return noteRecords(this.database, reference, wanted);
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
