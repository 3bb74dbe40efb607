import { Inject, Injectable } from '@nestjs/common';
import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { verifyLog } from '../event-store/verify-log.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import type { Queryable } from '../platform/database.js';
import { openLongRunningClient } from '../platform/database.js';
import { logger } from '../platform/logger.js';
import { DATABASE_URL } from '../platform/platform.module.js';
import {
  appendCheckpoint,
  type CheckpointLines,
  CheckpointRefusal,
  type EvidenceKey,
  folderError,
  isSignedBy,
  markOf,
  newestCheckpoint,
  openEvidenceKey,
  readCheckpoints,
  signCheckpoint,
} from './evidence-folder.js';
import { faultText } from './log-verdicts.js';

/** Injection token of the evidence settings. */
export const EVIDENCE_SETTINGS = Symbol('evidence settings');

/** The evidence folder, and how often a checkpoint is signed. */
export type EvidenceSettings = { folder: string; everyMinutes: number };

const MAX_LISTED = 100;

/** Verifies the log since the last checkpoint and signs where it stands, outside the database. */
@Injectable()
export class CheckpointService {
  private refusal: CheckpointRefusal | null = null;

  constructor(
    @Inject(DATABASE_URL) private readonly databaseUrl: string,
    @Inject(EVIDENCE_SETTINGS) private readonly settings: EvidenceSettings,
  ) {}

  /** Whether the log failed its last verification. */
  get isTampered(): boolean {
    return this.refusal?.kind === 'log_tampered';
  }

  /** The evidence folder. */
  get folder(): string {
    return this.settings.folder;
  }

  /** The newest checkpoint, null for none. */
  newest(): Promise<Checkpoint | null> {
    return newestCheckpoint(this.settings.folder);
  }

  /** A checkpoint of the log as it stands: a new one, or the newest when the log has not moved since. */
  async make(): Promise<Checkpoint> {
    try {
      const checkpoint = await this.locked((client) => this.makeLocked(client));
      this.refusal = null;
      return checkpoint;
    } catch (error) {
      if (!(error instanceof CheckpointRefusal)) throw error;
      this.refusal = error;
      logger.error({ reason: error.message }, 'no checkpoint was signed');
      throw error;
    }
  }

  /** The state of the evidence folder with the newest checkpoints, newest first. */
  async state(): Promise<EvidenceState> {
    const { key, checkpoints, unreadable } = await this.evidence();
    return {
      folder: this.settings.folder,
      key_id: key.id,
      every_minutes: this.settings.everyMinutes,
      checkpoints: checkpoints.slice(-MAX_LISTED).reverse(),
      unreadable_lines: unreadable,
      trouble: this.refusal?.message ?? null,
    };
  }

  /** The keys and all checkpoints of the evidence folder. */
  async evidence(): Promise<CheckpointLines & { key: EvidenceKey }> {
    try {
      const key = await openEvidenceKey(this.settings.folder);
      return { key, ...(await readCheckpoints(this.settings.folder)) };
    } catch (error) {
      throw folderError(this.settings.folder, error);
    }
  }

  /** Runs on one node at a time: nodes that share the folder share the database too. */
  private async locked<Answer>(run: (client: Queryable) => Promise<Answer>): Promise<Answer> {
    const client = await openLongRunningClient(this.databaseUrl);
    try {
      await client.query(`select pg_advisory_lock(${ADVISORY_LOCKS.checkpoint})`);
      return await run(client);
    } finally {
      await client.end();
    }
  }

  private async makeLocked(client: Queryable): Promise<Checkpoint> {
    const { key, checkpoints, unreadable } = await this.evidence();
    if (unreadable > 0)
      logger.warn({ lines: unreadable }, 'the file of checkpoints has lines that were torn');
    const newest = checkpoints.at(-1);
    if (newest && !isSignedBy(key.publicKey, newest)) {
      const where = newest.position.toLocaleString('ja-JP');
      const message = `位置 ${where}: チェックポイントの署名が証跡フォルダーの鍵と一致しません。`;
      throw new CheckpointRefusal('log_tampered', message);
    }
    const marks = checkpoints.map(markOf);
    const { fault, ...end } = await verifyLog(client, { from: marks.at(-1), marks });
    if (fault) throw new CheckpointRefusal('log_tampered', faultText(fault));
    if (newest?.position === end.position) return newest;
    const checkpoint = signCheckpoint(key, end);
    await appendCheckpoint(this.settings.folder, checkpoint).catch((error) => {
      throw folderError(this.settings.folder, error);
    });
    logger.info({ position: end.position }, 'a checkpoint was signed');
    return checkpoint;
  }
}
