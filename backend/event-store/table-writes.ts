import type pg from 'pg';
import type { Queryable } from '../platform/database.js';
import type { StreamRegistry } from './event-stream.js';
import { readModelsColumn } from './log-head.js';

/**
 * One part of a statement: `sql` writes `rows` to a table. Its argument is an SQL expression of them as jsonb, null when
 * nothing is to be written. `name` stands for the SQL; `after` names a part that must have returned its rows before, since
 * PostgreSQL runs parts in any order.
 */
export type TableWrite = {
  name: string;
  sql: (rows: string) => string;
  rows: readonly unknown[];
  after?: string;
  /** An SQL expression of json about what was written; it sees the rows that the part returns, and tables as they were before. */
  result?: string;
};

/** The results of the parts that have one, by name. */
export type WrittenResults = Readonly<Record<string, unknown>>;

/** Moves the head of the log from one place to another. Instants are RFC 3339 in UTC, hashes hexadecimal. */
export type HeadMove = {
  from: { position: number; hash: string; readModels: number };
  to: { position: number; hash: string; recordedAt: string; referencePosition: number };
  /** The stored keys that events were sealed with, hexadecimal. */
  sealedWith: readonly { stream: string; key: string }[];
};

/** The condition on the moment of an append, $5, in SQL. */
export type HeadGate = string;

/** For who holds the writer's lock and has read the clock under it. */
export const UNDER_LOCK: HeadGate = 'true';
/** For who decided without the lock: not before the last event, and within a second of the database's clock. */
export const AT_DATABASE_TIME: HeadGate = `
        $5 between recorded_at and clock_timestamp() + interval '1 second'
        and $5 > clock_timestamp() - interval '1 second'`;

/**
 * The other parts of a statement depend on this one: none writes where the log does not end as expected, the read models are
 * others, another node is writing, the gate refuses the moment, or a key is no longer stored.
 */
const moveHeadPart = (readModels: string, moment: HeadGate): string => `
  head as (
    update log_head set position = $3, hash = decode($4, 'hex'), recorded_at = $5, reference_position = $6
    where only_row = (
      select only_row from log_head
      where position = $1 and hash = decode($2, 'hex') and ${readModels} = $8
        and ${moment}
        and not exists (
          select from jsonb_to_recordset($7::jsonb) as sealed(stream text, key text)
          where not exists (select from encryption_keys stored
                            where stored.stream = sealed.stream and stored.key = decode(sealed.key, 'hex')))
      for update skip locked)
    returning pg_notify('event_log', position::text)
  )`;
const MOVE_PARAMETERS = 8;

/** The statements by the names of their parts: pg prepares each once a connection, under a short name. */
const statements = new Map<string, { name: string; text: string }>();

/** The statement of writes, where there is a part that moves the head behind that one. */
function statementOf(
  writes: readonly TableWrite[],
  headPart: string | null,
  kind: string,
): { name: string; text: string } {
  const isGated = headPart !== null;
  const key = [headPart ?? 'write', ...writes.map(({ name }) => name)].join(' ');
  const known = statements.get(key);
  if (known) return known;
  const offset = isGated ? MOVE_PARAMETERS : 0;
  const parts = writes.map(({ name, sql, after }, index) => {
    const conditions = [
      ...(isGated ? ['exists (select from head)'] : []),
      ...(writes.some((other) => other.name === after) ? [`(select count(*) from ${after}) >= 0`] : []),
    ];
    const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
    return `${name} as (${sql(`(select $${offset + index + 1}::jsonb${where})`)})`;
  });
  const results = writes.flatMap(({ name, result }) => (result ? [`${result} as ${name}`] : []));
  const [head, result] = isGated ? [[headPart], `select ${results} from head`] : [[], 'select'];
  const statement = {
    name: `${kind}-${statements.size}`,
    text: `with ${[...head, ...parts].join(', ')} ${result}`,
  };
  statements.set(key, statement);
  return statement;
}

const rowsOf = (writes: readonly TableWrite[]): string[] => writes.map(({ rows }) => JSON.stringify(rows));

/** Writes to tables in one statement; parts without rows are left out. */
export async function writeTables(client: Queryable, writes: readonly TableWrite[]): Promise<void> {
  const present = writes.filter(({ rows }) => rows.length > 0);
  if (present.length === 0) return;
  await client.query({ ...statementOf(present, null, 'write'), values: rowsOf(present) });
}

/** Moves the head, notifies, and writes to tables, all in one statement; null when it wrote nothing. */
export async function moveHead(
  client: Queryable,
  registry: StreamRegistry,
  gate: HeadGate,
  { from, to, sealedWith }: HeadMove,
  writes: readonly TableWrite[],
): Promise<WrittenResults | null> {
  const present = writes.filter(({ rows }) => rows.length > 0);
  const place = [from.position, from.hash, to.position, to.hash, to.recordedAt, to.referencePosition];
  const move = [...place, JSON.stringify(sealedWith), from.readModels];
  const kind = gate === UNDER_LOCK ? 'append-under-lock' : 'append-at-head';
  const statement: pg.QueryConfig = {
    ...statementOf(present, moveHeadPart(readModelsColumn(registry), gate), kind),
    values: [...move, ...rowsOf(present)],
  };
  const { rows } = await client.query<WrittenResults>(statement);
  return rows[0] ?? null;
}
