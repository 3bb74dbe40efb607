import { type Kysely, sql } from 'kysely';

/** Words of channel files for what was paid in advance: master records like all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prepaid_words (
      id integer primary key,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
}
