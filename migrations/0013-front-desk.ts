import { type Kysely, sql } from 'kysely';

/** Finds who is in the house, and who left on a day, without looking at every booking there ever was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index on bookings (stay_end)
      where state ->> 'checkinDate' is not null and state ->> 'checkoutDate' is null`.execute(db);
  await sql`create index on bookings ((state ->> 'checkoutDate'))`.execute(db);
}
