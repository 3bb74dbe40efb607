import type { LogRow } from '#backend/event-store/event-stream.js';
import { chainHash } from '#backend/event-store/hash-chain.js';
import { openClient } from '#backend/platform/database.js';

/** Content of a row of the log; its place, time and hash follow from the log. */
export type ForeignEvent = Pick<LogRow, 'stream' | 'version' | 'type' | 'schemaVersion' | 'payload'>;

/**
 * Appends an event as a program would that has the owner's rights and knows the chain, but not what events look like;
 * answers with its position.
 */
export async function appendForeign(databaseUrl: string, event: ForeignEvent): Promise<number> {
  const client = await openClient(databaseUrl, () => undefined);
  try {
    await client.query('begin');
    const { rows } = await client.query(
      `select position, hash, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now
       from log_head for update`,
    );
    const position = rows[0].position + 1;
    const row = {
      ...event,
      position,
      staffId: null,
      terminal: null,
      requestId: null,
      recordedAt: rows[0].now,
    };
    const hash = chainHash(rows[0].hash, row);
    await client.query({
      text: `insert into event_log (position, stream, version, type, schema_version, payload, recorded_at, hash)
             values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        ...[position, row.stream, row.version, row.type, row.schemaVersion, row.payload],
        ...[row.recordedAt, hash],
      ],
    });
    await client.query({ text: 'update log_head set position = $1, hash = $2', values: [position, hash] });
    await client.query('notify event_log; commit');
    return position;
  } finally {
    await client.end();
  }
}
