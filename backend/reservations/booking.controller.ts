import type { Movement } from '@domain/reservation/money.js';
import { usualTaxRate } from '@domain/reservation/money.js';
import { brokenSearchRules } from '@domain/reservation/save-rules.js';
import { Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { chargesShape, decodeWays, paymentsShape, refundsShape } from '@wire/account.js';
import {
  bookingBatchShape,
  checkInShape,
  checkOutShape,
  decodeBatch,
  departureOf,
  extendShape,
  extensionOf,
  leaveEarlyShape,
  moveShape,
  paymentShape,
} from '@wire/booking-batch.js';
import { decodeBookingSave } from '@wire/booking-save.js';
import {
  cancellationFeeFields,
  cancellationFeeShape,
  decodeCancellationFee,
  laterFeeShape,
} from '@wire/cancellation-fee.js';
import { exemptionShape } from '@wire/lodging-tax.js';
import { returningGuestsQuery } from '@wire/returning-guests.js';
import {
  type RoomProposals,
  type RoomProposalsQuery,
  roomProposalsQuery,
  withoutGuests,
} from '@wire/room-proposals.js';
import type { Response } from 'express';
import { EventStore } from '../event-store/event-store.js';
import { RefusedError, refusal, unreadable } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId, readQuery, readRange, readSwitch } from '../platform/http/read-request.js';
import {
  Context,
  JsonBody,
  type KnownRequest,
  type RequestContext,
  SeesGuests,
} from '../platform/http/request-context.js';
import { PastViews } from '../time-travel/time-travel.module.js';
import { AddCharge } from './commands/add-charge.handler.js';
import { AmendReservation } from './commands/amend-reservation.handler.js';
import { CancelReservation } from './commands/cancel-reservation.handler.js';
import { ChangeBookings } from './commands/change-bookings.handler.js';
import { ChargeCancellationFee } from './commands/charge-cancellation-fee.handler.js';
import { CheckIn } from './commands/check-in.handler.js';
import { CheckOut } from './commands/check-out.handler.js';
import { CreateReservation } from './commands/create-reservation.handler.js';
import { ExemptFromLodgingTax } from './commands/exempt-from-lodging-tax.handler.js';
import { ExtendStay } from './commands/extend-stay.handler.js';
import { LeaveEarly } from './commands/leave-early.handler.js';
import { MarkNoShow } from './commands/mark-no-show.handler.js';
import { MoveStay } from './commands/move-stay.handler.js';
import { RecordPayment } from './commands/record-payment.handler.js';
import { RefundPayment } from './commands/refund-payment.handler.js';
import { ReturnToAutoFail } from './commands/return-to-auto-fail.handler.js';
import { RevertCheckIn } from './commands/revert-check-in.handler.js';
import { RevertCheckOut } from './commands/revert-check-out.handler.js';
import { RevertNoShow } from './commands/revert-no-show.handler.js';
import { TakePayment } from './commands/take-payment.handler.js';
import { bookingsAsOf, sendList } from './nights/booking-list.js';
import { BookingListCache } from './nights/booking-list-cache.js';
import { BookingReader } from './queries/booking-reader.query.js';
import { BookingSearch } from './queries/booking-search.query.js';
import { CancellationFees } from './queries/cancellation-fees.query.js';
import { ReturningGuests } from './queries/returning-guests.query.js';
import { RoomProposalFinder } from './queries/room-proposals.query.js';

type Json = Record<string, unknown>;

/** The ways of paying of a body; throws the refusal. */
function readWays(body: Parameters<typeof decodeWays>[0]): readonly Movement[] {
  const { parts, broken } = decodeWays(body);
  if (broken.length > 0) throw refusal(broken);
  return parts;
}

