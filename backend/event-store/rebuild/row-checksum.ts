import { hash } from 'node:crypto';
import type { DocumentChange } from '../document-change.js';

const order = (a: string, b: string): number =>
  Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The members of records of one shape: keys as they come, and in the order of jsonb with how each is written. */
type Shape = { keys: readonly string[]; members: readonly (readonly [key: string, written: string])[] };

/** Shapes that were met last, the newest first: records of a kind share few. */
const shapes: Shape[] = [];
const MOST_SHAPES = 32;

const hasKeys = (shape: Shape, keys: readonly string[]): boolean =>
  shape.keys.length === keys.length && shape.keys.every((key, index) => key === keys[index]);

function shapeOf(value: object): Shape {
  const keys = Object.keys(value);
  const known = shapes.find((shape) => hasKeys(shape, keys));
  if (known) return known;
  const members = keys.toSorted(order).map((key) => [key, `${JSON.stringify(key)}: `] as const);
  const shape = { keys, members };
  shapes.unshift(shape);
  shapes.splice(MOST_SHAPES);
  return shape;
}

/** A value that was written as a jsonb already. */
class Written {
  constructor(readonly text: string) {}
}

/** A JSON value as PostgreSQL writes a jsonb of it: shorter keys first, a space after colon and comma. */
export function jsonbText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`;
  if (value instanceof Written) return value.text;
  let text = '';
  for (const [key, written] of shapeOf(value).members) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) text += (text === '' ? written : `, ${written}`) + jsonbText(member);
  }
  return `{${text}}`;
}

type Stream = Pick<DocumentChange, 'definition' | 'key'>;

/** The row that a state has in its table, but for its position: the state as text, columns by name, and their checksum. */
export type DocumentRow = { state: string; columns: Record<string, unknown>; checksum: bigint };

/** Makes the row of a stream's state. */
export function documentRow({ definition, key }: Stream, state: DocumentChange['after']): DocumentRow {
  const text = jsonbText(state);
  const columns = {
    ...definition.row(state),
    [definition.key.column]: definition.key.type === 'integer' ? Number(key) : key,
    version: state.version,
  };
  const all = jsonbText({ ...columns, state: new Written(text) });
  return { state: text, columns, checksum: hash('md5', all, 'buffer').readBigInt64BE() };
}

/** The checksum of the row that a state has in its table; 0 for no row. */
export function rowChecksum(stream: Stream, state: DocumentChange['before']): bigint {
  return state ? documentRow(stream, state).checksum : 0n;
}

/** SQL for the sum of the checksums of a table's rows, as text. */
export const CHECKSUM_SQL = `coalesce(sum(('x' || left(md5((to_jsonb(t) - 'position')::text), 16))::bit(64)::bigint), 0)::text`;
