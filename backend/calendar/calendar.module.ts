import { Module } from '@nestjs/common';
import { CalendarController } from './calendar.controller.js';
import { RecordDayHandler } from './commands/record-day.handler.js';

/** Counts, weather and holidays by date. */
@Module({ controllers: [CalendarController], providers: [RecordDayHandler] })
export class CalendarModule {}
