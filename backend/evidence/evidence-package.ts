import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { conflict } from '@domain/broken-rule.js';
import { countText } from '@domain/calendar/stay-text.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Checkpoint } from '@wire/evidence.js';
import yazl from 'yazl';
import { GENESIS_HASH, type LinkedRow } from '../event-store/hash-chain.js';
import { readAhead } from '../event-store/log-reader.js';
import type { Queryable } from '../platform/database.js';
import { RefusedError, unreadable } from '../platform/errors.js';
import { POOL } from '../platform/platform.module.js';
import { productVersion } from '../platform/product-version.js';
import { CheckpointService } from './checkpoint.service.js';
import { CheckpointRefusal, type EvidenceKey, signed } from './evidence-folder.js';

/** The positions asked for; null for an open end. */
export type AskedRange = { from: number | null; to: number | null };

/** Positions from one checkpoint to another, and the checkpoints there, including the one before the first position. */
type PackageRange = { from: number; to: number; checkpoints: Checkpoint[] };

/** A package as a stream, and the positions that it contains. */
export type EvidencePackage = { from: number; to: number; zip: Readable };

/** Packages with which a third party can verify a part of the log on their own machine. */
@Injectable()
export class EvidencePackages {
  constructor(
    private readonly checkpoints: CheckpointService,
    @Inject(POOL) private readonly pool: Queryable,
  ) {}

  /** Opens a package; its log is read as fast as the stream is consumed. */
  async open(asked: AskedRange): Promise<EvidencePackage> {
    // A tampered log is packed all the same: the checks in the package show where it was changed.
    const refusal = await this.checkpoints.make().then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal !== null && !(refusal instanceof CheckpointRefusal)) throw refusal;
    const { key, checkpoints } = await this.checkpoints.evidence();
    const newest = checkpoints.findLast(({ key_id }) => key_id === key.id);
    if (refusal !== null && !newest) throw refusal;
    const own = checkpoints.filter(({ log_id, key_id }) => log_id === newest?.log_id && key_id === key.id);
    const range = widenedRange(asked, own);
    return { from: range.from, to: range.to, zip: this.pack(asked, range, key) };
  }

  private pack(asked: AskedRange, range: PackageRange, key: EvidenceKey): Readable {
    const log = Readable.from(logLines(this.pool, range), { highWaterMark: 1 });
    const files = {
      'verify.mjs': withChecks('verify-node.mjs'),
      'index.html': htmlPage(),
      'manifest.json': manifest(asked, range, key),
      'public-key.pem': key.publicPem,
      'checkpoints.ndjson': range.checkpoints.map((line) => `${JSON.stringify(line)}\n`).join(''),
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

/** Reads the positions of a request's query. */
export function readAskedRange(from: unknown, to: unknown): AskedRange {
  const position = (field: string, value: unknown): number | null => {
    if (value === undefined || value === '') return null;
    if (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
    throw unreadable(field, `${field}は1以上の位置で指定してください。`);
  };
  const range = { from: position('from', from), to: position('to', to) };
  if (range.to !== null && (range.from ?? 1) > range.to)
    throw unreadable('to', 'toはfrom以上の位置で指定してください。');
  return range;
}

/**
 * Widens a range to the checkpoints around it, so that a signature covers every event of the package and its first
 * previous hash. `checkpoints` are those of one log and one key, oldest first.
 */
function widenedRange(asked: AskedRange, checkpoints: readonly Checkpoint[]): PackageRange {
  const positions = checkpoints.map(({ position }) => position);
  const newest = Math.max(0, ...positions);
  if (newest === 0) throw new RefusedError(409, [conflict('no_events', null, 'まだイベントがありません。')]);
  const first = asked.from ?? 1;
  const last = asked.to ?? newest;
  if (Math.max(first, last) > newest) {
    const message = `位置は${countText(newest)}までで指定してください。`;
    throw unreadable(first > newest ? 'from' : 'to', message);
  }
  const before = Math.max(0, ...positions.filter((position) => position < first));
  const to = Math.min(...positions.filter((position) => position >= last));
  const within = checkpoints.filter(({ position }) => position >= before && position <= to);
  return { from: before + 1, to, checkpoints: within };
}

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
  return JSON.stringify(signed(key, statement), null, 2);
}

/** A stored row as a line; its members are in the order in which they are hashed. */
function lineOf(row: LinkedRow): string {
  const line = {
    position: row.position,
    stream: row.stream,
    version: row.version,
    type: row.type,
    schema_version: row.schemaVersion,
    payload: row.payload,
    staff_id: row.staffId,
    terminal: row.terminal,
    request_id: row.requestId,
    recorded_at: row.recordedAt,
    hash: row.hash?.toString('hex') ?? '',
  };
  return `${JSON.stringify(line)}\n`;
}

async function* logLines(client: Queryable, { from, to }: PackageRange): AsyncGenerator<Buffer> {
  for await (const { rows } of readAhead(client, from - 1, to)) {
    yield Buffer.from(rows.map(lineOf).join(''));
  }
}

const template = (name: string): string =>
  readFileSync(new URL(`../tools/evidence-verifier/${name}`, import.meta.url), 'utf8');

/** The files that the checks are made of, each after those that import it. */
const CHECK_FILES = ['checks', 'recount', 'tax-recount', 'paper-recount', 'paper-figures', 'stays'];

/** A program with the checks in place of their imports, each file once, so that it needs no second file. */
function withChecks(name: string): string {
  return CHECK_FILES.reduce((program, file) => {
    const imports = new RegExp(`import \\{[^}]*\\} from './${file}\\.mjs';\n`, 'g');
    const part = template(`${file}.mjs`).replace(/\nexport \{.*\};\n$/s, '');
    const first = imports.exec(program)?.index;
    return program.replace(imports, (_, at: number) => (at === first ? `\n${part}\n` : ''));
  }, template(name));
}

/** The page's content security policy allows only its own script and styles, and no connection. */
function htmlPage(): string {
  const script = `\n${withChecks('page.mjs')}`;
  const scriptHash = hash('sha256', script, 'base64');
  const style = `\n${template('page.css')}`;
  const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; style-src 'unsafe-inline'`;
  return template('page.html')
    .replace('POLICY', () => policy)
    .replace('/* STYLE */', () => style)
    .replace('/* SCRIPT */', () => script);
}
