import { type Kysely, sql } from 'kysely';

/** Notes for the next shift, and when each shift was handed over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table handover_notes (
      id integer primary key,
      version integer not null,
      position bigint not null,
      date date not null,
      status text not null,
      state jsonb not null
    )`.execute(db);
  await sql`create index on handover_notes (date)`.execute(db);
  await sql`create index on handover_notes (date) where status = 'open'`.execute(db);

  await sql`
    create table handovers (
      id integer primary key,
      version integer not null,
      position bigint not null,
      staff_id integer,
      terminal text,
      up_to bigint not null,
      state jsonb not null
    )`.execute(db);
  await sql`create index on handovers (staff_id, id)`.execute(db);
  await sql`create index on handovers (terminal, id) where staff_id is null`.execute(db);
}
