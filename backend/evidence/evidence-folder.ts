import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { appendFile, chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conflict } from '@domain/broken-rule.js';
import type { Checkpoint } from '@wire/evidence.js';
import { z } from 'zod';
import type { LogMark } from '../event-store/verify-log.js';
import { RefusedError } from '../platform/errors.js';
import { detailOf } from '../platform/thrown.js';
import type { ChainEnd } from './checkpoint-chain.js';

const PRIVATE_KEY_FILE = 'private-key.pem';
const PUBLIC_KEY_FILE = 'public-key.pem';
const CHECKPOINT_FILE = 'checkpoints.ndjson';
const KEY_ID_DIGITS = 16;
/** Enough for the last line and the one before it, should the last be torn. */
const TAIL_BYTES = 2_048;

/** 409: why no checkpoint could be signed, for staff. */
export class CheckpointRefusal extends RefusedError {
  constructor(
    readonly kind: 'log_tampered' | 'evidence_folder' | 'evidence_key' | 'newer_format',
    message: string,
  ) {
    super(409, [conflict(kind, null, message)]);
  }
}

/** A file system error of the evidence folder as staff can read it; any other error as it is. */
export function folderError(folder: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  return new CheckpointRefusal(
    'evidence_folder',
    `証跡フォルダー ${folder} を読み書きできません(${String(error.code)})。権限と空き容量を確認してください。`,
  );
}

/** The pair of keys that checkpoints are signed with (Ed25519). */
export type EvidenceKey = { id: string; privateKey: KeyObject; publicKey: KeyObject; publicPem: string };

/** The text of a file, null for none. */
export const readIfExists = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

async function writeDraft(path: string, text: string, mode: number): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { flag: 'wx', mode, flush: true });
  return draft;
}

