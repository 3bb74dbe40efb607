import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { ERASING_EVENT, erasedFields } from '@domain/erased.js';
import type { Queryable } from '../platform/database.js';
import { type RecordedEvent, streamName } from './event-stream.js';
import type { FactCache } from './fact-cache.js';
import type { DocumentChange } from './projection.js';
import type { TableWrite } from './table-writes.js';
import { type BatchLoader, type DataRequirement, requirement } from './unit-of-work.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `key` identifies the key: a stream that continues after its key was destroyed gets another. */
type Sealed = { fields: string[]; key: string; data: string };

const KEY_NAME_BYTES = 8;

const nameOf = (key: Buffer): string => hash('sha256', key, 'hex').slice(0, 2 * KEY_NAME_BYTES);

export function newKey(): Buffer {
  return randomBytes(32);
}

/** Returns whether an event's data holds personal fields, so that its stream needs a key. */
export function hasPersonalData(data: object, personalFields: readonly string[]): boolean {
  return personalFields.some((field) => field in data);
}

/** Encrypts bytes with a key, bound to the name of what they belong to. */
export function encrypt(bytes: Buffer, bound: string, key: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Decrypts what was encrypted; throws for another key, another name, or changed bytes. */
export function decrypt(sealed: Buffer, bound: string, key: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Moves the personal fields of an event's data into one encrypted member, bound to its stream. */
export function seal(data: object, personalFields: readonly string[], stream: string, key: Buffer): object {
  const open: Record<string, unknown> = {};
  const secret: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(data)) {
    (personalFields.includes(field) ? secret : open)[field] = value;
  }
  const sealed: Sealed = {
    fields: Object.keys(secret),
    key: nameOf(key),
    data: encrypt(Buffer.from(JSON.stringify(secret)), stream, key).toString('base64'),
  };
  return { ...open, personal: sealed };
}

/** The data as it was before sealing; without its key every personal field reads 削除済み. */
export function unseal(payload: Record<string, unknown>, stream: string, key: Buffer | null): object {
  if (!('personal' in payload)) return payload;
  const { personal, ...open } = payload;
  const { fields, key: sealedWith, data } = personal as Sealed;
  if (!key || nameOf(key) !== sealedWith) return { ...open, ...erasedFields(fields) };
  const secret = decrypt(Buffer.from(data, 'base64'), stream, key);
  return { ...open, ...JSON.parse(secret.toString('utf8')) };
}

async function readKeys(client: Queryable, streams: readonly string[]): Promise<Map<string, Buffer>> {
  const { rows } = await client.query<{ stream: string; key: Buffer }>({
    name: 'read-keys',
    text: 'select stream, key from encryption_keys where stream = any($1::text[])',
    values: [streams],
  });
  return new Map(rows.map(({ stream, key }) => [stream, key]));
}

const loadKeys: BatchLoader<string> = async (client, streams, unitOpened) => {
  const keys = await readKeys(client, streams);
  const { cache } = await unitOpened;
  for (const [stream, key] of keys) cache.setKey(stream, key);
};

/** Requires the key of a stream whose personal data is changed. */
export function requireKey(stream: string): DataRequirement {
  return requirement(loadKeys, stream, { recall: (facts) => (facts.key(stream) ? [] : null) });
}

/** The keys of a batch's streams: known ones, new ones, and those that it destroys. */
export class KeyRing {
  private readonly made = new Map<string, Buffer>();
  private readonly destroyed = new Set<string>();
  private readonly reused = new Map<string, Buffer>();

  private constructor(private readonly keys: Map<string, Buffer>) {}

  /** The keys of streams from memory; null when it does not hold all of them. */
  static recall(streams: readonly string[], facts: FactCache): KeyRing | null {
    const keys = new Map<string, Buffer>();
    for (const stream of streams) {
      const key = facts.key(stream);
      if (key) keys.set(stream, key);
    }
    return keys.size === streams.length ? new KeyRing(keys) : null;
  }

  /** The keys of streams, from memory or else as they are stored. */
  static async load(streams: readonly string[], facts: FactCache, client: Queryable): Promise<KeyRing> {
    return KeyRing.recall(streams, facts) ?? new KeyRing(await readKeys(client, streams));
  }

  /** The key for a stream's next event; a new one if there is none or it was destroyed. */
  keyFor(stream: string): Buffer {
    const stored = this.keys.get(stream);
    if (stored) {
      if (!this.made.has(stream)) this.reused.set(stream, stored);
      return stored;
    }
    const key = newKey();
    this.made.set(stream, key);
    this.keys.set(stream, key);
    return key;
  }

  /** Destroys the key of a stream that an event erases. */
  destroyIfErased({ type, stream }: RecordedEvent): void {
    if (type !== ERASING_EVENT) return;
    this.keys.delete(stream);
    this.made.delete(stream);
    this.destroyed.add(stream);
  }

  /** Keeps the keys in memory once they are stored. */
  keepIn(facts: FactCache): void {
    for (const stream of this.destroyed) facts.setKey(stream, null);
    for (const [stream, key] of this.keys) facts.setKey(stream, key);
  }

  /** The stored keys that were used. */
  get sealedWith(): { stream: string; key: string }[] {
    return hexKeys(this.reused);
  }

  /** New keys to insert and destroyed ones to delete. */
  get writes(): TableWrite[] {
    return [
      { ...DESTROY_KEYS, rows: [...this.destroyed] },
      { ...INSERT_KEYS, rows: hexKeys(this.made), after: DESTROY_KEYS.name },
    ];
  }
}

const hexKeys = (keys: ReadonlyMap<string, Buffer>) =>
  [...keys].map(([stream, key]) => ({ stream, key: key.toString('hex') }));

const DESTROY_KEYS = {
  name: 'destroyed_keys',
  sql: (rows: string) =>
    `delete from encryption_keys where stream in (select jsonb_array_elements_text(${rows})) returning 1`,
};
const INSERT_KEYS = {
  name: 'new_keys',
  sql: (rows: string) => `
    insert into encryption_keys (stream, key)
    select stream, decode(key, 'hex') from jsonb_to_recordset(${rows}) as made(stream text, key text)`,
};

/** Removes the personal data of erased streams from a place that no projection writes, in the same transaction. */
export type Scrubber = (client: Queryable, erased: readonly DocumentChange[]) => Promise<void>;

/** Returns whether one of the events erases the personal data of its stream. */
export function isErasing(events: readonly RecordedEvent[]): boolean {
  return events.some(({ type }) => type === ERASING_EVENT);
}

/** Runs all scrubbers for the streams that a batch erases; `before` is their state before it. */
export async function scrub(
  client: Queryable,
  { events, changes }: { events: readonly RecordedEvent[]; changes: readonly DocumentChange[] },
  scrubbers: readonly Scrubber[],
): Promise<void> {
  if (!isErasing(events)) return;
  const streams = new Set(events.filter(({ type }) => type === ERASING_EVENT).map(({ stream }) => stream));
  const erased = changes.filter(({ definition, key }) => streams.has(streamName(definition, key)));
  for (const scrubber of scrubbers) await scrubber(client, erased);
  await removeLeftShadows(client);
}

/**
 * Removes the shadow tables of an interrupted rebuild or verification, within the caller's transaction. The tables are
 * their owner's: a function with the owner's rights (migration 0007) has the lock and the schemas.
 */
export async function removeLeftShadows(client: Queryable): Promise<void> {
  await client.query('select public.remove_left_shadows()');
}
