import { Module } from '@nestjs/common';
import { EventReader } from './event-reader.js';
import { EventsController } from './events.controller.js';

/** The event log for auditors. */
@Module({ controllers: [EventsController], providers: [EventReader] })
export class EventsModule {}
