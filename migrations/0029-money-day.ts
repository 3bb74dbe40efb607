import { type Kysely, sql } from 'kysely';

/** The payments of a day by the day that they tell, whichever type of event moved the money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index event_log_money_day on event_log ((payload ->> 'paymentDay'))
    where payload ->> 'paymentDay' is not null`.execute(db);
  await sql`drop index event_log_payment_day`.execute(db);
}
