import { Module, type OnModuleInit } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import { LodgingTaxModule } from '../lodging-tax/lodging-tax.module.js';
import { Clock } from '../platform/clock.js';
import { SetupModule } from '../setup/setup.module.js';
import { DefineHotelHandler } from './define-hotel.handler.js';
import { HotelController } from './hotel.controller.js';

/** The hotel itself; the clock of each node follows what it says of its days. */
@Module({
  imports: [LodgingTaxModule, SetupModule],
  controllers: [HotelController],
  providers: [DefineHotelHandler],
})
export class HotelModule implements OnModuleInit {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    this.store.followReference(({ hotel }) => this.clock.follow(hotel));
    await this.store.current();
  }
}
