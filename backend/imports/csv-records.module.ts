import { Module } from '@nestjs/common';
import { DefineRoomTypeHandler } from './commands/define-room-type.handler.js';
import { DismissImportHandler } from './commands/dismiss-import.handler.js';
import { RetryAllHandler } from './commands/retry-all.handler.js';
import { RetryRegistrationHandler } from './commands/retry-registration.handler.js';
import { CsvRecordsController } from './csv-records.controller.js';

/** What the channel manager sent. */
@Module({
  controllers: [CsvRecordsController],
  providers: [DefineRoomTypeHandler, DismissImportHandler, RetryAllHandler, RetryRegistrationHandler],
})
export class CsvRecordsModule {}
