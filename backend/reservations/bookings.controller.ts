import { parseDay } from '@domain/dates.js';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { bookingBatchShape, decodeBatch } from '@wire/booking-batch.js';
import { LARGEST_UNPAID_PAGE } from '@wire/older-unpaid.js';
import type { Response } from 'express';
import { EventStore } from '../event-store/event-store.js';
import { refusal, unreadable } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readRange } from '../platform/http/read-request.js';
import {
  Context,
  JsonBody,
  type KnownRequest,
  type RequestContext,
} from '../platform/http/request-context.js';
import { PastViews } from '../time-travel/time-travel.module.js';
import { ChangeBookings } from './commands/change-bookings.handler.js';
import { BookingListCache } from './nights/booking-list-cache.public.js';
import { sendNights } from './nights/send-nights.js';
import { BookingSearch } from './queries/booking-search.handler.js';
import { BookingsAsOf } from './queries/bookings-as-of.handler.js';
import { FrontDesk } from './queries/front-desk.handler.js';
import { OlderUnpaidPage, type UnpaidPlace } from './queries/older-unpaid.handler.js';
import { ReservationFormData } from './queries/reservation-form-data.handler.js';

const LONGEST_SEARCH = 100;
const UNPAID_PAGE = 50;

function readUnpaidPlace(value: unknown): UnpaidPlace | null {
  if (value === undefined) return null;
  const [, end, id] = (typeof value === 'string' && /^([\d-]{10})_(\d{1,10})$/.exec(value)) || [];
  const stayEnd = parseDay(end);
  if (!stayEnd) throw unreadable('before', 'beforeは前の回答のnextを指定してください。');
  return { stayEnd, id: Number(id) };
}

function readUnpaidLimit(value: unknown): number {
  if (value === undefined) return UNPAID_PAGE;
  const limit = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  if (limit <= LARGEST_UNPAID_PAGE) return limit;
  throw unreadable('limit', `limitは0から${LARGEST_UNPAID_PAGE}の数で指定してください。`);
}

/** Lists of bookings, one for the form, and many changes at once (spec 7, contract 4). */
@Controller('api')
@Permit('look')
export class BookingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly past: PastViews,
    private readonly store: EventStore,
    private readonly nights: BookingListCache,
  ) {}

  @Get('bookings')
  async inRange(
    @Query() query: Record<string, unknown>,
    @Req() request: KnownRequest,
    @Res() response: Response,
  ): Promise<void> {
    const range = readRange(query);
    const position = await this.past.position(query.as_of);
    if (position === null) {
      const seen = request.logEnd ?? (await this.store.current());
      await sendNights(request, response, await this.nights.of(range, seen));
    } else {
      const gzip = await this.queries.execute(new BookingsAsOf(range, position));
      await sendNights(request, response, { gzip, brotli: null });
    }
  }

  @Get('front-desk')
  frontDesk() {
    return this.queries.execute(new FrontDesk());
  }

  @Get('front-desk/unpaid')
  olderUnpaid(@Query('before') before: unknown, @Query('limit') limit: unknown) {
    return this.queries.execute(new OlderUnpaidPage(readUnpaidPlace(before), readUnpaidLimit(limit)));
  }

  @Post('booking-batch')
  @HttpCode(200)
  @Permit('desk')
  changeMany(@JsonBody() body: Record<string, unknown>, @Context() request: RequestContext) {
    const batch = readBody(bookingBatchShape, body);
    const { changes, broken } = decodeBatch(batch.changes);
    if (broken.length > 0) throw refusal(broken);
    return this.commands.execute(new ChangeBookings(changes, request, batch.vacant));
  }

  @Get('booking-search')
  search(@Query('q') words: unknown) {
    if (typeof words !== 'string' || words.length > LONGEST_SEARCH) {
      throw unreadable('q', `検索する言葉を${LONGEST_SEARCH}文字以内で指定してください。`);
    }
    return this.queries.execute(new BookingSearch(words));
  }

  @Get('fetch-reservation-data/:id')
  formData(@Param('id') id: string) {
    return this.queries.execute(new ReservationFormData(readId(id)));
  }
}
