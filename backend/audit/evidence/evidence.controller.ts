import { Controller, Get, Post } from '@nestjs/common';
import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { CheckpointDesk } from './checkpoint-desk.js';

/** Evidence for auditors: signed checkpoints (contract 4). */
@Controller('api')
export class EvidenceController {
  constructor(private readonly desk: CheckpointDesk) {}

  @Get('checkpoints')
  state(): Promise<EvidenceState> {
    return this.desk.state();
  }

  @Post('checkpoints')
  make(): Promise<Checkpoint> {
    return this.desk.make();
  }
}
