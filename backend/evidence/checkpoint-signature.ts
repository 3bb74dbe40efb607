import { type KeyObject, sign, verify } from 'node:crypto';
import type { Checkpoint } from '@wire/evidence.js';
import type { LogMark } from '../event-store/log-verification.js';
import type { EvidenceKey } from './evidence-key.js';

/** What is signed: the other members as JSON, in this order. */
function signedText({ log_id, position, hash, created_at, key_id }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from(JSON.stringify({ log_id, position, hash, created_at, key_id }));
}

/** A signed statement that the log stands here now. */
export function signCheckpoint(key: EvidenceKey, { logId, position, hash }: LogMark, now: Date): Checkpoint {
  const statement = {
    log_id: logId,
    position,
    hash: hash.toString('hex'),
    created_at: now.toISOString(),
    key_id: key.id,
  };
  const signature = sign(null, signedText(statement), key.privateKey).toString('base64');
  return { ...statement, signature };
}

/** Whether a checkpoint was signed with the key that belongs to a public one. */
export function isSignedBy(publicKey: KeyObject, checkpoint: Checkpoint): boolean {
  return verify(null, signedText(checkpoint), publicKey, Buffer.from(checkpoint.signature, 'base64'));
}

/** What a checkpoint says of the log. */
export function markOf({ log_id, position, hash }: Checkpoint): LogMark {
  return { logId: log_id, position, hash: Buffer.from(hash, 'hex') };
}
