import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PastViews } from '../audit/time-travel/past-views.catalog.js';
import { unreadable } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readId, readRange } from '../platform/http/read-request.js';
import { BookingSearch } from './queries/booking-search.handler.js';
import { BookingsInRange } from './queries/bookings-in-range.handler.js';
import { ReservationFormData } from './queries/reservation-form-data.handler.js';

const LONGEST_SEARCH = 100;

/** Lists of bookings, and one for the form (spec 7, contract 4). */
@Controller('api')
@Permit('look')
export class BookingsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly past: PastViews,
  ) {}

  @Get('bookings')
  async inRange(@Query() query: Record<string, unknown>) {
    const { start, end } = readRange(query);
    const position = await this.past.position(query.as_of);
    return this.queries.execute(new BookingsInRange(start, end, position));
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
