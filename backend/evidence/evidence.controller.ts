import { Controller, Get, Post, Query, StreamableFile } from '@nestjs/common';
import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { Permit } from '../platform/http/permission.js';
import { CheckpointService } from './checkpoint.service.js';
import { EvidencePackages, readAskedRange } from './evidence-package.js';

/** Signed checkpoints and evidence packages for auditors (contract 4). */
@Controller('api')
@Permit('audit')
export class EvidenceController {
  constructor(
    private readonly checkpoints: CheckpointService,
    private readonly packages: EvidencePackages,
  ) {}

  @Get('checkpoints')
  state(): Promise<EvidenceState> {
    return this.checkpoints.state();
  }

  @Post('checkpoints')
  make(): Promise<Checkpoint> {
    return this.checkpoints.make();
  }

  /** The range is widened to the checkpoints around it. */
  @Get('evidence-package')
  async package(@Query('from') fromText: unknown, @Query('to') toText: unknown): Promise<StreamableFile> {
    const { from, to, zip } = await this.packages.open(readAskedRange(fromText, toText));
    return new StreamableFile(zip, {
      type: 'application/zip',
      disposition: `attachment; filename="evidence-${from}-${to}.zip"`,
    });
  }
}
