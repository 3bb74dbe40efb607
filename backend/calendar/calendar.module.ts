import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { CalendarController } from './calendar.controller.js';
import { RecordDayHandler } from './commands/record-day.handler.js';
import { RecordHolidaysHandler } from './commands/record-holidays.handler.js';
import { HolidaysAhead } from './holidays-ahead.js';

export { HolidaysAhead };

/** Counts, weather and holidays by date. */
@Module({
  imports: [TimeTravelModule],
  controllers: [CalendarController],
  providers: [RecordDayHandler, RecordHolidaysHandler, HolidaysAhead],
  exports: [HolidaysAhead],
})
export class CalendarModule {}
