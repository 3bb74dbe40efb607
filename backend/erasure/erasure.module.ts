import { Module } from '@nestjs/common';
import { EraseGuestHandler } from './erase-guest.handler.js';
import { ErasureController } from './erasure.controller.js';
import { PreviewErasureHandler } from './preview-erasure.handler.js';

/** Erasing guests' personal data for good. */
@Module({
  controllers: [ErasureController],
  providers: [EraseGuestHandler, PreviewErasureHandler],
})
export class ErasureModule {}
