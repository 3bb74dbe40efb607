import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { CalendarController } from './calendar.controller.js';
import { RecordDayHandler } from './commands/record-day.handler.js';

/** Counts, weather and holidays by date. */
@Module({ imports: [TimeTravelModule], controllers: [CalendarController], providers: [RecordDayHandler] })
export class CalendarModule {}
