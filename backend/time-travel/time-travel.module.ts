import { Module } from '@nestjs/common';
import { BookingChangesSince } from './booking-changes.query.js';
import { PastViews } from './past-views.public.js';
import { TimeTravelController } from './time-travel.controller.js';

/** The hotel as it stood before, and what became of it since. */
@Module({
  controllers: [TimeTravelController],
  providers: [PastViews, BookingChangesSince],
  exports: [PastViews],
})
export class TimeTravelModule {}
