import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { ChangeMaster, ChangeMasterHandler } from './change-master.handler.js';
import { managing } from './managing.controller.js';
import { type MasterKind, managed, ROOM_TYPES } from './master-kinds.js';
import {
  BlacklistController,
  CancellationRulesController,
  ChargeItemsController,
  CorporatesController,
  PaymentsController,
  PrepaidWordsController,
  StaffController,
} from './masters.controllers.js';

export { ChangeMaster, type MasterKind, managed, managing, ROOM_TYPES };

/** Master records: their lists and their management. */
@Module({
  imports: [TimeTravelModule],
  controllers: [
    CorporatesController,
    PaymentsController,
    BlacklistController,
    PrepaidWordsController,
    CancellationRulesController,
    ChargeItemsController,
    StaffController,
  ],
  providers: [ChangeMasterHandler],
})
export class MastersModule {}
