import { type Kysely, sql } from 'kysely';

/**
 * Adds what several nodes share beside the log, and what a role needs that serves without owning the tables: places to
 * rehearse in, and the two acts that are the owner's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table presence (
      node uuid not null,
      connection text not null,
      terminal_id text not null,
      terminal text not null,
      booking_id bigint not null,
      seen_at timestamptz not null,
      primary key (node, connection)
    )`.execute(db);
  await sql`comment on table presence is 'what terminals have open, as their nodes say again and again'`.execute(
    db,
  );

  await sql`create schema rehearsal`.execute(db);
  await sql`create schema rehearsal_seen`.execute(db);

  await sql`
    create function remove_left_shadows() returns void
    language plpgsql security definer set search_path = pg_catalog as $$
    begin
      if pg_try_advisory_xact_lock(26110001) then
        drop schema if exists rebuild cascade;
        drop schema if exists verification cascade;
      end if;
    end $$`.execute(db);
  await sql`
    create function analyze_import_rows() returns void
    language plpgsql security definer set search_path = pg_catalog as $$
    begin
      analyze public.csv_import_rows;
    end $$`.execute(db);
  await sql`revoke execute on function remove_left_shadows(), analyze_import_rows() from public`.execute(db);
}
