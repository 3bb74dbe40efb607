import { Module } from '@nestjs/common';
import { EventLogController } from './event-log.controller.js';
import { EventReader } from './event-reader.js';

/** The event log for auditors. */
@Module({ controllers: [EventLogController], providers: [EventReader] })
export class EventLogModule {}
