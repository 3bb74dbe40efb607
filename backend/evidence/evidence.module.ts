import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { CheckpointService, EVIDENCE_SETTINGS } from './checkpoint.service.js';
import { CheckpointSchedule } from './checkpoint-schedule.js';
import { EvidenceController } from './evidence.controller.js';
import { EvidencePackages } from './evidence-package.js';

export { CheckpointSchedule, CheckpointService };

/** The evidence folder, and how often a checkpoint is signed. */
export type EvidenceConfig = Pick<Config, 'evidenceDir' | 'checkpointMinutes'>;

/** Signed checkpoints outside the database, and packages that third parties can verify. */
@Module({})
export class EvidenceModule implements OnApplicationShutdown {
  constructor(private readonly schedule: CheckpointSchedule) {}

  static forRoot({ evidenceDir, checkpointMinutes }: EvidenceConfig): DynamicModule {
    const settings = { folder: evidenceDir, everyMinutes: checkpointMinutes };
    return {
      module: EvidenceModule,
      global: true,
      controllers: [EvidenceController],
      providers: [
        { provide: EVIDENCE_SETTINGS, useValue: settings },
        CheckpointService,
        CheckpointSchedule,
        EvidencePackages,
      ],
      exports: [CheckpointService, CheckpointSchedule],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.schedule.stop();
  }
}
