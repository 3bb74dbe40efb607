import { countText } from '@domain/calendar/stay-text.js';
import { itemAt } from '@domain/records.js';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { verifyLog } from '../event-store/verify-log.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { type Queryable, withLongRunningClient } from '../platform/database.js';
import { logger } from '../platform/logger.js';
import { CONFIG, DATABASE_URL, type PlatformConfig } from '../platform/platform.module.js';
import { chainFault, endFault, endOf, type KnownEnd, knownEnds, storeEnd } from './checkpoint-chain.js';
import { copyCheckpoints } from './checkpoint-copy.js';
import {
  appendCheckpoint,
  type CheckpointLines,
  CheckpointRefusal,
  type EvidenceKey,
  folderError,
  hasKey,
  isSignedBy,
  markOf,
  newerText,
  newestCheckpoint,
  openEvidenceKey,
  readCheckpoints,
  signCheckpoint,
} from './evidence-folder.js';
import { faultText } from './log-verdicts.js';

type EvidenceConfig = Pick<PlatformConfig, 'evidenceDir' | 'checkpointMinutes' | 'checkpointCopyDir'>;

const MAX_LISTED = 100;
const MINUTE_MS = 60_000;

/** Refuses a key beside those that signed the log before: whoever verifies with one of them would miss the checkpoints of the other. */
function requireOwnKey(folder: string, ends: readonly KnownEnd[], keyId: string | null): void {
  if (ends.length === 0 || ends.some((end) => end.keyId === keyId)) return;
  const keys = ends.map((end) => end.keyId).join('、');
  const message = `このログには鍵 ${keys} で署名したチェックポイントがありますが、証跡フォルダー ${folder} にその鍵がありません。EVIDENCE_DIR にサーバーと同じフォルダーを指定してください。`;
  throw new CheckpointRefusal('evidence_key', message);
}

/** Verifies the log since the last checkpoint and signs where it stands, outside the database. */
@Injectable()
export class CheckpointService {
  private refusal: CheckpointRefusal | null = null;

  constructor(
    @Inject(DATABASE_URL) private readonly databaseUrl: string,
    @Inject(CONFIG) private readonly config: EvidenceConfig,
  ) {}

  /** Returns whether the log failed its last verification. */
  get isTampered(): boolean {
    return this.refusal?.kind === 'log_tampered';
  }

  /** Returns whether the last checkpoint was not signed, or not copied to its second place. */
  get isRefused(): boolean {
    return this.refusal !== null;
  }

  /** True if a newer version signs in the folder, in a format that this node can't read: it signs no more. */
  get isOutdated(): boolean {
    return this.refusal?.kind === 'newer_format';
  }

  get folder(): string {
    return this.config.evidenceDir;
  }

  newest(): Promise<Checkpoint | null> {
    return newestCheckpoint(this.folder);
  }

  /** The first checkpoint of a log that signs a position; null while there is none, or where the folder can't be read. */
  async firstFrom(position: number, logId: string): Promise<Checkpoint | null> {
    const { checkpoints } = await readCheckpoints(this.folder).catch(() => ({ checkpoints: [] }));
    return checkpoints.find((one: Checkpoint) => one.log_id === logId && one.position >= position) ?? null;
  }

  /** A checkpoint of the log as it stands: a new one, or the newest when the log has not moved since. */
  async make(): Promise<Checkpoint> {
    try {
      // On one node at a time: nodes that share the folder share the database too.
      const checkpoint = await withLongRunningClient(this.databaseUrl, async (client) => {
        await client.query(`select pg_advisory_lock(${ADVISORY_LOCKS.checkpoint})`);
        return this.makeLocked(client);
      });
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
      folder: this.folder,
      key_id: key.id,
      every_minutes: this.config.checkpointMinutes,
      checkpoints: checkpoints.slice(-MAX_LISTED).reverse(),
      unreadable_lines: unreadable,
      trouble: this.refusal?.message ?? null,
    };
  }

  /** The keys and all checkpoints of the evidence folder; of a folder without keys, keys are made for a log without any. */
  async evidence(): Promise<CheckpointLines & { key: EvidenceKey }> {
    if (!(await hasKey(this.folder)))
      await withLongRunningClient(this.databaseUrl, async (client) => {
        requireOwnKey(this.folder, await knownEnds(client), null);
      });
    try {
      const key = await openEvidenceKey(this.folder);
      return { key, ...(await readCheckpoints(this.folder)) };
    } catch (error) {
      throw folderError(this.folder, error);
    }
  }

  private async makeLocked(client: Queryable): Promise<Checkpoint> {
    const ends = await knownEnds(client);
    const { key, checkpoints, newer, unreadable, isTorn } = await this.evidence();
    requireOwnKey(this.folder, ends, key.id);
    if (newer > 0) {
      throw new CheckpointRefusal('newer_format', `${newerText(newer)}このサーバーは署名しません。`);
    }
    if (unreadable > 0)
      logger.warn({ lines: unreadable }, 'the file of checkpoints has lines that were torn');
    const newest = checkpoints.at(-1);
    if (newest && !isSignedBy(key.publicKey, newest)) {
      const where = countText(newest.position);
      const message = `位置 ${where}: チェックポイントの署名が証跡フォルダーの鍵と一致しません。`;
      throw new CheckpointRefusal('log_tampered', message);
    }
    const known = ends.find(({ keyId }) => keyId === key.id);
    const missing = chainFault(checkpoints) ?? endFault(checkpoints, known);
    if (missing !== null) throw new CheckpointRefusal('log_tampered', missing);
    const marks = checkpoints.map(markOf);
    const { fault, ...log } = await verifyLog(client, { from: marks.at(-1), marks });
    if (fault) throw new CheckpointRefusal('log_tampered', faultText(fault));
    if (newest?.position !== log.position) {
      const checkpoint = signCheckpoint(key, log, endOf(checkpoints));
      await appendCheckpoint(this.folder, checkpoint, isTorn);
      logger.info({ position: checkpoint.position }, 'a checkpoint was signed');
      checkpoints.push(checkpoint);
    }
    // Also the end of a folder from before, or of one that a crash kept from being stored.
    const end = endOf(checkpoints);
    if (end) await storeEnd(client, { keyId: key.id, ...end });
    const { checkpointCopyDir } = this.config;
    if (checkpointCopyDir !== null) await copyCheckpoints(this.folder, key.id, checkpointCopyDir);
    return itemAt(checkpoints, -1);
  }
}

/** Makes a checkpoint at the start, at an interval and at shutdown; a new one is signed only if the log has moved. */
@Injectable()
export class CheckpointSchedule implements OnApplicationShutdown {
  /** Settles with the checkpoint in progress. */
  running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly checkpoints: CheckpointService) {}

  /** Starts the schedule; 0 minutes is never. */
  start(everyMinutes: number): void {
    if (everyMinutes === 0) return;
    this.timer = setInterval(() => this.run(), everyMinutes * MINUTE_MS).unref();
    this.run();
  }

  /** Stops the schedule with a last checkpoint. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.run();
    await this.running;
  }

  private run(): void {
    const make = () => this.checkpoints.make().then(() => undefined, logFailure);
    this.running = this.running.then(make);
  }
}

/** The service has logged its own refusals. */
function logFailure(error: Error): void {
  if (error instanceof CheckpointRefusal) return;
  logger.warn({ error: error.message }, 'no checkpoint could be made; it is tried again');
}
