import { Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { cardWishesShape, joinedStaysShape, splitStaysShape } from '@wire/guest-card.js';
import { Permit } from '../platform/http/permission.js';
import { readBody, readId } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { CardReader } from './card.query.js';
import { ChangeCard } from './change-card.handler.js';

/** The cards of guests (お客様カード), each by one of its bookings. */
@Controller('api/guest-cards')
@Permit('desk')
export class GuestCardController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cards: CardReader,
  ) {}

  @Get(':booking')
  @Permit('look')
  card(@Param('booking') booking: string, @Query('as_of') asOf: unknown) {
    return this.cards.of(readId(booking), asOf);
  }

  @Post(':booking/joined')
  @HttpCode(200)
  join(@Param('booking') booking: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { booking_ids: bookings, card_id: into } = readBody(joinedStaysShape, body);
    const asked = { bookingId: readId(booking), into };
    return this.commands.execute(new ChangeCard(asked, { type: 'join', bookings }, request));
  }

  @Post(':booking/split')
  @HttpCode(200)
  split(@Param('booking') booking: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { booking_ids: bookings } = readBody(splitStaysShape, body);
    const asked = { bookingId: readId(booking) };
    return this.commands.execute(new ChangeCard(asked, { type: 'split', bookings }, request));
  }

  @Put(':booking/wishes')
  wish(@Param('booking') booking: string, @JsonBody() body: Json, @Context() request: RequestContext) {
    const { wishes } = readBody(cardWishesShape, body);
    const asked = { bookingId: readId(booking) };
    return this.commands.execute(new ChangeCard(asked, { type: 'wish', wishes }, request));
  }
}
