import { Global, Module } from '@nestjs/common';
import { CheckpointSchedule, CheckpointService } from './checkpoint.service.js';
import { EvidenceController } from './evidence.controller.js';
import { EvidencePackages } from './evidence-package.js';

export { CheckpointSchedule, CheckpointService };

/** Signed checkpoints outside the database, and packages that third parties can verify. */
@Global()
@Module({
  controllers: [EvidenceController],
  providers: [CheckpointService, CheckpointSchedule, EvidencePackages],
  exports: [CheckpointService, CheckpointSchedule],
})
export class EvidenceModule {}
