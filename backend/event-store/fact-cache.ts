import { LRUCache } from 'lru-cache';
import { type AnyStream, parseStream, streamName, type Versioned } from './event-stream.js';
import type { LogHead } from './log-head.js';
import type { DocumentChange } from './projection.js';

/** A stream's row as it was loaded. */
export type LoadedDocument = { definition: AnyStream; key: string; state: Versioned };

/** Facts derived from the states of a kind of stream and kept up with them, such as the guests of a room. */
export type FactIndex<Value, State extends Versioned = Versioned> = {
  definition: AnyStream;
  initial: () => Value;
  /** `before` is null for a new stream, and where it is not known. */
  apply(value: Value, before: State | null, after: State): void;
};

/** A stream that another node changed, with its state now if an index follows its kind. */
export type ChangedStream = { stream: string; state: Versioned | null };

/** By `max` a cache would take its whole memory beforehand: 2 ms for each unit of work that is thrown away. */
const BOUNDED = { maxSize: 20_000, sizeCalculation: () => 1 };

/**
 * Facts for decisions from the log as it stood at one position: states, keys and indexes, in bounded memory. Whatever is not
 * there must be read. At the log's end everything here is as it would be read under the writer's lock.
 */
export class FactCache {
  /** Position at which all of it is valid; null when nothing is known. */
  head: Omit<LogHead, 'clock' | 'now'> | null = null;
  private readonly documents = new LRUCache<string, LoadedDocument>(BOUNDED);
  private readonly keys = new LRUCache<string, Buffer>(BOUNDED);
  private readonly indexes = new Map<FactIndex<unknown>, unknown>();

  /** The state of a stream; undefined when it is not known. */
  document(definition: { category: string }, key: number | string): LoadedDocument | undefined {
    return this.documents.get(streamName(definition, key));
  }

  /** Keeps states as of the head. */
  remember(documents: Iterable<LoadedDocument>): void {
    for (const document of documents) {
      this.documents.set(streamName(document.definition, document.key), document);
    }
  }

  /** The key of a stream's personal data; undefined when it is not known. */
  key(stream: string): Buffer | undefined {
    return this.keys.get(stream);
  }

  /** Keeps a stream's key, or forgets it. */
  setKey(stream: string, key: Buffer | null): void {
    if (key) this.keys.set(stream, key);
    else this.keys.delete(stream);
  }

  /** Forgets the states and keys of streams. */
  forget(streams: readonly string[]): void {
    for (const stream of streams) {
      this.documents.delete(stream);
      this.keys.delete(stream);
    }
  }

  /** Forgets all keys: an operator may have replaced them. */
  forgetKeys(): void {
    this.keys.clear();
  }

  /** An index, empty at first. */
  index<Value>(kind: FactIndex<Value>): Value {
    if (!this.indexes.has(kind)) this.indexes.set(kind, kind.initial());
    return this.indexes.get(kind) as Value;
  }

  /** Follows changes of the log. */
  apply(changes: readonly Omit<DocumentChange, 'position'>[]): void {
    for (const { definition, key, before, after } of changes) {
      for (const [kind, value] of this.indexes) {
        if (kind.definition === definition) kind.apply(value, before, after);
      }
      this.remember([{ definition, key, state: after }]);
    }
  }

  /** The kinds of streams that indexes follow. */
  get indexedKinds(): AnyStream[] {
    return [...new Set([...this.indexes.keys()].map(({ definition }) => definition))];
  }

  /** Follows changes of another node. */
  applyForeign(changed: readonly ChangedStream[]): void {
    for (const { stream, state } of changed) {
      const before = this.documents.get(stream)?.state ?? null;
      this.documents.delete(stream);
      this.keys.delete(stream);
      // A name without a state may be no stream at all: another program may have written it.
      if (!state) continue;
      const { category, key } = parseStream(stream);
      const definition = this.indexedKinds.find((kind) => kind.category === category);
      if (definition) this.apply([{ definition, key, before, after: state }]);
    }
  }

  clear(): void {
    this.head = null;
    this.documents.clear();
    this.keys.clear();
    this.indexes.clear();
  }
}
