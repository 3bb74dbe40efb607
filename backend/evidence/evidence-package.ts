import { sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Checkpoint } from '@wire/evidence.js';
import yazl from 'yazl';
import { GENESIS_HASH } from '../event-store/hash-chain.js';
import type { Queryable } from '../platform/database.js';
import { POOL } from '../platform/platform.module.js';
import { productVersion } from '../platform/product-version.js';
import { CheckpointService } from './checkpoint.service.js';
import { CheckpointRefusal } from './evidence-errors.js';
import type { EvidenceKey } from './evidence-key.js';
import { packagePrograms } from './package-programs.js';
import { type AskedRange, type PackageRange, widenedRange } from './package-range.js';
import { packageRows } from './package-rows.js';

/** A package as it comes, and the positions that it holds. */
export type EvidencePackage = { from: number; to: number; zip: Readable };

const asLines = (checkpoints: readonly Checkpoint[]): string =>
  checkpoints.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join('');

/** Packages with which a third party can check a part of the log on their own machine. */
@Injectable()
export class EvidencePackages {
  constructor(
    private readonly desk: CheckpointService,
    @Inject(POOL) private readonly pool: Queryable,
  ) {}

  /** Begins a package; its log is read as fast as it is taken off. */
  async open(asked: AskedRange): Promise<EvidencePackage> {
    // A log that does not fit is packed all the same: the checks say where it does not.
    const refusal = await this.desk.make().then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal !== null && !(refusal instanceof CheckpointRefusal)) throw refusal;
    const { key, checkpoints } = await this.desk.evidence();
    const newest = checkpoints.findLast(({ key_id }) => key_id === key.id);
    if (refusal !== null && !newest) throw refusal;
    const own = checkpoints.filter(({ log_id, key_id }) => log_id === newest?.log_id && key_id === key.id);
    const range = widenedRange(asked, own);
    return { from: range.from, to: range.to, zip: this.pack(asked, range, key) };
  }

  private pack(asked: AskedRange, range: PackageRange, key: EvidenceKey): Readable {
    const log = Readable.from(packageRows(this.pool, range.from, range.to), { highWaterMark: 1 });
    const files = {
      ...packagePrograms(),
      'manifest.json': manifest(asked, range, key),
      'public-key.pem': key.publicPem,
      'checkpoints.ndjson': asLines(range.checkpoints),
    };
    const archive = new yazl.ZipFile();
    const zip = archive.outputStream as Readable;
    for (const [name, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), name);
    archive.addReadStream(log, 'log.ndjson');
    archive.on('error', (error: Error) => zip.destroy(error));
    zip.once('close', () => log.destroy());
    archive.end();
    return zip;
  }
}

/** What a package holds, signed like a checkpoint: over the other members as JSON. */
function manifest(asked: AskedRange, { from, to, checkpoints }: PackageRange, key: EvidenceKey): string {
  const before = checkpoints.find(({ position }) => position === from - 1);
  const statement = {
    log_id: checkpoints.at(-1)?.log_id,
    from,
    to,
    previous_hash: from === 1 ? GENESIS_HASH.toString('hex') : before?.hash,
    events: to - from + 1,
    checkpoints: checkpoints.length,
    asked_from: asked.from,
    asked_to: asked.to,
    made_at: new Date().toISOString(),
    product_version: productVersion(),
    key_id: key.id,
  };
  const signature = sign(null, Buffer.from(JSON.stringify(statement)), key.privateKey).toString('base64');
  return JSON.stringify({ ...statement, signature }, null, 2);
}
