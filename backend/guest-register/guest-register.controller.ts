import { createHash } from 'node:crypto';
import { invalid } from '@domain/broken-rule.js';
import { brokenRangeRule } from '@domain/calendar/default-range.js';
import { mediaTypeOf, type RegisterForm } from '@domain/guest-register/guest-register.js';
import {
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Res,
  StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  decodeRegisterEntry,
  LARGEST_PASSPORT_BYTES,
  type RegisterList,
  registerEntryShape,
  registerPeriodShape,
} from '@wire/guest-register.js';
import type { Response } from 'express';
import { EventStore } from '../event-store/event-store.js';
import type { Queryable } from '../platform/database.js';
import { notFound, RefusedError, refusal, unreadable } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { attachment } from '../platform/http/response-headers.js';
import { oneFileUpload } from '../platform/http/upload.js';
import { POOL } from '../platform/platform.module.js';
import { ListRegister } from './list-register.handler.js';
import { passportFile, readPassport } from './passport-copies.js';
import { RegisterReader } from './register.query.js';
import { registerCsv } from './register-csv.js';
import { StorePassport } from './store-passport.handler.js';
import { type RegisteredGuest, WriteEntry } from './write-entry.handler.js';

const MOST_BOOKINGS = 200;
const MOST_GUESTS = 99;

const PassportUpload = oneFileUpload(
  { limits: { files: 1, fields: 0, fileSize: LARGEST_PASSPORT_BYTES } },
  new RefusedError(413, [
    invalid('file_too_large', 'file', 'ファイルが大きすぎます。旅券の写しは4MBまでです。'),
  ]),
  ['.jpg', '.jpeg', '.png', '.pdf'],
);
const NO_COPY = refusal([invalid('no_file', 'file', '旅券の写しのファイルを選択してください。')]);
const WRONG_COPY = refusal([
  invalid('file_kind', 'file', '旅券の写しはJPEG、PNG、PDFのファイルを選択してください。'),
]);

function readGuest(booking: string, number: string): RegisteredGuest {
  const guest = /^[1-9]\d?$/.test(number) ? Number(number) : Number.NaN;
  if (!(guest <= MOST_GUESTS)) throw unreadable('number', '宿泊者の番号の指定が正しくありません。');
  return { bookingId: readId(booking), number: guest };
}

function readBookingIds(value: unknown): number[] {
  const isList = typeof value === 'string' && /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/.test(value);
  const ids = isList ? value.split(',').map(Number) : [];
  if (ids.length > 0 && ids.length <= MOST_BOOKINGS) return ids;
  throw unreadable(
    'booking_ids',
    `booking_idsは予約のIDを${MOST_BOOKINGS}件までカンマ区切りで指定してください。`,
  );
}

function readPeriod(body: Json) {
  const period = readBody(registerPeriodShape, body);
  const broken = brokenRangeRule(period.start_date, period.end_date);
  if (broken) throw refusal([broken]);
  return { first: period.start_date, last: period.end_date };
}

/** The fingerprints of the request cover the file as well. */
function withFile(request: RequestContext, file: Buffer): RequestContext {
  const { idempotency } = request;
  if (!idempotency) return request;
  const covering = (fingerprint: Buffer) => createHash('sha256').update(fingerprint).update(file).digest();
  const { key, fingerprint, formerFingerprint } = idempotency;
  const former = formerFingerprint && { formerFingerprint: covering(formerFingerprint) };
  return { ...request, idempotency: { key, fingerprint: covering(fingerprint), ...former } };
}

/** The register of guests (宿泊者名簿). */
@Controller('api/guest-register')
@Permit('desk')
export class GuestRegisterController {
  constructor(
    private readonly commands: CommandBus,
    private readonly register: RegisterReader,
    private readonly store: EventStore,
    @Inject(POOL) private readonly pool: Queryable,
  ) {}

  @Get()
  ofBookings(@Query('booking_ids') ids: unknown) {
    return this.register.ofBookings(readBookingIds(ids));
  }

  @Get('incomplete')
  incomplete() {
    return this.register.incomplete();
  }

  @Put(':booking/:number')
  write(
    @Param('booking') booking: string,
    @Param('number') number: string,
    @JsonBody() body: Json,
    @Context() request: RequestContext,
  ) {
    const details = decodeRegisterEntry(readBody(registerEntryShape, body));
    return this.commands.execute(new WriteEntry(readGuest(booking, number), details, request));
  }

  @Post(':booking/:number/passport')
  @HttpCode(200)
  @UseInterceptors(PassportUpload)
  storePassport(
    @Param('booking') booking: string,
    @Param('number') number: string,
    @UploadedFile() file: { buffer: Buffer } | undefined,
    @Context() request: RequestContext,
  ) {
    const guest = readGuest(booking, number);
    if (!file) throw NO_COPY;
    const mediaType = mediaTypeOf(file.buffer);
    if (!mediaType) throw WRONG_COPY;
    const copy = passportFile(file.buffer, mediaType);
    return this.commands.execute(new StorePassport(guest, copy, withFile(request, file.buffer)));
  }

  @Get(':booking/:number/passport')
  async passport(
    @Param('booking') booking: string,
    @Param('number') number: string,
  ): Promise<StreamableFile> {
    const guest = readGuest(booking, number);
    const [stay] = await this.register.ofBookings([guest.bookingId]);
    const entry = stay?.entries.find((one) => one.number === guest.number);
    const bytes = entry?.passport ? await readPassport(this.pool, entry.id) : null;
    if (!entry?.passport || !bytes) throw notFound('旅券の写しがありません。');
    // Its kind is in the register: a browser is to open nothing that a guest brought along.
    return new StreamableFile(bytes, { type: 'application/octet-stream', length: bytes.length });
  }

  @Post('list')
  @HttpCode(200)
  @Permit('manage')
  async list(@JsonBody() body: Json, @Context() request: RequestContext): Promise<RegisterList> {
    const { first, last, rows } = await this.takenList(body, 'paper', request);
    return { start_date: first, end_date: last, rows };
  }

  @Post('list.csv')
  @HttpCode(200)
  @Permit('manage')
  async file(
    @JsonBody() body: Json,
    @Context() request: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { first, last, rows } = await this.takenList(body, 'csv', request);
    const { reference } = await this.store.current();
    const period = `${first}_${last}`;
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader(
      'Content-Disposition',
      attachment(`宿泊者名簿_${period}.csv`, `guest-register-${period}.csv`),
    );
    return registerCsv(rows, reference.hotel?.asksOccupation === true);
  }

  /** The list of a period, after the log has recorded it. */
  private async takenList(body: Json, form: RegisterForm, request: RequestContext) {
    const { first, last } = readPeriod(body);
    const rows = await this.register.inPeriod(first, last);
    await this.commands.execute(new ListRegister({ first, last, form, guests: rows.length }, request));
    return { first, last, rows };
  }
}
