import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { CardReader } from './card.query.js';
import { ChangeCardHandler } from './change-card.handler.js';
import { GuestCardController } from './guest-card.controller.js';

/** The cards of guests: their earlier stays, as staff joined them, and wishes. */
@Module({
  imports: [TimeTravelModule],
  controllers: [GuestCardController],
  providers: [CardReader, ChangeCardHandler],
})
export class GuestCardModule {}
