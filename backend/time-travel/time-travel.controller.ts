import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import type { LogMoment } from '@wire/time-travel.js';
import { Permit } from '../platform/http/permission.js';
import { readRange } from '../platform/http/read-request.js';
import { jsonWithList } from '../platform/http/streamed-json.js';
import { BookingChangesSince } from './booking-changes.query.js';
import { PastViews } from './past-views.js';

/** Moments of the log, and the changes to bookings since. */
@Controller('api')
@Permit('look')
export class TimeTravelController {
  constructor(
    private readonly past: PastViews,
    private readonly changes: BookingChangesSince,
  ) {}

  @Get('log/moment')
  moment(@Query('as_of') asOf: unknown): Promise<LogMoment> {
    return this.past.moment(asOf);
  }

  @Get('booking-changes')
  async changesSince(@Query() query: Record<string, unknown>): Promise<StreamableFile> {
    const days = readRange(query);
    const { changes, ...moment } = await this.changes.of(days, await this.past.moment(query.as_of ?? ''));
    return jsonWithList(moment, 'changes', changes);
  }
}
