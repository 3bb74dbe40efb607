import { type Kysely, sql } from 'kysely';

/** Read models, masters and claims: each can be dropped and rebuilt from the log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);

  await sql`
    create table bookings (
      id integer primary key,
      version integer not null,
      position bigint not null,
      group_id integer not null,
      room_number text not null,
      stay_start date not null,
      stay_end date not null,
      is_cancelled boolean not null,
      search_text text not null,
      state jsonb not null
    )`.execute(db);
  await sql`create index on bookings using gist (daterange(stay_start, stay_end))`.execute(db);
  await sql`create index on bookings (group_id)`.execute(db);
  await sql`create index on bookings using gin (search_text gin_trgm_ops)`.execute(db);

  await sql`
    create table room_claims (
      room_number text not null,
      night date not null,
      reservation_id integer not null,
      primary key (room_number, night)
    )`.execute(db);

  await sql`
    create table daily_counts (
      date date not null,
      category text not null,
      actual integer not null,
      tema integer not null,
      position bigint not null,
      primary key (date, category)
    )`.execute(db);
  await sql`create index on daily_counts (position)`.execute(db);

  await sql`
    create table weather_days (
      date date primary key,
      id integer not null unique,
      version integer not null,
      position bigint not null,
      state jsonb not null
    )`.execute(db);

  await sql`
    create table room_months (
      id integer primary key,
      version integer not null,
      position bigint not null,
      room_number text not null,
      month date not null,
      state jsonb not null,
      unique (room_number, month)
    )`.execute(db);
  await sql`create index on room_months (month)`.execute(db);

  for (const table of ['corporates', 'payments', 'blacklist_entries', 'staff', 'room_type_mappings']) {
    await sql`
      create table ${sql.table(table)} (
        id integer primary key,
        version integer not null,
        position bigint not null,
        state jsonb not null
      )`.execute(db);
  }

  await sql`
    create table csv_reservations (
      id integer primary key,
      version integer not null,
      position bigint not null,
      status text not null,
      site text not null,
      booking_number text not null,
      room_index integer not null,
      booking_id integer,
      state jsonb not null,
      unique (site, booking_number, room_index)
    )`.execute(db);
  await sql`create index on csv_reservations (status)`.execute(db);
}
