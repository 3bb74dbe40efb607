import { type Kysely, sql } from 'kysely';

/** Remembered answers of reversals held texts that name guests, where no erasure could find them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update idempotency_keys
    set answer = json_build_object('request_id', answer -> 'request_id', 'bookings', answer -> 'bookings')
    where answer -> 'obstacles' is not null and answer -> 'changes' is not null
      and answer -> 'bookings' is not null`.execute(db);
}
