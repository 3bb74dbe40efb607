import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
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
export class EvidenceModule implements OnApplicationShutdown {
  constructor(private readonly schedule: CheckpointSchedule) {}

  async onApplicationShutdown(): Promise<void> {
    await this.schedule.stop();
  }
}
