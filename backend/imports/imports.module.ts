import { Module } from '@nestjs/common';
import { CsvRecordsController } from './csv-records.controller.js';
import { DropFolder } from './drop-folder.js';
import {
  DismissImportHandler,
  RetryAllHandler,
  RetryRegistrationHandler,
} from './failed-records.handlers.js';
import { ImportIntake } from './import-intake.js';
import { ImportRunner } from './import-runner.js';
import { ImportsController } from './imports.controller.js';

export { DropFolder, ImportIntake, ImportRunner };

/** Files of the channel manager and the records imported from them. */
@Module({
  controllers: [ImportsController, CsvRecordsController],
  providers: [
    ImportIntake,
    ImportRunner,
    DropFolder,
    DismissImportHandler,
    RetryAllHandler,
    RetryRegistrationHandler,
  ],
  exports: [ImportIntake, ImportRunner, DropFolder],
})
export class ImportsModule {}
