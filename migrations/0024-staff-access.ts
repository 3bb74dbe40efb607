import { type Kysely, sql } from 'kysely';

/** How staff sign in, as the log tells it. Sessions that no event answers for end: staff sign in once more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_access (
      staff_id integer primary key,
      id integer not null,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`delete from sessions`.execute(db);
}
