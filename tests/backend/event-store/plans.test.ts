import { expect, test } from '@jest/globals';
import { openClient, openLongRunningClient, openPool } from '#backend/platform/database.js';
import { defineHotel, importRows } from '#tests/support/channel-desk.js';
import { channelReservation } from '#tests/support/channel-file.js';
import { createTestDatabase } from '#tests/support/database.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedDatabase } from '#tests/support/shared.js';
import { openDesk, openNode } from '#tests/support/store-node.js';

const database = sharedDatabase();
const NOW = '2026-12-16T03:00:00Z';
const PAID = { type: 'record-payment', paymentType: null, paymentFlag: 1 } as const;
/** After so many uses PostgreSQL keeps one plan of a statement. */
const PLANS_KEPT_AFTER = 6;

test('statements that were first used in an empty hotel read no table whole once it has bookings', async () => {
  const { url, drop } = await createTestDatabase();
  const [first, second] = [openNode(url), openNode(url)];
  const rooms = Array.from({ length: 2 * PLANS_KEPT_AFTER }, (_, index) => ({
    roomNumber: `${1001 + index}`,
  }));
  try {
    await defineHotel(first.store, rooms);
    // By turns, so that neither node can decide from memory.
    for (let index = 0; index < rooms.length; index++) {
      const [taken] = await importRows(first.store, [channelReservation({ 予約番号: `P${index}` })]);
      await openDesk(second, NOW).change(taken?.booking_id as number, PAID);
    }
  } finally {
    // Connections that end hand in what they have read.
    for (const node of [first, second]) await node.close();
  }
  const read = await rawQuery(
    url,
    `select relname, seq_tup_read from pg_stat_user_tables where relname in ('bookings', 'room_claims') order by 1`,
  );
  await drop();
  expect(read).toEqual([
    { relname: 'bookings', seq_tup_read: '0' },
    { relname: 'room_claims', seq_tup_read: '0' },
  ]);
});

test('no connection compiles statements, looks into a schema before public or leaves out rows, whatever its database says', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await rawQuery(
    database.url,
    `create schema evil; create view evil.bookings as select 1 as forged;
     alter database ${name} set search_path = evil, public; alter database ${name} set jit = on`,
  );
  const clients = [
    openPool(database.url),
    await openClient(database.url, () => undefined),
    await openLongRunningClient(database.url),
  ];
  const said = await Promise.all(
    clients.map((client) =>
      client.query(
        `select current_setting('jit') as jit, 'bookings'::regclass = 'public.bookings'::regclass as "isOurs",
                current_setting('tcp_user_timeout') as "cutAfter", current_setting('row_security') as policies`,
      ),
    ),
  );
  await Promise.all(clients.map((client) => client.end()));
  expect(said.map(({ rows }) => rows)).toEqual(
    clients.map(() => [{ jit: 'off', isOurs: true, cutAfter: '12000', policies: 'off' }]),
  );
});
