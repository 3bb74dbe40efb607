import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { erasureShape } from '@wire/erasure.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { EraseGuest } from './erase-guest.handler.js';
import { GuestRecords, type RecordName } from './guest-records.service.js';

type Json = Record<string, unknown>;

const booking = (id: string): RecordName => ({ kind: 'booking', id: readId(id) });
const imported = (id: string): RecordName => ({ kind: 'csv-reservation', id: readId(id) });

/** Erasure of a guest's personal data on request, starting from a booking or an imported record. */
@Controller('api')
@Permit('manage')
export class ErasureController {
  constructor(
    private readonly commands: CommandBus,
    private readonly guestRecords: GuestRecords,
  ) {}

  @Get('booking/:id/erasure')
  previewOfBooking(@Param('id') id: string) {
    return this.guestRecords.previewErasure(booking(id));
  }

  @Post('booking/:id/erasure')
  @HttpCode(200)
  ofBooking(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.erase(booking(id), body, request);
  }

  @Get('csv-reservations/:id/erasure')
  previewOfImport(@Param('id') id: string) {
    return this.guestRecords.previewErasure(imported(id));
  }

  @Post('csv-reservations/:id/erasure')
  @HttpCode(200)
  ofImport(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.erase(imported(id), body, request);
  }

  private erase(start: RecordName, body: Json, request: RequestContext) {
    return this.commands.execute(new EraseGuest(start, readBody(erasureShape, body), request));
  }
}
