import { Controller, Get, Post, Query, StreamableFile } from '@nestjs/common';
import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { Permit } from '../platform/http/permission.js';
import { CheckpointService } from './checkpoint.service.js';
import { EvidencePackages } from './evidence-package.js';
import { readRange } from './package-range.js';

/** Evidence for auditors: signed checkpoints (contract 4). */
@Controller('api')
@Permit('audit')
export class EvidenceController {
  constructor(
    private readonly desk: CheckpointService,
    private readonly packages: EvidencePackages,
  ) {}

  @Get('checkpoints')
  state(): Promise<EvidenceState> {
    return this.desk.state();
  }

  @Post('checkpoints')
  make(): Promise<Checkpoint> {
    return this.desk.make();
  }

  /** Positions are widened to the checkpoints around them. */
  @Get('evidence-package')
  async package(@Query('from') fromText: unknown, @Query('to') toText: unknown): Promise<StreamableFile> {
    const { from, to, zip } = await this.packages.open(readRange(fromText, toText));
    return new StreamableFile(zip, {
      type: 'application/zip',
      disposition: `attachment; filename="evidence-${from}-${to}.zip"`,
    });
  }
}
