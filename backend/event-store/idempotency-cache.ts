import { conflict } from '@domain/broken-rule.js';
import type { HotelDatabase, Queryable } from '../platform/database.js';
import { RefusedError } from '../platform/errors.js';
import type { Idempotency } from '../platform/write-context.js';
import type { TableWrite } from './table-writes.js';

/** The refusal of a key that came before with something else, or by somebody else. */
export const reusedKey = (): RefusedError =>
  new RefusedError(409, [
    conflict('idempotency_key_reused', null, '同じIdempotency-Keyで異なる内容が送信されました。'),
  ]);

/** Returns whether a remembered request is the one that comes again: the same, by the same member of staff. */
function isSame({ fingerprint, formerFingerprint }: Idempotency, remembered: Buffer): boolean {
  return remembered.equals(fingerprint) || (formerFingerprint?.equals(remembered) ?? false);
}

/** `streams`: those that the request read or wrote, whose personal data in the answer may have to be erased. */
type Remembered = { fingerprint: Buffer; answer: unknown; streams: readonly string[] };

const REMEMBERED_FOR = '30 days';

/** Deletes the answers that no client will request again. */
export async function deleteOldAnswers(client: Queryable): Promise<void> {
  await client.query(
    `delete from idempotency_keys where created_at < clock_timestamp() - interval '${REMEMBERED_FOR}'`,
  );
}

/** The answer first given to a request that writes no events, undefined for a new key; refused (409) with another body. */
export async function answerBefore(database: HotelDatabase, idempotency: Idempotency): Promise<unknown> {
  const before = await database
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('key', '=', idempotency.key)
    .executeTakeFirst();
  if (before && !isSame(idempotency, before.fingerprint)) throw reusedKey();
  return before?.answer;
}

/** Remembers the answer to a request that writes no events; refused (409) when another took the key meanwhile. */
export async function rememberAnswer(
  database: HotelDatabase,
  { key, fingerprint }: Idempotency,
  answer: unknown,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('idempotency_keys')
    .values({ key, fingerprint, answer: JSON.stringify(answer) })
    .onConflict((taken) => taken.column('key').doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw reusedKey();
}

/** The answers given before, for the keys of a batch, and those the batch itself gives. */
export class IdempotencyCache {
  private readonly fresh = new Map<string, Remembered>();

  constructor(private readonly known: ReadonlyMap<string, Remembered> = new Map()) {}

  /** Reads the answers remembered for the keys of a batch. */
  static async load(client: Queryable, keys: readonly string[]): Promise<IdempotencyCache> {
    if (keys.length === 0) return new IdempotencyCache();
    const { rows } = await client.query<Remembered & { key: string }>({
      name: 'read-idempotency',
      text: 'select key::text, fingerprint, answer from idempotency_keys where key = any($1::uuid[])',
      values: [keys],
    });
    return new IdempotencyCache(new Map(rows.map((row) => [row.key, row])));
  }

  /** The answer first given to this key, undefined for a new key; `isOther` when it came with another body or by somebody else. */
  find(idempotency: Idempotency): { answer: unknown; isOther: boolean } | undefined {
    const remembered = this.known.get(idempotency.key) ?? this.fresh.get(idempotency.key);
    return remembered && { ...remembered, isOther: !isSame(idempotency, remembered.fingerprint) };
  }

  remember({ key, fingerprint }: Idempotency, answer: unknown, streams: readonly string[]): void {
    this.fresh.set(key, { fingerprint, answer, streams });
  }

  /** The answers of the batch. */
  get writes(): TableWrite[] {
    const rows = [...this.fresh].map(([key, { fingerprint, answer, streams }]) => ({
      key,
      fingerprint: fingerprint.toString('hex'),
      answer: JSON.stringify(answer),
      streams,
    }));
    return [{ ...INSERT_ANSWERS, rows }];
  }
}

const INSERT_ANSWERS = {
  name: 'answers',
  sql: (rows: string) => `
    insert into idempotency_keys (key, fingerprint, answer, streams)
    select key, decode(fingerprint, 'hex'), answer::json, streams
    from jsonb_to_recordset(${rows}) as fresh(key uuid, fingerprint text, answer text, streams text[])`,
};
