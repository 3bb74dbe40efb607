import { Module } from '@nestjs/common';
import { ExportController } from './export.controller.js';
import { MoveInController } from './move-in.controller.js';
import { MoveInIntake } from './move-in-intake.js';
import { MoveInRunner } from './move-in-runner.js';

export { MoveInRunner };

/** The way into the product from another system, and the way out of it. */
@Module({
  controllers: [MoveInController, ExportController],
  providers: [MoveInIntake, MoveInRunner],
  exports: [MoveInRunner],
})
export class MoveInModule {}
