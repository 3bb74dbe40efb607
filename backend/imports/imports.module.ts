import { Module } from '@nestjs/common';
import { DropFolder } from './drop-folder.js';
import { ImportDesk } from './import-desk.js';
import { ImportHousekeeping } from './import-housekeeping.js';
import { ImportRunner } from './import-runner.js';
import { ImportsController } from './imports.controller.js';

export { DropFolder, ImportDesk, ImportRunner };

/** Files of the channel manager, taken in and worked off. */
@Module({
  controllers: [ImportsController],
  providers: [ImportDesk, ImportRunner, DropFolder, ImportHousekeeping],
  exports: [ImportDesk, ImportRunner, DropFolder],
})
export class ImportsModule {}
