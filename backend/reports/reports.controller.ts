import type { DayRange } from '@domain/calendar/default-range.js';
import { GRAINS, type Grain } from '@domain/reports/periods.js';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Report } from '@wire/report.js';
import type { Response } from 'express';
import { unreadable } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readRange } from '../platform/http/read-request.js';
import type { Json } from '../platform/http/request-context.js';
import { attachment } from '../platform/http/response-headers.js';
import { reportCsv } from './report-csv.js';
import { ReportsService } from './reports.service.js';

const GRAIN_NAMES: Readonly<Record<Grain, string>> = { day: '日別', week: '週別', month: '月別' };

function readQuery(query: Json): { days: DayRange; by: Grain } {
  const { start, end } = readRange(query);
  const by = GRAINS.find((grain) => grain === (query.by ?? 'day'));
  if (!by) throw unreadable('by', 'byはday・week・monthのどれかで指定してください。');
  return { days: { first: start, last: end }, by };
}

/** Occupancy, revenue, lead times and cancellations of a period, as JSON and CSV. */
@Controller('api')
@Permit('look')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('reports')
  report(@Query() query: Json): Promise<Report> {
    const { days, by } = readQuery(query);
    return this.reports.report(days, by);
  }

  @Get('reports.csv')
  async file(@Query() query: Json, @Res({ passthrough: true }) response: Response): Promise<string> {
    const { days, by } = readQuery(query);
    const period = `${days.first}_${days.last}`;
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader(
      'Content-Disposition',
      attachment(`レポート_${GRAIN_NAMES[by]}_${period}.csv`, `report-${by}-${period}.csv`),
    );
    return reportCsv(await this.reports.report(days, by));
  }
}
