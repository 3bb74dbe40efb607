import { Module } from '@nestjs/common';
import { AddUsualPaymentsHandler, ChangeSetupHandler } from './change-setup.handler.js';
import { SetupController } from './setup.controller.js';
import { SetupService } from './setup.service.js';

export { SetupService };

/** The first day of a hotel. */
@Module({
  controllers: [SetupController],
  providers: [ChangeSetupHandler, AddUsualPaymentsHandler, SetupService],
  exports: [SetupService],
})
export class SetupModule {}
