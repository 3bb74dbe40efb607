import { Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  dismissalShape,
  REASON_MISSING,
  type RecordRooms,
  type RoomTypeMappings,
  retryAllShape,
} from '@wire/csv-actions.js';
import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { ChangeMaster, ROOM_TYPES } from '../masters/masters.module.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound, refusal } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readChoice, readId } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { csvFormData, recordRooms } from './csv-form-data.query.js';
import { csvRecords } from './csv-records.public.js';
import { DismissImport, RetryAll, RetryRegistration } from './failed-records.handlers.js';
import { roomTypes } from './room-types.query.js';

const STATUSES = ['failed', 'registered', 'cancelled', 'dismissed'];

type Json = Record<string, unknown>;

/** The reason of a dismissal, null for reopening. */
function readDismissal(body: Json): string | null {
  const { is_dismissed, reason } = readBody(dismissalShape, body);
  if (is_dismissed === 0) return null;
  if (!reason) throw refusal([REASON_MISSING]);
  return reason;
}

/** Imported records of the auto-registration service (spec 7, contract 4). */
@Controller('api')
@Permit('look')
export class CsvRecordsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Get('fetch-csv-reservation-data/:id')
  async formData(@Param('id') idText: string): Promise<CsvFormData> {
    const id = readId(idText);
    const [record] = await csvRecords(this.database, sql`c.id = ${id}`);
    if (!record) throw notFound('自動登録データが見つかりません。');
    return csvFormData(this.database, this.store, record);
  }

  @Get('csv-reservations')
  async list(@Query('status') status: unknown): Promise<CsvRecord[]> {
    const wanted = readChoice(status, 'status', STATUSES);
    return csvRecords(this.database, wanted === undefined ? sql`true` : sql`c.status = ${wanted}`);
  }

  @Get('csv-reservations/:id/rooms')
  async rooms(@Param('id') id: string): Promise<RecordRooms> {
    const { reference } = await this.store.current();
    return recordRooms(this.database, reference, readId(id));
  }

  @Post('csv-reservations/retry')
  @Permit('desk')
  @HttpCode(200)
  retryAll(@JsonBody() body: Json, @Context() request: RequestContext) {
    const { reason, ids, after = 0 } = readBody(retryAllShape, body);
    return this.commands.execute(new RetryAll({ reason, ids, after }, request));
  }

  @Post('csv-reservations/:id/retry')
  @Permit('desk')
  @HttpCode(200)
  retry(@Param('id') id: string, @JsonBody() _body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new RetryRegistration(readId(id), request));
  }

  @Put('csv-reservations/:id/dismissed')
  @Permit('desk')
  dismiss(@Param('id') idText: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const id = readId(idText);
    return this.commands.execute(new DismissImport(id, readDismissal(body), request));
  }

  @Get('room-type-mappings')
  async mappings(): Promise<RoomTypeMappings> {
    const { reference } = await this.store.current();
    return roomTypes(this.database, reference);
  }

  @Post('room-type-mappings')
  @Permit('desk')
  define(@JsonBody() body: Json, @Context() request: RequestContext) {
    return this.defineMapping(null, body, request);
  }

  @Put('room-type-mappings/:id')
  @Permit('desk')
  redefine(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.defineMapping(readId(id), body, request);
  }

  private defineMapping(id: number | null, body: Json, request: RequestContext) {
    const details = ROOM_TYPES.read(body);
    return this.commands.execute(new ChangeMaster(ROOM_TYPES, id, { type: 'define', details }, request));
  }
}
