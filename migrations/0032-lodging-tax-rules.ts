import { type Kysely, sql } from 'kysely';

/** Rules of the 宿泊税: master records like all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lodging_tax_rules (
      id integer primary key,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);
}
