import { conflict } from '@domain/broken-rule.js';
import type { Queryable } from '../platform/database.js';
import { RefusedError } from '../platform/errors.js';
import type { Statements } from '../platform/pipeline.js';
import type { Idempotency } from '../platform/write-context.js';

/** Refuses a key that came before with something else. */
export const REUSED = new RefusedError(409, [
  conflict('idempotency_key_reused', null, '同じIdempotency-Keyで異なる内容が送信されました。'),
]);

/** `streams`: those that the request read or wrote, whose personal data in the answer may have to be erased. */
type Remembered = { fingerprint: Buffer; answer: unknown; streams: readonly string[] };

const REMEMBERED_FOR = '30 days';

/** Deletes the answers that no client will request again. */
export async function deleteOldAnswers(client: Queryable): Promise<void> {
  await client.query(
    `delete from idempotency_keys where created_at < clock_timestamp() - interval '${REMEMBERED_FOR}'`,
  );
}

/** The answers given before, for the keys of a batch, and those the batch itself gives. */
export class IdempotencyCache {
  private readonly fresh = new Map<string, Remembered>();

  private constructor(private readonly known: Map<string, Remembered>) {}

  /** Reads the answers remembered for the keys of a batch. */
  static async load(client: Queryable, keys: readonly string[]): Promise<IdempotencyCache> {
    if (keys.length === 0) return new IdempotencyCache(new Map());
    const { rows } = await client.query<Remembered & { key: string }>({
      name: 'read-idempotency',
      text: 'select key::text, fingerprint, answer from idempotency_keys where key = any($1::uuid[])',
      values: [keys],
    });
    return new IdempotencyCache(new Map(rows.map((row) => [row.key, row])));
  }

  /** The answer first given to this key, undefined for a new key; `isOther` when it came with another body. */
  find({ key, fingerprint }: Idempotency): { answer: unknown; isOther: boolean } | undefined {
    const remembered = this.known.get(key) ?? this.fresh.get(key);
    return remembered && { ...remembered, isOther: !remembered.fingerprint.equals(fingerprint) };
  }

  /** Remembers the answer to a new key. */
  remember({ key, fingerprint }: Idempotency, answer: unknown, streams: readonly string[]): void {
    this.fresh.set(key, { fingerprint, answer, streams });
  }

  /** Writes the answers of the batch. */
  async write(client: Statements): Promise<void> {
    if (this.fresh.size === 0) return;
    const entries = [...this.fresh];
    await client.send({
      name: 'insert-idempotency',
      text: `insert into idempotency_keys (key, fingerprint, answer, streams)
             select key, fingerprint, answer, array(select json_array_elements_text(streams))
             from unnest($1::uuid[], $2::bytea[], $3::json[], $4::json[]) as fresh(key, fingerprint, answer, streams)`,
      values: [
        entries.map(([key]) => key),
        entries.map(([, { fingerprint }]) => fingerprint),
        entries.map(([, { answer }]) => JSON.stringify(answer)),
        entries.map(([, { streams }]) => JSON.stringify(streams)),
      ],
    });
  }
}
