import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { unreadable } from '../platform/errors.js';
import { readId, readRange } from '../platform/http/read-request.js';
import { BookingSearch } from './queries/booking-search.handler.js';
import { BookingsInRange } from './queries/bookings-in-range.handler.js';
import { ReservationFormData } from './queries/reservation-form-data.handler.js';

const LONGEST_SEARCH = 100;

/** Lists of bookings, and one for the form (spec 7, contract 4). */
@Controller('api')
export class BookingsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('bookings')
  inRange(@Query() query: Record<string, unknown>) {
    const { start, end } = readRange(query);
    return this.queries.execute(new BookingsInRange(start, end));
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
