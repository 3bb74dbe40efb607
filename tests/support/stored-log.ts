import type pg from 'pg';
import type { LinkedRow } from '#backend/event-store/hash-chain.js';
import { utcText } from '#backend/event-store/log-head.js';
import { readAhead } from '#backend/event-store/log-reader.js';
import { rawQuery } from './log-rows.js';
import type { TamperedLog } from './tampering.js';

/** Takes away everything that keeps the owner of a database from changing its log. */
export async function unguardLog(databaseUrl: string): Promise<void> {
  await rawQuery(
    databaseUrl,
    `grant all on event_log to current_user;
     drop trigger event_log_append_only on event_log;
     drop index event_log_money_day;
     alter table event_log drop constraint event_log_pkey, drop constraint event_log_stream_version,
       drop constraint event_log_version_check, drop constraint event_log_schema_version_check,
       alter column payload type text`,
  );
}

/** The log as it is stored, with its head row. */
export async function readStoredLog(client: pg.Client): Promise<TamperedLog> {
  const { rows } = await client.query(
    `select log_id::text as "logId", position, hash, ${utcText('recorded_at')} as "recordedAt" from log_head`,
  );
  const stored: LinkedRow[] = [];
  for await (const stretch of readAhead(client, 0, rows[0].position)) {
    stored.push(...stretch.rows.map(({ ...row }) => row));
  }
  return { rows: stored, head: rows[0] };
}

/** Puts another log in the place of the stored one. */
export async function replaceStoredLog(client: pg.Client, { rows, head }: TamperedLog): Promise<void> {
  const column = <Name extends keyof LinkedRow>(name: Name) => rows.map((row) => row[name]);
  await client.query('truncate event_log');
  await client.query({
    text: `insert into event_log (position, stream, version, type, schema_version, payload, staff_id, terminal,
                                  request_id, recorded_at, hash)
           select * from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::smallint[], $6::text[],
                                $7::int[], $8::text[], $9::text[], $10::timestamptz[], $11::bytea[])`,
    values: [
      column('position'),
      column('stream'),
      column('version'),
      column('type'),
      column('schemaVersion'),
      column('payload'),
      column('staffId'),
      column('terminal'),
      column('requestId'),
      column('recordedAt'),
      column('hash'),
    ],
  });
  await client.query('update log_head set position = $1, hash = $2, recorded_at = $3', [
    head.position,
    head.hash,
    head.recordedAt,
  ]);
}
