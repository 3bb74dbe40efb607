import { createHash } from 'node:crypto';
import { type Decided, invalid } from '@domain/broken-rule.js';
import { monthText } from '@domain/calendar/stay-text.js';
import { itemAt } from '@domain/records.js';
import type { PlannedRoomMonth } from '@domain/room/room-month.js';
import { planFile, roomsOfMonth } from '@domain/room/room-month-plans.js';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Post,
  Query,
  Res,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { acknowledgedShape, type RoomMonthsChanged } from '@wire/room-months.js';
import type { Response } from 'express';
import { EventStore } from '../event-store/event-store.js';
import { RefusedError, refusal } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readMonth, readSwitch } from '../platform/http/read-request.js';
import { Context, type RequestContext } from '../platform/http/request-context.js';
import { attachment } from '../platform/http/response-headers.js';
import { NO_FILE, oneFileUpload } from '../platform/http/upload.js';
import { rowsFromThread, withReaderThread } from '../platform/thread-rows.js';
import type { Idempotency } from '../platform/write-context.js';
import { DefineRoomMonths } from './commands/define-room-months.handler.js';
import { writeRoomMonths } from './room-months-file.public.js';

const LARGEST_FILE_BYTES = 1_000_000;
const LARGEST_FIELD_BYTES = 100_000;

const TOO_LARGE = new RefusedError(413, [
  invalid('file_too_large', 'file', 'ファイルが大きすぎます。1MBまでのファイルを取り込めます。'),
]);

const RoomsUpload = oneFileUpload(
  { limits: { files: 1, fields: 1, fileSize: LARGEST_FILE_BYTES, fieldSize: LARGEST_FIELD_BYTES } },
  TOO_LARGE,
  ['.csv'],
);

/** The room-months of a file, or its faults. */
function readFile(bytes: Uint8Array): Promise<Decided<PlannedRoomMonth[]>> {
  return withReaderThread(async () => {
    let read: Decided<PlannedRoomMonth[]>[] = [];
    for await (const { json } of rowsFromThread('rooms/room-months-csv.thread', bytes)) {
      read = JSON.parse(json.toString());
    }
    return itemAt(read, 0);
  });
}

type Form = { acknowledged?: unknown };

function readAcknowledged(form: Form): number[] {
  const { acknowledged } = form;
  try {
    const sent = typeof acknowledged === 'string' ? JSON.parse(acknowledged) : acknowledged;
    return readBody(acknowledgedShape, sent === undefined ? {} : { acknowledged: sent }).acknowledged;
  } catch (error) {
    if (error instanceof SyntaxError) return readBody(acknowledgedShape, { acknowledged: null }).acknowledged;
    throw error;
  }
}

/** The fingerprints of the request cover the form as well. */
function idempotencyOf(sent: Idempotency | null, file: Buffer, form: Form): Idempotency | null {
  if (!sent) return null;
  const withForm = (fingerprint: Buffer) =>
    createHash('sha256')
      .update(fingerprint)
      .update(file)
      .update(`\n${form.acknowledged ?? ''}`)
      .digest();
  const { key, fingerprint, formerFingerprint } = sent;
  const former = formerFingerprint && { formerFingerprint: withForm(formerFingerprint) };
  return { key, fingerprint: withForm(fingerprint), ...former };
}

/** Room-months as files for spreadsheets. */
@Controller('api')
@Permit('look')
export class RoomMonthsCsvController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
  ) {}

  @Get('room-months.csv')
  async download(
    @Query('year_month') yearMonth: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const month = readMonth(yearMonth, 'year_month');
    const { reference } = await this.store.current();
    const name = `部屋_${monthText(month)}.csv`;
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', attachment(name, `rooms-${month.slice(0, 7)}.csv`));
    return writeRoomMonths(roomsOfMonth(reference.rooms, month));
  }

  @Post('room-months/csv')
  @HttpCode(200)
  @Permit('manage')
  @UseInterceptors(RoomsUpload)
  async upload(
    @UploadedFile() file: { buffer: Buffer } | undefined,
    @Body() form: Form,
    @Query('dry_run') dryRun: unknown,
    @Context() { write, idempotency }: RequestContext,
  ): Promise<RoomMonthsChanged> {
    if (!file) throw NO_FILE;
    const isDryRun = readSwitch(dryRun, 'dry_run');
    const acknowledged = readAcknowledged(form);
    const read = await readFile(file.buffer);
    if (!read.ok) throw refusal(read.broken);
    return this.commands.execute(
      new DefineRoomMonths(
        { plan: planFile(read.value), acknowledged, isDryRun },
        { write, idempotency: idempotencyOf(idempotency, file.buffer, form) },
      ),
    );
  }
}
