import { type Kysely, sql } from 'kysely';

/** Adds what looking back needs: which days and rooms a stay ever touched, and ways into the log beside its order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stay_traces (
      id integer not null,
      room_number text not null,
      first_night date not null,
      last_night date not null,
      primary key (id, room_number)
    )`.execute(db);
  await sql`comment on table stay_traces is 'by reservation or imported record (with room_number '''') and room'`.execute(
    db,
  );
  await sql`create index on stay_traces using gist (daterange(first_night, last_night, '[]'))`.execute(db);
  await sql`create index on stay_traces (room_number, id)`.execute(db);

  await sql`create index on event_log (type, position)`.execute(db);
  await sql`create index on event_log (terminal, position)`.execute(db);
  await sql`create index on event_log (staff_id, position) where staff_id is not null`.execute(db);

  await sql`alter table csv_reservations add column phone text`.execute(db);
  await sql`create index on csv_reservations (phone) where phone is not null`.execute(db);
  await sql`create index on csv_reservations using gin (booking_number gin_trgm_ops)`.execute(db);

  await sql`alter table idempotency_keys add column streams text[] not null default '{}'`.execute(db);
  await sql`comment on column idempotency_keys.streams is 'whose events the request wrote; empty for older rows'`.execute(
    db,
  );
}
