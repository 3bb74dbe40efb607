import { type Kysely, sql } from 'kysely';

/** The days whose payments are closed (日締め). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table day_closes (
      date date primary key,
      id integer not null,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
}
