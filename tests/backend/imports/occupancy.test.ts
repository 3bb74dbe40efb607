import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { GENESIS_HASH } from '../../../backend/event-store/hash-chain.js';
import { UnitOfWork } from '../../../backend/event-store/unit-of-work.js';
import { requirementsOfRow } from '../../../backend/imports/import-facts.loader.js';
import { rawQuery } from '../../support/log-rows.js';
import { type ChannelHotel, openChannelHotel, row } from './channel-hotel.js';

let hotel: ChannelHotel;

beforeEach(async () => {
  hotel = await openChannelHotel();
});
afterEach(() => hotel.close());

/** Stores active bookings of some nights each in a room, one after another. */
async function fill(room: string, from: string, nights: number, count: number): Promise<void> {
  await rawQuery(
    hotel.url,
    `with stay as (
       select 100000 + ${Number(room)} * 1000 + n as id, date '${from}' + n * ${nights} as first_day
       from generate_series(0, ${count - 1}) n
     ), booking as (
       insert into bookings (id, version, position, group_id, room_number, stay_start, stay_end, is_cancelled,
                             search_text, state)
       select id, 1, 1, id, '${room}', first_day, first_day + ${nights}, false, '', '{}' from stay
     )
     insert into room_claims select '${room}', first_day + n, id from stay, generate_series(0, ${nights - 1}) n`,
  );
}

/** Number of stays read to reconcile a row of the channel. */
async function staysRead(channelRow: ReturnType<typeof row>): Promise<number> {
  const client = new pg.Client({ connectionString: hotel.url });
  await client.connect();
  let read = 0;
  const counting = {
    query: async (query: string | pg.QueryConfig) => {
      const result = await client.query(query as pg.QueryConfig);
      read += result.rows.length;
      return result;
    },
  };
  const { position, reference } = await hotel.current();
  const head = { position, hash: GENESIS_HASH, referencePosition: position, now: new Date(0).toISOString() };
  const { loader, request } = requirementsOfRow(channelRow);
  await loader(counting, [request], Promise.resolve(new UnitOfWork(head, reference)));
  await client.end();
  return read;
}

it('is read for the nights that a row touches, however many stays follow', async () => {
  const dates = { チェックイン日: '2026-11-10', チェックアウト日: '2026-11-12' };
  await fill('1001', '2026-11-05', 1, 900);
  await fill('1002', '2026-11-12', 2, 400);
  // In 1001 two nights, one before and one after; in 1002 one after.
  expect(await staysRead(row(dates))).toBe(5);
  const [made] = await hotel.take(row(dates));
  expect(await hotel.roomOf(made)).toBe('1002');
});

it('knows a long stay that began long before', async () => {
  await fill('1001', '2025-12-20', 366, 1);
  await fill('1002', '2026-12-17', 366, 1);
  const [first, second] = await hotel.take(row(), row({ 予約番号: 'N' }));
  expect([await hotel.roomOf(first), second?.reason]).toEqual(['1002', '空室なし']);
});
