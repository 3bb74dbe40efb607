import { type Kysely, sql } from 'kysely';

/** The rooms of a party are found together. Filled by the rebuild that the new form of the read models asks for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column party_id integer`.execute(db);
  await sql`create index bookings_party_idx on bookings (party_id)`.execute(db);
}
