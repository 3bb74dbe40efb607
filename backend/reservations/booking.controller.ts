import { Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { checkInShape, checkOutShape, paymentShape } from '@wire/booking-batch.js';
import { decodeBookingSave } from '@wire/booking-save.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId } from '../platform/http/read-request.js';
import { Context, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import {
  ChangeReservation,
  type ReservationChange,
  ReturnToAutoFail,
} from './commands/change-reservation.handlers.js';
import { CreateReservation } from './commands/save-reservation.handler.js';
import { BookingReader } from './queries/booking-reader.query.js';

type Json = Record<string, unknown>;

/** One booking: save, cancel, return, check-in and check-out, payment (spec 7, contract 4). */
@Controller('api/booking')
@Permit('desk')
export class BookingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly bookings: BookingReader,
  ) {}

  @Post()
  create(@JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new CreateReservation(decodeBookingSave(body), request));
  }

  @Put(':id')
  amend(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.change(id, { type: 'amend', save: decodeBookingSave(body) }, request);
  }

  @Put(':id/cancel')
  cancel(@Param('id') id: string, @JsonBody() _body: Json, @Context() request: RequestContext) {
    return this.change(id, { type: 'cancel' }, request);
  }

  @Put(':id/return-temairazu')
  returnToAutoFail(@Param('id') id: string, @JsonBody() _body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new ReturnToAutoFail(readId(id), request));
  }

  @Post(':id/check-in')
  @HttpCode(200)
  checkIn(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.change(id, { type: 'check-in', date: readBody(checkInShape, body).date }, request);
  }

  @Delete(':id/check-in')
  revertCheckIn(@Param('id') id: string, @Context() request: RequestContext) {
    return this.change(id, { type: 'revert-check-in' }, request);
  }

  @Post(':id/check-out')
  @HttpCode(200)
  checkOut(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { date, free_nights } = readBody(checkOutShape, body);
    return this.change(id, { type: 'check-out', date, freeNights: free_nights === 1 }, request);
  }

  @Delete(':id/check-out')
  revertCheckOut(@Param('id') id: string, @Context() request: RequestContext) {
    return this.change(id, { type: 'revert-check-out' }, request);
  }

  @Post(':id/no-show')
  @HttpCode(200)
  markNoShow(@Param('id') id: string, @JsonBody() _body: Json, @Context() request: RequestContext) {
    return this.change(id, { type: 'mark-no-show' }, request);
  }

  @Delete(':id/no-show')
  revertNoShow(@Param('id') id: string, @Context() request: RequestContext) {
    return this.change(id, { type: 'revert-no-show' }, request);
  }

  @Post(':id/payment')
  @HttpCode(200)
  pay(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { payment_type: paymentType, payment_flag: paymentFlag } = readBody(paymentShape, body);
    return this.change(id, { type: 'record-payment', paymentType, paymentFlag }, request);
  }

  @Get(':id')
  @Permit('look')
  byId(@Param('id') id: string) {
    return this.bookings.byId(readId(id));
  }

  @Get(':id/history')
  @Permit('look')
  history(@Param('id') id: string) {
    return this.bookings.history(readId(id));
  }

  private change(id: string, change: ReservationChange, request: RequestContext) {
    return this.commands.execute(new ChangeReservation(readId(id), change, request));
  }
}
