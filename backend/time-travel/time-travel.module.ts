import { Module } from '@nestjs/common';
import { BookingChangesSince } from './booking-changes.query.js';
import { PastViews } from './past-views.js';
import { TimeTravelController } from './time-travel.controller.js';

export { PastViews };

/** The hotel as it stood at any position of the log, and the changes since. */
@Module({
  controllers: [TimeTravelController],
  providers: [PastViews, BookingChangesSince],
  exports: [PastViews],
})
export class TimeTravelModule {}
