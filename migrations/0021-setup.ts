import { type Kysely, sql } from 'kysely';

/** The first day of the hotel: one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setups (
      number integer primary key,
      id integer not null,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
}