/** The fee of a cancellation or no-show; undefined for none. */
const readFee = (body: Json) =>
  decodeCancellationFee(readBody(cancellationFeeShape, cancellationFeeFields(body)));

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
    return this.commands.execute(new AmendReservation(readId(id), decodeBookingSave(body), request));
  }

  @Put(':id/cancel')
  cancel(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new CancelReservation(readId(id), readFee(body), request));
  }

  @Put(':id/return-temairazu')
  returnToAutoFail(@Param('id') id: string, @JsonBody() _body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new ReturnToAutoFail(readId(id), request));
  }

  @Post(':id/check-in')
  @HttpCode(200)
  checkIn(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new CheckIn(readId(id), readBody(checkInShape, body).date, request));
  }

  @Delete(':id/check-in')
  revertCheckIn(@Param('id') id: string, @Context() request: RequestContext) {
    return this.commands.execute(new RevertCheckIn(readId(id), request));
  }

  @Post(':id/check-out')
  @HttpCode(200)
  checkOut(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { date, free_nights } = readBody(checkOutShape, body);
    return this.commands.execute(new CheckOut(readId(id), date, free_nights === 1, request));
  }

  @Delete(':id/check-out')
  revertCheckOut(@Param('id') id: string, @Context() request: RequestContext) {
    return this.commands.execute(new RevertCheckOut(readId(id), request));
  }

  @Post(':id/extend')
  extend(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const extension = extensionOf(readBody(extendShape, body));
    return this.commands.execute(new ExtendStay(readId(id), extension, request));
  }

  @Post(':id/leave-early')
  @HttpCode(200)
  leaveEarly(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const departure = departureOf(readBody(leaveEarlyShape, body));
    return this.commands.execute(new LeaveEarly(readId(id), departure, request));
  }

  @Post(':id/move-from')
  moveFrom(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { from, room_id: roomId } = readBody(moveShape, body);
    return this.commands.execute(new MoveStay(readId(id), { from, roomId }, request));
  }

  @Post(':id/no-show')
  @HttpCode(200)
  markNoShow(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(new MarkNoShow(readId(id), readFee(body), request));
  }

  @Post(':id/cancellation-fee')
  @HttpCode(200)
  chargeFee(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { cancellation_fee: amount, ...rest } = readBody(laterFeeShape, body);
    const { cancellation_fee_reason: reason = '', cancellation_fee_tax_rate: taxRate } = rest;
    return this.commands.execute(new ChargeCancellationFee(readId(id), { amount, reason, taxRate }, request));
  }

  @Delete(':id/no-show')
  revertNoShow(@Param('id') id: string, @Context() request: RequestContext) {
    return this.commands.execute(new RevertNoShow(readId(id), request));
  }

  @Post(':id/payment')
  @HttpCode(200)
  pay(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { payment_type: paymentType, payment_flag: paymentFlag } = readBody(paymentShape, body);
    return this.commands.execute(new RecordPayment(readId(id), paymentType, paymentFlag, request));
  }

  @Post(':id/charges')
  @HttpCode(200)
  addCharge(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { kind, name = '', amount, tax_rate: taxRate = usualTaxRate(kind) } = readBody(chargesShape, body);
    return this.commands.execute(new AddCharge(readId(id), { kind, name, amount, taxRate }, request));
  }

  @Post(':id/lodging-tax')
  @HttpCode(200)
  exempt(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { exemption } = readBody(exemptionShape, body);
    return this.commands.execute(new ExemptFromLodgingTax(readId(id), exemption, request));
  }

  @Post(':id/payments')
  @HttpCode(200)
  takePayment(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    return this.commands.execute(
      new TakePayment(readId(id), readWays(readBody(paymentsShape, body)), request),
    );
  }

  @Post(':id/refunds')
  @HttpCode(200)
  refund(@Param('id') id: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { reason, ...ways } = readBody(refundsShape, body);
    return this.commands.execute(new RefundPayment(readId(id), readWays(ways), reason, request));
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
}

const LONGEST_SEARCH = 100;

/** The wanted stay; refused by the rules of 部屋検索, in the same words. */
function readProposalsQuery(query: Json): RoomProposalsQuery {
  const wanted = readQuery(roomProposalsQuery, query);
  const broken = brokenSearchRules({
    stayStart: wanted.stay_start,
    stayEnd: wanted.stay_end,
    mensCount: wanted.mens_count,
    womensCount: wanted.womens_count,
  });
  if (broken.length > 0) throw new RefusedError(400, broken);
  return wanted;
}

/** Lists of bookings, one for the form, room proposals, and many changes at once (spec 7, contract 4). */
@Controller('api')
@Permit('look')
export class BookingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly past: PastViews,
    private readonly store: EventStore,
    private readonly lists: BookingListCache,
    private readonly bookings: BookingReader,
    private readonly guests: BookingSearch,
    private readonly returning: ReturningGuests,
    private readonly proposals: RoomProposalFinder,
    private readonly fees: CancellationFees,
  ) {}

  @Get('bookings')
  async inRange(
    @Query() query: Json,
    @Req() request: KnownRequest,
    @Res() response: Response,
  ): Promise<void> {
    const range = { ...readRange(query), byStay: readSwitch(query.by_stay, 'by_stay') };
    const current = async () => this.lists.of(range, request.logEnd ?? (await this.store.current()));
    if (query.as_of === undefined) return sendList(request, response, (await current()).list);
    const { position, head } = await this.past.moment(query.as_of);
    const newest = position === head ? await current() : null;
    // Leaves out events written after the moment was read.
    if (newest?.position === position) return sendList(request, response, newest.list);
    const gzip = await bookingsAsOf(this.past, range, position);
    await sendList(request, response, { gzip, brotli: null });
  }

  @Post('booking-batch')
  @HttpCode(200)
  @Permit('desk')
  changeMany(@JsonBody() body: Json, @Context() request: RequestContext) {
    const batch = readBody(bookingBatchShape, body);
    const { changes, broken } = decodeBatch(batch.changes);
    if (broken.length > 0) throw refusal(broken);
    return this.commands.execute(new ChangeBookings(changes, request, batch.vacant));
  }

  @Get('cancellation-fees')
  cancellationFees() {
    return this.fees.open();
  }

  @Get('booking-search')
  search(@Query('q') words: unknown) {
    if (typeof words !== 'string' || words.length > LONGEST_SEARCH) {
      throw unreadable('q', `検索する言葉を${LONGEST_SEARCH}文字以内で指定してください。`);
    }
    return this.guests.find(words);
  }

  @Get('returning-guests')
  returningGuests(@Query() query: Json) {
    return this.returning.find(readQuery(returningGuestsQuery, query));
  }

  @Get('fetch-reservation-data/:id')
  formData(@Param('id') id: string) {
    return this.bookings.formData(readId(id));
  }

  @Get('room-proposals')
  async roomProposals(@Query() query: Json, @SeesGuests() seesGuests: boolean): Promise<RoomProposals> {
    const found = await this.proposals.find(readProposalsQuery(query));
    return seesGuests ? found : withoutGuests(found);
  }
}
