import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { ChangesSince } from './changes/changes-since.query.js';
import { ChangeNoteHandler } from './commands/change-note.handler.js';
import { HandOverHandler } from './commands/hand-over.handler.js';
import { HandoverController } from './handover.controller.js';
import { HandoverNotesController } from './handover-notes.controller.js';
import { LastHandovers } from './last-handovers.query.js';

/** From one shift to the next: notes pinned to days, and what happened since one left. */
@Module({
  imports: [TimeTravelModule],
  controllers: [HandoverController, HandoverNotesController],
  providers: [ChangesSince, LastHandovers, ChangeNoteHandler, HandOverHandler],
})
export class HandoverModule {}
