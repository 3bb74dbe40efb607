import { hash } from 'node:crypto';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Permit } from '../../platform/http/permission.js';
import { IcalCalendars } from './ical-calendars.query.js';
import { IcalSecrets } from './ical-secrets.js';

/** Calendars for programs that can only read an address (RFC 5545), whose secret is their only credential. */
@Controller('api/ical')
export class IcalController {
  constructor(
    private readonly secrets: IcalSecrets,
    private readonly calendars: IcalCalendars,
  ) {}

  @Get(':file')
  @Permit('everybody')
  async calendar(
    @Param('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const text = await this.calendars.read(await this.secrets.find(file, request.ip ?? ''));
    // A weak one, since it may be compressed.
    const etag = `W/"${hash('sha256', text, 'base64url')}"`;
    response.setHeader('ETag', etag);
    // Asked anew each time: an address that was renewed or stopped must not be answered from a cache.
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('Content-Type', 'text/calendar; charset=utf-8');
    response.setHeader('X-Robots-Tag', 'noindex');
    // Also of who sends `Cache-Control: no-cache` beside it.
    const known = (request.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
    if (known.includes(etag)) response.status(304).end();
    else response.send(text);
  }
}
