import type { GuestRecord } from '@domain/erasure/erasure.js';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { erasureShape } from '@wire/erasure.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { EraseGuest } from './erase-guest.handler.js';
import { GuestRecords } from './guest-records.service.js';

type Json = Record<string, unknown>;

/** The kind of the record that an address is about. */
const START = {
  booking: 'booking',
  'csv-reservations': 'csv-reservation',
  'tentative-stays': 'tentative-stay',
  'waiting-list': 'waiting-entry',
} as const satisfies Record<string, GuestRecord['kind']>;

/** Erasure of a guest's personal data on request, starting from any record that names the guest. */
@Controller('api')
@Permit('manage')
export class ErasureController {
  constructor(
    private readonly commands: CommandBus,
    private readonly guestRecords: GuestRecords,
  ) {}

  @Get('booking/:id/erasure')
  previewOfBooking(@Param('id') id: string) {
    return this.preview('booking', id);
  }

  @Post('booking/:id/erasure')
  @HttpCode(200)
  ofBooking(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.erase('booking', id, body, request);
  }

  @Get('csv-reservations/:id/erasure')
  previewOfImport(@Param('id') id: string) {
    return this.preview('csv-reservations', id);
  }

  @Post('csv-reservations/:id/erasure')
  @HttpCode(200)
  ofImport(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.erase('csv-reservations', id, body, request);
  }

  @Get('tentative-stays/:id/erasure')
  previewOfTentative(@Param('id') id: string) {
    return this.preview('tentative-stays', id);
  }

  @Post('tentative-stays/:id/erasure')
  @HttpCode(200)
  ofTentative(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.erase('tentative-stays', id, body, request);
  }

  @Get('waiting-list/:id/erasure')
  previewOfWaiting(@Param('id') id: string) {
    return this.preview('waiting-list', id);
  }

  @Post('waiting-list/:id/erasure')
  @HttpCode(200)
  ofWaiting(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.erase('waiting-list', id, body, request);
  }

  private preview(kind: keyof typeof START, id: string) {
    return this.guestRecords.previewErasure({ kind: START[kind], id: readId(id) });
  }

  private erase(kind: keyof typeof START, id: string, body: Json, request: RequestContext) {
    const start = { kind: START[kind], id: readId(id) };
    return this.commands.execute(new EraseGuest(start, readBody(erasureShape, body), request));
  }
}
