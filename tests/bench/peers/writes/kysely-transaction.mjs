// Kysely, several statements in a transaction on a pool.
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { given, serveWay } from '../shared/driver.mjs';
import { BOOKING_STATE, DAYS_APART, EVENT_PAYLOAD, GUEST_KEY, REQUEST_ID, SEARCH_TEXT } from './rows.mjs';

const pool = new pg.Pool({ connectionString: given.databaseUrl, max: 32, idleTimeoutMillis: 100 });
const database = new Kysely({ dialect: new PostgresDialect({ pool }) });
const dayAt = (offset) => new Date(Date.UTC(2027, 0, 1 + offset)).toISOString().slice(0, 10);

serveWay(() =>
  database.transaction().execute(async (transaction) => {
    const insert = (table, values) => transaction.insertInto(table).values(values);
    const { rows } = await sql`select nextval('bench_bookings')::int as n`.execute(transaction);
    const [{ n }] = rows;
    const [start, second, end] = [0, 1, 2].map((night) => dayAt((n % DAYS_APART) * 2 + night));
    const room_number = String(1000 + Math.floor(n / DAYS_APART));
    await insert('event_log', {
      position: n,
      stream: `reservation-${n}`,
      version: 1,
      type: 'ReservationCreated',
      schema_version: 1,
      payload: EVENT_PAYLOAD,
      staff_id: null,
      terminal: 'フロント1',
      request_id: REQUEST_ID,
      recorded_at: sql`clock_timestamp()`,
      hash: sql`sha256(int8send(${n}::bigint))`,
    }).execute();
    await insert('bookings', {
      ...{ id: n, version: 1, position: n, group_id: n, room_number, stay_start: start, stay_end: end },
      ...{ is_cancelled: false, search_text: SEARCH_TEXT, guest_key: GUEST_KEY, state: BOOKING_STATE },
    }).execute();
    const nights = [start, second];
    const claims = nights.map((night) => ({ room_number, night, reservation_id: n }));
    await insert('room_claims', claims).execute();
    const counts = nights.map((date) => ({ date, category: 'シングル', actual: 1, tema: 0, position: n }));
    await insert('daily_counts', counts)
      .onConflict((conflict) =>
        conflict.columns(['date', 'category']).doUpdateSet({
          actual: sql`daily_counts.actual + 1`,
          position: sql`greatest(daily_counts.position, excluded.position)`,
        }),
      )
      .execute();
  }),
);
