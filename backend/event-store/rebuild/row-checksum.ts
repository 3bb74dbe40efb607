import { createHash } from 'node:crypto';
import type { DocumentChange } from '../document-change.js';

const order = (a: string, b: string): number =>
  Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Keys in the order of jsonb by the keys as they came: records of a kind share few such lists. */
const ordered = new Map<string, string[]>();
const MOST_SHAPES = 10_000;

function orderedKeys(value: object): string[] {
  const keys = Object.keys(value);
  const shape = `${keys.length}\0${keys.join('\0')}`;
  const known = ordered.get(shape);
  if (known) return known;
  if (ordered.size >= MOST_SHAPES) ordered.clear();
  const sorted = keys.sort(order);
  ordered.set(shape, sorted);
  return sorted;
}

/** A JSON value as PostgreSQL writes a jsonb of it: shorter keys first, a space after colon and comma. */
export function jsonbText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`;
  const members: string[] = [];
  for (const key of orderedKeys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}: ${jsonbText(member)}`);
  }
  return `{${members.join(', ')}}`;
}

type Stream = Pick<DocumentChange, 'definition' | 'key'>;

/** The checksum of the row that a state has in its table, its position left out; 0 for no row. */
export function rowChecksum({ definition, key }: Stream, state: DocumentChange['before']): bigint {
  if (!state) return 0n;
  const row = {
    ...definition.row(state),
    [definition.key.column]: definition.key.type === 'integer' ? Number(key) : key,
    version: state.version,
    state,
  };
  return createHash('md5').update(jsonbText(row)).digest().readBigInt64BE();
}

/** SQL for the sum of the checksums of a table's rows, as text. */
export const CHECKSUM_SQL = `coalesce(sum(('x' || left(md5((to_jsonb(t) - 'position')::text), 16))::bit(64)::bigint), 0)::text`;
