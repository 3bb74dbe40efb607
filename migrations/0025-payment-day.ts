import { type Kysely, sql } from 'kysely';

/** The payments of a day by the day that they tell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index event_log_payment_day on event_log ((payload ->> 'paymentDay'))
    where type = 'PaymentRecorded' and payload ->> 'paymentDay' is not null`.execute(db);
}
