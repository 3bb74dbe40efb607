import { Module } from '@nestjs/common';
import { EventsController } from './event-log.controller.js';
import { EventReader } from './event-reader.js';

/** The event log for auditors. */
@Module({ controllers: [EventsController], providers: [EventReader] })
export class EventsModule {}
