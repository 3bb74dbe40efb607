import { Controller, Get, Inject, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  decodeHotel,
  encodeHotel,
  type HotelProfile,
  type HotelRecord,
  hotelShape,
} from '@wire/hotel-record.js';
import { EventStore } from '../event-store/event-store.js';
import { failedCounts } from '../imports/failed-counts.public.js';
import { StayAssessment } from '../lodging-tax/lodging-tax.module.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { Permit } from '../platform/http/permission.js';
import { readBody } from '../platform/http/read-request.js';
import { Context, type Json, JsonBody, type RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { SetupService } from '../setup/setup.module.js';
import { DefineHotel } from './define-hotel.handler.js';

/** The hotel, and what a terminal needs first: above all the hotel's today, whatever its own time zone. */
@Controller('api/hotel')
@Permit('look')
export class HotelController {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly setup: SetupService,
    private readonly stays: StayAssessment,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  @Get()
  async hotel(): Promise<HotelRecord> {
    const { logId, position, hash, reference } = await this.store.current();
    const today = this.clock.today();
    const failed = await failedCounts(this.database, today);
    return {
      ...encodeHotel(reference.hotel),
      timezone: this.clock.timezone,
      today,
      log_id: logId,
      position,
      hash,
      auto_registration_failed: failed.failed,
      auto_registration_today: failed.today,
      is_preparing: (await this.setup.isPreparing(reference)) ? 1 : 0,
      rooms: reference.rooms.byNumber.size,
    };
  }

  @Put()
  @Permit('manage')
  async define(@JsonBody() body: Json, @Context() request: RequestContext): Promise<HotelProfile> {
    const written = decodeHotel(readBody(hotelShape, body));
    const hotel = await this.commands.execute(new DefineHotel(written, request));
    // The price that the 宿泊税 follows from is without the consumption tax that the hotel's fees include.
    await this.stays.assess(request.write);
    return hotel;
  }
}
