import { Module } from '@nestjs/common';
import { HotelController } from './hotel.controller.js';

/** The hotel itself. */
@Module({ controllers: [HotelController] })
export class HotelModule {}
