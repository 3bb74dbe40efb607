import { type Kysely, sql } from 'kysely';

/** The cleaning of rooms as staff recorded it, and where in the log guests left their rooms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table room_cleanings (
      id integer primary key,
      version integer not null,
      position bigint not null,
      room_number text not null unique,
      state jsonb not null
    )`.execute(db);
  await sql`
    create table room_departures (
      id integer not null,
      position bigint not null,
      room_number text not null,
      returned bigint,
      primary key (id, position)
    )`.execute(db);
  await sql`create index on room_departures (room_number, position)`.execute(db);
}
