import { Inject, Injectable } from '@nestjs/common';
import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { verifyLog } from '../event-store/verify-log.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import type { Queryable } from '../platform/database.js';
import { logger } from '../platform/logger.js';
import { openLongRunningClient } from '../platform/long-running-client.js';
import { DATABASE_URL } from '../platform/platform.module.js';
import {
  appendCheckpoint,
  type CheckpointLines,
  newestCheckpoint,
  readCheckpoints,
} from './checkpoint-file.js';
import { isSignedBy, markOf, signCheckpoint } from './checkpoint-signature.js';
import { CheckpointRefusal, folderError, TamperedLog } from './evidence-errors.js';
import { type EvidenceKey, openEvidenceKey } from './evidence-key.js';
import { EVIDENCE_SETTINGS, type EvidenceSettings } from './evidence-settings.js';
import { faultText } from './fault-text.js';

const MOST_LISTED = 100;

/** The keys and the checkpoints of the evidence folder. */
export type Evidence = CheckpointLines & { key: EvidenceKey };

/** Signs where the log stands, outside the database, once it was verified since the last time. */
@Injectable()
export class CheckpointService {
  private last: { trouble: CheckpointRefusal | null } = { trouble: null };

  constructor(
    @Inject(DATABASE_URL) private readonly databaseUrl: string,
    @Inject(EVIDENCE_SETTINGS) private readonly settings: EvidenceSettings,
  ) {}

  /** Whether the log did not fit when it was last looked at. */
  get isTampered(): boolean {
    return this.last.trouble instanceof TamperedLog;
  }

  /** Where evidence is kept. */
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
      const checkpoint = await this.alone((client) => this.makeWith(client));
      this.last = { trouble: null };
      return checkpoint;
    } catch (error) {
      if (!(error instanceof CheckpointRefusal)) throw error;
      this.last = { trouble: error };
      logger.error({ reason: error.message }, 'no checkpoint was signed');
      throw error;
    }
  }

  /** What is in the evidence folder, newest first; only the newest ones are listed. */
  async state(): Promise<EvidenceState> {
    const { key, checkpoints, unreadable } = await this.evidence();
    return {
      folder: this.settings.folder,
      key_id: key.id,
      every_minutes: this.settings.everyMinutes,
      checkpoints: checkpoints.slice(-MOST_LISTED).reverse(),
      unreadable_lines: unreadable,
      trouble: this.last.trouble?.message ?? null,
    };
  }

  /** Everything in the evidence folder. */
  async evidence(): Promise<Evidence> {
    try {
      const key = await openEvidenceKey(this.settings.folder);
      return { key, ...(await readCheckpoints(this.settings.folder)) };
    } catch (error) {
      throw folderError(this.settings.folder, error);
    }
  }

  /** One node at a time, however many share the folder: they share the database too. */
  private async alone<Answer>(run: (client: Queryable) => Promise<Answer>): Promise<Answer> {
    const client = await openLongRunningClient(this.databaseUrl);
    try {
      await client.query(`select pg_advisory_lock(${ADVISORY_LOCKS.checkpoint})`);
      return await run(client);
    } finally {
      await client.end();
    }
  }

  private async makeWith(client: Queryable): Promise<Checkpoint> {
    const { key, checkpoints, unreadable } = await this.evidence();
    if (unreadable > 0)
      logger.warn({ lines: unreadable }, 'the file of checkpoints has lines that were torn');
    const newest = checkpoints.at(-1);
    if (newest && !isSignedBy(key.publicKey, newest)) throw TamperedLog.foreignSignature(newest.position);
    const marks = checkpoints.map(markOf);
    const { fault, ...place } = await verifyLog(client, { from: marks.at(-1), marks });
    if (fault) throw new TamperedLog(faultText(fault));
    if (newest?.position === place.position) return newest;
    const checkpoint = signCheckpoint(key, place, new Date());
    await appendCheckpoint(this.settings.folder, checkpoint).catch((error) => {
      throw folderError(this.settings.folder, error);
    });
    logger.info({ position: place.position }, 'a checkpoint was signed');
    return checkpoint;
  }
}
