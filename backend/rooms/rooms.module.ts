import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { DefineRoomMonthsHandler } from './commands/define-room-months.handler.js';
import { MonthsAhead } from './months-ahead.js';
import { RoomMonthsCsvController } from './room-months-csv.controller.js';
import { RoomMonthsController, RoomsController } from './rooms.controller.js';

export { MonthsAhead };

/** Rooms and their months. */
@Module({
  imports: [TimeTravelModule],
  controllers: [RoomsController, RoomMonthsController, RoomMonthsCsvController],
  providers: [DefineRoomMonthsHandler, MonthsAhead],
  exports: [MonthsAhead],
})
export class RoomsModule {}
