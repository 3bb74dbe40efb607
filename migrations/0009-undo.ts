import { type Kysely, sql } from 'kysely';

/** Finds what a request did, so that it can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index event_log_request on event_log (request_id)`.execute(db);
}
