import { type Kysely, sql } from 'kysely';

/** The hotel itself: one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hotels (
      number integer primary key,
      id integer not null,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
}
