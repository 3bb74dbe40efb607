import { ERASING_EVENT } from '@domain/erased.js';
import type { Queryable } from '../platform/database.js';
import type { Statements } from '../platform/pipeline.js';
import type { RecordedEvent } from './event.js';
import { newKey } from './personal-data.js';

/** The keys of a batch's streams: those stored, those made for it, and those that it destroys. */
export class KeyRing {
  private readonly made = new Map<string, Buffer>();
  private readonly destroyed = new Set<string>();

  private constructor(private readonly keys: Map<string, Buffer>) {}

  /** Reads the stored keys of streams. */
  static async load(client: Queryable, streams: readonly string[]): Promise<KeyRing> {
    if (streams.length === 0) return new KeyRing(new Map());
    const { rows } = await client.query({
      name: 'read-keys',
      text: 'select stream, key from encryption_keys where stream = any($1::text[])',
      values: [streams],
    });
    return new KeyRing(new Map(rows.map((row) => [row.stream, row.key])));
  }

  /** The key that a stream's next event is sealed with; a new one where there is none, or none any more. */
  keyFor(stream: string): Buffer {
    const key = this.keys.get(stream) ?? newKey();
    if (!this.keys.has(stream)) this.made.set(stream, key);
    this.keys.set(stream, key);
    return key;
  }

  /** Destroys the key of a stream that an event erases. */
  pass({ type, stream }: RecordedEvent): void {
    if (type !== ERASING_EVENT) return;
    this.keys.delete(stream);
    this.made.delete(stream);
    this.destroyed.add(stream);
  }

  /** Writes what was made and removes what was destroyed. */
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
