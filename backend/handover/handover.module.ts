import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { HandoverController, HandoverNotesController } from './handover.controller.js';
import { ChangeNoteHandler, HandOverHandler } from './handover.handlers.js';
import { HandoverService } from './handover.service.js';

/** Handovers between shifts: notes attached to days, and the changes since one's last handover. */
@Module({
  imports: [TimeTravelModule],
  controllers: [HandoverController, HandoverNotesController],
  providers: [HandoverService, ChangeNoteHandler, HandOverHandler],
})
export class HandoverModule {}
