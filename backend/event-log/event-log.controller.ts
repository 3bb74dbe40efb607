import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../platform/clock.js';
import { Permit } from '../platform/http/permission.js';
import { type EventQuery, readEventQuery } from './event-query.js';
import { EventReader } from './event-reader.js';
import { eventLines, eventsCsv } from './events-csv.js';
import { isClientGone, onClientGone, sendChunks } from './send-chunks.js';

/** The event log for auditors (contract 4, GET /api/events): pages, lines of JSON, or a table. */
@Controller('api/events')
@Permit('audit')
export class EventLogController {
  constructor(
    private readonly reader: EventReader,
    private readonly clock: Clock,
  ) {}

  @Get()
  async events(
    @Query() parameters: Record<string, unknown>,
    @Headers('accept') accept: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const query = readEventQuery(parameters, accept, this.clock.timezone);
    try {
      await this.answer(query, response);
    } catch (error) {
      if (!isClientGone(error)) throw error;
    }
  }

  private async answer(query: EventQuery, response: Response): Promise<void> {
    const gone = onClientGone(response);
    if (query.format === 'json') {
      response.json(await this.reader.page(query, gone));
      return;
    }
    const batches = this.reader.batches(query, gone);
    if (query.format === 'ndjson') {
      await sendChunks(response, 'application/x-ndjson; charset=utf-8', eventLines(batches));
      return;
    }
    response.setHeader('Content-Disposition', 'attachment; filename="events.csv"');
    await sendChunks(response, 'text/csv; charset=utf-8', eventsCsv(batches, this.clock.timezone));
  }
}
