import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { BlacklistController } from './blacklist.controller.js';
import { CorporatesController } from './corporates.controller.js';
import { MasterDataService } from './master-data.service.js';
import { PaymentsController } from './payments.controller.js';
import { StaffController } from './staff.controller.js';

/** Master records: their lists and their management. */
@Module({
  imports: [TimeTravelModule],
  controllers: [CorporatesController, PaymentsController, BlacklistController, StaffController],
  providers: [MasterDataService],
})
export class MastersModule {}
