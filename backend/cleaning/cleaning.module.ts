import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { ChangeCleaningHandler } from './change-cleaning.handler.js';
import { CleaningController } from './cleaning.controller.js';
import { CleaningReader } from './cleaning.query.js';

/** The cleaning of the rooms: recorded states, and those that follow from the stays. */
@Module({
  imports: [TimeTravelModule],
  controllers: [CleaningController],
  providers: [CleaningReader, ChangeCleaningHandler],
})
export class CleaningModule {}
