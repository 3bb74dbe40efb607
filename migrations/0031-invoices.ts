import { type Kysely, sql } from 'kysely';

/** Invoices to companies (請求書), and the unpaid stays of companies that they are made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invoices (
      id integer primary key,
      version integer not null,
      position bigint not null,
      number integer not null,
      corporate_id integer not null,
      is_living boolean not null,
      booking_ids integer[] not null,
      state jsonb not null
    )`.execute(db);
  await sql`create index on invoices (number)`.execute(db);
  await sql`create index on invoices (corporate_id)`.execute(db);
  await sql`create index on invoices using gin (booking_ids) where is_living`.execute(db);
  await sql`
    create table company_stays (
      id integer primary key,
      corporate_id integer not null,
      stay_end date not null,
      payment_type integer
    )`.execute(db);
  await sql`create index on company_stays (corporate_id, stay_end)`.execute(db);
}
