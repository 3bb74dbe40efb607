import { type Kysely, sql } from 'kysely';

/**
 * Payment and check-in change no indexed column of bookings, so that PostgreSQL updates the row alone (HOT): who is in the
 * house or owes is kept in a small table of its own, and no index reads the state or the position. Both are filled by the
 * rebuild that the new form of the read models asks for: writers wait for no row here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      one regclass;
    begin
      for one in
        select indexrelid from pg_index where indrelid = 'bookings'::regclass
          and (pg_get_indexdef(indexrelid) like '%state ->>%' or pg_get_indexdef(indexrelid) like '%("position")')
      loop
        execute format('drop index %s', one);
      end loop;
    end $$`.execute(db);
  await sql`alter table bookings set (fillfactor = 80)`.execute(db);
  await sql`alter table bookings add column checkout_date date`.execute(db);
  await sql`create index on bookings (checkout_date)`.execute(db);

  await sql`
    create table open_stays (
      id integer primary key,
      stay_end date not null,
      is_in_house boolean not null,
      is_unpaid boolean not null
    )`.execute(db);
  await sql`create index on open_stays (id) where is_in_house`.execute(db);
  await sql`create index on open_stays (stay_end, id) where is_unpaid`.execute(db);
}
