import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { ERASING_EVENT, erasedFields } from '@domain/erased.js';
import type { Queryable } from '../platform/database.js';
import type { Statements } from '../platform/pipeline.js';
import { type RecordedEvent, streamName } from './event-stream.js';
import type { DocumentChange } from './projection.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `key` identifies the key: a stream that continues after its key was destroyed gets another. */
type Sealed = { fields: string[]; key: string; data: string };

const KEY_NAME_BYTES = 8;

/** Cached as long as the key itself: events of a stream come one after another. */
const keyNames = new WeakMap<Buffer, string>();

function nameOf(key: Buffer): string {
  const known = keyNames.get(key);
  if (known) return known;
  const name = hash('sha256', key, 'hex').slice(0, 2 * KEY_NAME_BYTES);
  keyNames.set(key, name);
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

/** The data as it was before sealing; without its key every personal field reads 削除済み. */
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

/** The keys of a batch's streams: stored ones, new ones, and those that it destroys. */
export class KeyRing {
  private readonly made = new Map<string, Buffer>();
  private readonly destroyed = new Set<string>();

  private constructor(private readonly keys: Map<string, Buffer>) {}

  /** Reads the stored keys of streams. */
  static async load(client: Queryable, streams: readonly string[]): Promise<KeyRing> {
    if (streams.length === 0) return new KeyRing(new Map());
    const { rows } = await client.query<{ stream: string; key: Buffer }>({
      name: 'read-keys',
      text: 'select stream, key from encryption_keys where stream = any($1::text[])',
      values: [streams],
    });
    return new KeyRing(new Map(rows.map((row) => [row.stream, row.key])));
  }

  /** The key for a stream's next event; a new one if there is none or it was destroyed. */
  keyFor(stream: string): Buffer {
    const key = this.keys.get(stream) ?? newKey();
    if (!this.keys.has(stream)) this.made.set(stream, key);
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

  /** Inserts new keys and deletes destroyed ones. */
  async write(client: Statements): Promise<void> {
    if (this.destroyed.size > 0) {
      await client.send({
        name: 'destroy-keys',
        text: 'delete from encryption_keys where stream = any($1::text[])',
        values: [[...this.destroyed]],
      });
    }
    if (this.made.size > 0) {
      await client.send({
        name: 'insert-keys',
        text: 'insert into encryption_keys (stream, key) select * from unnest($1::text[], $2::bytea[])',
        values: [[...this.made.keys()], [...this.made.values()]],
      });
    }
  }
}

/** Removes the personal data of erased streams from a place that no projection writes, in the same transaction. */
export type Scrubber = (client: Queryable, erased: readonly DocumentChange[]) => Promise<void>;

/** Runs all scrubbers for the streams that a batch erases; `before` is their state before it. */
export async function scrub(
  client: Queryable,
  { events, changes }: { events: readonly RecordedEvent[]; changes: readonly DocumentChange[] },
  scrubbers: readonly Scrubber[],
): Promise<void> {
  const streams = new Set(events.filter(({ type }) => type === ERASING_EVENT).map(({ stream }) => stream));
  if (streams.size === 0) return;
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
