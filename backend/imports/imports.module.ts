import { Module } from '@nestjs/common';
import { DropFolder } from './drop-folder.js';
import { ImportHousekeeping } from './import-housekeeping.js';
import { ImportIntake } from './import-intake.js';
import { ImportRunner } from './import-runner.js';
import { ImportsController } from './imports.controller.js';

export { DropFolder, ImportIntake, ImportRunner };

/** Files of the channel manager, taken in and worked off. */
@Module({
  controllers: [ImportsController],
  providers: [ImportIntake, ImportRunner, DropFolder, ImportHousekeeping],
  exports: [ImportIntake, ImportRunner, DropFolder],
})
export class ImportsModule {}
