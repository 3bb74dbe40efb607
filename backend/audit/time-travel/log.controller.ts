import { Controller, Get, Query } from '@nestjs/common';
import type { LogMoment } from '@wire/looking-back.js';
import { PastViews } from './past-views.catalog.js';

/** Where the log stood (GET /api/log/moment). */
@Controller('api/log')
export class LogController {
  constructor(private readonly past: PastViews) {}

  @Get('moment')
  moment(@Query('as_of') asOf: unknown): Promise<LogMoment> {
    return this.past.moment(asOf);
  }
}
