import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint } from '@wire/evidence.js';
import { z } from 'zod';

const FILE = 'checkpoints.ndjson';
/** Holds the last line, and the one before should the last be torn. */
const TAIL_BYTES = 2_048;

const checkpointLine = z.strictObject({
  log_id: z.uuid(),
  position: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  created_at: z.iso.datetime(),
  key_id: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.base64(),
});

/** What the file holds, oldest first, and how many of its lines cannot be read: one that was torn by a crash. */
export type CheckpointLines = { checkpoints: Checkpoint[]; unreadable: number };

function readLine(line: string): Checkpoint | null {
  try {
    return checkpointLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** All checkpoints of the evidence folder. */
export async function readCheckpoints(folder: string): Promise<CheckpointLines> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  const read = lines.map(readLine);
  const checkpoints = read.filter((checkpoint) => checkpoint !== null);
  return { checkpoints, unreadable: lines.length - checkpoints.length };
}

/** The newest checkpoint of the evidence folder, read from the end of its file; null for none. */
export async function newestCheckpoint(folder: string): Promise<Checkpoint | null> {
  const file = await open(join(folder, FILE), 'r');
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    const lines = tail.toString('utf8').split('\n');
    return lines.map(readLine).findLast((checkpoint) => checkpoint !== null) ?? null;
  } finally {
    await file.close();
  }
}

/** Appends a checkpoint in one piece, behind a torn line if there is one, and waits until it is on the disk. */
export async function appendCheckpoint(folder: string, checkpoint: Checkpoint): Promise<void> {
  const file = await open(join(folder, FILE), 'a+', 0o644);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const isTorn = size > 0 && last.toString() !== '\n';
    await file.appendFile(`${isTorn ? '\n' : ''}${JSON.stringify(checkpoint)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
