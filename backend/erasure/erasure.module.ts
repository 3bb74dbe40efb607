import { Module } from '@nestjs/common';
import { EraseGuestHandler } from './erase-guest.handler.js';
import { ErasureController } from './erasure.controller.js';
import { GuestRecords } from './guest-records.service.js';

/** Permanent erasure of guests' personal data. */
@Module({
  controllers: [ErasureController],
  providers: [EraseGuestHandler, GuestRecords],
})
export class ErasureModule {}
