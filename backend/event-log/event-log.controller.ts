import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../platform/clock.js';
import { Permit } from '../platform/http/permission.js';
import { abortOnClose, eventLines, eventsCsv, isDisconnect, sendChunks } from './event-export.js';
import { type EventQuery, readEventQuery } from './event-query.js';
import { EventReader } from './event-reader.js';

/** The event log for auditors (contract 4, GET /api/events) as JSON pages, newline-delimited JSON or CSV. */
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
      await this.send(query, response);
    } catch (error) {
      if (!isDisconnect(error)) throw error;
    }
  }

  private async send(query: EventQuery, response: Response): Promise<void> {
    const signal = abortOnClose(response);
    if (query.format === 'json') {
      response.json(await this.reader.page(query, signal));
      return;
    }
    const batches = this.reader.batches(query, signal);
    if (query.format === 'ndjson') {
      await sendChunks(response, 'application/x-ndjson; charset=utf-8', eventLines(batches));
      return;
    }
    response.setHeader('Content-Disposition', 'attachment; filename="events.csv"');
    await sendChunks(response, 'text/csv; charset=utf-8', eventsCsv(batches, this.clock.timezone));
  }
}
