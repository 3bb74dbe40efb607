import { Module } from '@nestjs/common';
import { DefineHotelHandler } from './define-hotel.handler.js';
import { HotelController } from './hotel.controller.js';

/** The hotel itself. */
@Module({ controllers: [HotelController], providers: [DefineHotelHandler] })
export class HotelModule {}
