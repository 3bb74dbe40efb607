import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { erasedFields } from '@domain/erased.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `key` tells keys apart: a stream that goes on after its key was destroyed gets another. */
type Sealed = { fields: string[]; key: string; data: string };

const KEY_NAME_BYTES = 8;

/** Kept only as long as its key: events of a stream come one after another. */
const names = new WeakMap<Buffer, string>();

function nameOf(key: Buffer): string {
  const known = names.get(key);
  if (known) return known;
  const name = hash('sha256', key, 'hex').slice(0, 2 * KEY_NAME_BYTES);
  names.set(key, name);
  return name;
}

/** A fresh key for one stream. */
export function newKey(): Buffer {
  return randomBytes(32);
}

/** Whether an event's data holds personal fields, so that its stream needs a key. */
export function hasPersonalData(data: object, personalFields: readonly string[]): boolean {
  return personalFields.some((field) => field in data);
}

/** Moves the personal fields of an event's data into one encrypted member, bound to its stream. */
export function seal(data: object, personalFields: readonly string[], stream: string, key: Buffer): object {
  const open: Record<string, unknown> = {};
  const secret: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(data)) {
    (personalFields.includes(field) ? secret : open)[field] = value;
  }
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(stream));
  const body = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final()]);
  const sealed: Sealed = {
    fields: Object.keys(secret),
    key: nameOf(key),
    data: Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64'),
  };
  return { ...open, personal: sealed };
}

/** The data as it was before sealing; with its key gone every personal field reads 削除済み. */
export function unseal(payload: Record<string, unknown>, stream: string, key: Buffer | null): object {
  if (!('personal' in payload)) return payload;
  const { personal, ...open } = payload;
  const { fields, key: sealedWith, data } = personal as Sealed;
  if (!key || nameOf(key) !== sealedWith) return { ...open, ...erasedFields(fields) };
  const bytes = Buffer.from(data, 'base64');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(stream))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const secret = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return { ...open, ...JSON.parse(secret.toString('utf8')) };
}
