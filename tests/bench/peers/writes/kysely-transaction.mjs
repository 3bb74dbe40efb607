// Kysely, several statements in a transaction on a pool.
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { given, serveWay } from './driver.mjs';
import { BOOKING_STATE, EVENT_PAYLOAD, SEARCH_TEXT } from './rows.mjs';

const pool = new pg.Pool({ connectionString: given.databaseUrl, max: 32, idleTimeoutMillis: 100 });
const database = new Kysely({ dialect: new PostgresDialect({ pool }) });
const BLOCKS = 500;
const dayAt = (offset) => new Date(Date.UTC(2027, 0, 1 + offset)).toISOString().slice(0, 10);

serveWay(() =>
  database.transaction().execute(async (transaction) => {
    const { rows } = await sql`select nextval('bench_bookings')::int as n`.execute(transaction);
    const { n } = rows[0];
    const first = (n % BLOCKS) * 2;
    const [start, second, end] = [dayAt(first), dayAt(first + 1), dayAt(first + 2)];
    const room = String(1000 + Math.floor(n / BLOCKS));
    await transaction
      .insertInto('event_log')
      .values({
        position: n,
        stream: `reservation-${n}`,
        version: 1,
        type: 'ReservationCreated',
        schema_version: 1,
        payload: EVENT_PAYLOAD,
        staff_id: null,
        terminal: 'フロント1',
        request_id: '9d5a6b1e-8a51-4c0e-9d49-3b1d1a1c7f10',
        recorded_at: sql`clock_timestamp()`,
        hash: sql`sha256(int8send(${n}::bigint))`,
      })
      .execute();
    await transaction
      .insertInto('bookings')
      .values({
        id: n,
        version: 1,
        position: n,
        group_id: n,
        room_number: room,
        stay_start: start,
        stay_end: end,
        is_cancelled: false,
        search_text: SEARCH_TEXT,
        guest_key: '山田太郎 09000000001',
        state: BOOKING_STATE,
      })
      .execute();
    await transaction
      .insertInto('room_claims')
      .values([start, second].map((night) => ({ room_number: room, night, reservation_id: n })))
      .execute();
    await transaction
      .insertInto('daily_counts')
      .values(
        [start, second].map((date) => ({ date, category: 'シングル', actual: 1, tema: 0, position: n })),
      )
      .onConflict((conflict) =>
        conflict.columns(['date', 'category']).doUpdateSet({
          actual: sql`daily_counts.actual + 1`,
          position: sql`greatest(daily_counts.position, excluded.position)`,
        }),
      )
      .execute();
  }),
);
