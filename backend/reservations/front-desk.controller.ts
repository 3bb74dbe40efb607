import { parseDay } from '@domain/dates.js';
import { Controller, Get, Query } from '@nestjs/common';
import { LARGEST_UNPAID_PAGE } from '@wire/older-unpaid.js';
import { unreadable } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readDay } from '../platform/http/read-request.js';
import { FrontDeskQuery, type UnpaidCursor } from './queries/front-desk.query.js';

const UNPAID_PAGE = 50;
const INVOICES_PAGE = 100;

function readUnpaidCursor(name: 'before' | 'after', value: unknown): UnpaidCursor | null {
  if (value === undefined) return null;
  const [, end, id] = (typeof value === 'string' && /^([\d-]{10})_(\d{1,10})$/.exec(value)) || [];
  const stayEnd = parseDay(end);
  if (!stayEnd) throw unreadable(name, `${name}は前の回答のnextを指定してください。`);
  return { stayEnd, id: Number(id) };
}

function readUnpaidLimit(value: unknown, usual: number): number {
  if (value === undefined) return usual;
  const limit = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  if (limit <= LARGEST_UNPAID_PAGE) return limit;
  throw unreadable('limit', `limitは0から${LARGEST_UNPAID_PAGE}の数で指定してください。`);
}

/** Serves the lists of the desk: guests who come, are in, leave and owe, today and on other days. */
@Controller('api/front-desk')
@Permit('look')
export class FrontDeskController {
  constructor(private readonly desk: FrontDeskQuery) {}

  @Get()
  list(@Query('date') date: unknown) {
    return date === undefined ? this.desk.today() : this.desk.on(readDay(date, 'date'));
  }

  @Get('unpaid')
  olderUnpaid(@Query('before') before: unknown, @Query('limit') limit: unknown) {
    return this.desk.olderUnpaid(readUnpaidCursor('before', before), readUnpaidLimit(limit, UNPAID_PAGE));
  }

  @Get('invoices')
  invoices(@Query('after') after: unknown, @Query('limit') limit: unknown) {
    return this.desk.invoices(readUnpaidCursor('after', after), readUnpaidLimit(limit, INVOICES_PAGE));
  }

  @Get('room-changes')
  roomChanges(@Query('date') date: unknown) {
    return this.desk.roomChanges(date === undefined ? undefined : readDay(date, 'date'));
  }
}
