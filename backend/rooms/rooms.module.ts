import { Module } from '@nestjs/common';
import { RoomsController } from './rooms.controller.js';

/** Rooms and their months. */
@Module({ controllers: [RoomsController] })
export class RoomsModule {}
