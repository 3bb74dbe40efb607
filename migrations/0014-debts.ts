import { type Kysely, sql } from 'kysely';

/** Finds the guests who came and have not paid, however long ago they left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index on bookings (stay_end)
      where state ->> 'checkinDate' is not null and state ->> 'paymentFlag' = '0'`.execute(db);
}
