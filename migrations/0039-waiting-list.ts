import { type Kysely, sql } from 'kysely';

/** Guests who wait for a room (キャンセル待ち); those who still wait are found by their nights. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table waiting_entries (
      id integer primary key,
      version integer not null,
      position bigint not null,
      status text not null,
      stay_start date not null,
      stay_end date not null,
      state jsonb not null
    )`.execute(db);
  await sql`create index on waiting_entries (stay_start) where status = 'waiting'`.execute(db);
}