/** Creates a complete file unless there is one: of concurrent callers, one wins. */
async function createFile(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text, 0o600);
  try {
    await link(draft, path);
  } catch (error) {
    if (detailOf(error, 'code') !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}

/** Returns whether a folder has a key, or what is left of its pair. */
export async function hasKey(folder: string): Promise<boolean> {
  const read = [PRIVATE_KEY_FILE, PUBLIC_KEY_FILE].map((name) =>
    readIfExists(join(folder, name)).catch(() => ''),
  );
  return (await Promise.all(read)).some((text) => text !== null);
}

/** The keys of the evidence folder, created on first use; only the owner can read the private key. */
export async function openEvidenceKey(folder: string): Promise<EvidenceKey> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const privatePath = join(folder, PRIVATE_KEY_FILE);
  const publicPath = join(folder, PUBLIC_KEY_FILE);
  // The private key is always written before the public one, so a public key alone means that the private one was lost.
  const oldPublicPem = await readIfExists(publicPath);
  if ((await readIfExists(privatePath)) === null) {
    if (oldPublicPem !== null) {
      throw new CheckpointRefusal(
        'evidence_key',
        `証跡フォルダー ${folder} に秘密鍵がありません。元に戻すか、EVIDENCE_DIR で新しいフォルダーを指定してください。`,
      );
    }
    const { privateKey } = generateKeyPairSync('ed25519');
    await createFile(privatePath, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  await chmod(privatePath, 0o600);
  const privateKey = createPrivateKey(await readFile(privatePath, 'utf8'));
  const publicKey = createPublicKey(privateKey);
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  if (oldPublicPem === null) await rename(await writeDraft(publicPath, publicPem, 0o644), publicPath);
  else if (oldPublicPem !== publicPem) throw new CheckpointRefusal('evidence_key', keysDiffer(folder));
  return { id: keyIdOf(publicKey), privateKey, publicKey, publicPem };
}

const keysDiffer = (folder: string): string =>
  `証跡フォルダー ${folder} の秘密鍵と公開鍵が対になっていません。どちらかが置き換えられています。元に戻してください。`;

const publicOf = (pem: string | null): KeyObject | null => {
  try {
    return pem === null ? null : createPublicKey(pem);
  } catch {
    return null;
  }
};

/** The public key of the evidence folder, by which checkpoints are verified; else why there is none, as a sentence. */
export async function readPublicKey(folder: string): Promise<KeyObject | string> {
  const key = publicOf(await readIfExists(join(folder, PUBLIC_KEY_FILE)));
  if (!key) return `公開鍵 ${PUBLIC_KEY_FILE} がないか、読み取れません。`;
  // A verifier has no private key.
  const own = await readIfExists(join(folder, PRIVATE_KEY_FILE));
  return own === null || publicOf(own)?.equals(key) ? key : keysDiffer(folder);
}

export function keyIdOf(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' })).slice(0, KEY_ID_DIGITS);
}

/** Signs a statement: Ed25519 over its members as JSON, in their order. */
export function signed<Statement extends object>(
  key: EvidenceKey,
  statement: Statement,
): Statement & { signature: string } {
  const signature = sign(null, Buffer.from(JSON.stringify(statement)), key.privateKey).toString('base64');
  return { ...statement, signature };
}

/** A signed statement that the log stands here now, behind the checkpoints that were signed before. */
export function signCheckpoint(
  key: EvidenceKey,
  { logId, position, hash }: LogMark,
  end: ChainEnd | null,
): Checkpoint {
  return signed(key, {
    log_id: logId,
    position,
    hash: hash.toString('hex'),
    created_at: new Date().toISOString(),
    key_id: key.id,
    number: (end?.number ?? 0) + 1,
    previous: end?.digest ?? null,
  });
}

/** Returns whether a checkpoint was signed with the private half of a public key. */
export function isSignedBy(publicKey: KeyObject, checkpoint: Checkpoint): boolean {
  const { log_id, position, hash, created_at, key_id, number, previous, signature } = checkpoint;
  const statement = JSON.stringify({ log_id, position, hash, created_at, key_id, number, previous });
  return verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64'));
}

/** The place in the log that a checkpoint states. */
export function markOf({ log_id, position, hash }: Checkpoint): LogMark {
  return { logId: log_id, position, hash: Buffer.from(hash, 'hex') };
}

/**
 * The newest format of a line that this version reads. Those of format 1 have no number; those of format 2 have one, and
 * what they are linked to. A line of a later format says so in a member `format`, so that this version leaves it alone:
 * change a line only with a new format, and let the version before read it first.
 */
const CHECKPOINT_FORMAT = 2;

const checkpointLine = z.strictObject({
  log_id: z.uuid(),
  position: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  created_at: z.iso.datetime(),
  key_id: z.string().regex(/^[0-9a-f]{16}$/),
  number: z.int().positive().optional(),
  previous: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
  signature: z.base64(),
});

const laterLine = z.looseObject({ format: z.int().min(CHECKPOINT_FORMAT + 1) });

/**
 * The checkpoints of the file, oldest first; how many lines only a newer version can read; and what a crash has left:
 * unreadable lines, a last one without its end.
 */
export type CheckpointLines = {
  checkpoints: Checkpoint[];
  newer: number;
  unreadable: number;
  isTorn: boolean;
};

/** The checkpoint of a line, null for an unreadable one. */
function readLine(line: string): Checkpoint | 'newer' | null {
  try {
    const value: unknown = JSON.parse(line);
    return laterLine.safeParse(value).success ? 'newer' : checkpointLine.parse(value);
  } catch {
    return null;
  }
}

const isCheckpoint = (line: Checkpoint | 'newer' | null): line is Checkpoint =>
  line !== null && line !== 'newer';

/** Returns why whoever reads a folder with lines of a newer format can't answer for it. */
export const newerText = (lines: number): string =>
  `証跡フォルダーに、新しいバージョンが書いたチェックポイントが ${lines} 件あります。このバージョンでは読めません。`;

/** The lines of all checkpoints of the evidence folder, as they stand there. */
export async function checkpointText(folder: string): Promise<string> {
  return (await readIfExists(join(folder, CHECKPOINT_FILE))) ?? '';
}

export async function readCheckpoints(folder: string): Promise<CheckpointLines> {
  const text = await checkpointText(folder);
  const lines = text.split('\n').filter((line) => line !== '');
  const read = lines.map(readLine);
  const isTorn = text !== '' && !text.endsWith('\n');
  return {
    checkpoints: read.filter(isCheckpoint),
    newer: read.filter((line) => line === 'newer').length,
    unreadable: read.filter((line) => line === null).length,
    isTorn,
  };
}

/** The newest checkpoint of the evidence folder, read from the end of its file; null for none. */
export async function newestCheckpoint(folder: string): Promise<Checkpoint | null> {
  const file = await open(join(folder, CHECKPOINT_FILE), 'r');
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    const lines = tail.toString('utf8').split('\n');
    return lines.map(readLine).findLast(isCheckpoint) ?? null;
  } finally {
    await file.close();
  }
}

/** Appends a checkpoint in one write, on a line of its own, and flushes it to the disk. */
export async function appendCheckpoint(
  folder: string,
  checkpoint: Checkpoint,
  isTorn: boolean,
): Promise<void> {
  const line = `${isTorn ? '\n' : ''}${JSON.stringify(checkpoint)}\n`;
  await appendFile(join(folder, CHECKPOINT_FILE), line, { mode: 0o644, flush: true }).catch((error) => {
    throw folderError(folder, error);
  });
}
