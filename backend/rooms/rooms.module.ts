import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../audit/time-travel/time-travel.module.js';
import { RoomsController } from './rooms.controller.js';

/** Rooms and their months. */
@Module({ imports: [TimeTravelModule], controllers: [RoomsController] })
export class RoomsModule {}
