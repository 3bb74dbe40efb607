import { addDays, type Day, day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { verifyReadModels } from '../../../backend/event-store/rebuild/verify-read-models.js';
import { eventStoreParts, READ_MODELS } from '../../../backend/streams.js';
import { defineHotel, importRows } from '../../support/channel-desk.js';
import { channelReservation } from '../../support/channel-file.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { rebuildAll } from '../../support/rebuild-tables.js';
import { bookUnchecked, openNode, recordWeather, type StoreNode } from '../../support/store-node.js';

let database: TestDatabase;
let node: StoreNode;

beforeEach(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  await defineHotel(node.store, [{ roomNumber: '1001' }, { roomNumber: '1002' }]);
  await importRows(node.store, [channelReservation()]);
  await node.store.execute(bookUnchecked('1002', '2026-12-01', '2026-12-04'));
  await write(150);
});

afterEach(async () => {
  await node.close();
  await database.drop();
});

const date = (index: number): Day => addDays(day('2026-11-01'), index);
const write = (count: number, weather = '晴') =>
  Promise.all(
    Array.from({ length: count }, (_, index) => node.store.execute(recordWeather(date(index), weather))),
  );
const headOf = async () =>
  Number((await rawQuery(database.url, 'select position from log_head'))[0]?.position);
const schemas = () =>
  rawQuery(database.url, `select nspname from pg_namespace where nspname in ('rebuild', 'verification')`);

describe('the verification of read models', () => {
  const verify = () => verifyReadModels(database.url, eventStoreParts(), READ_MODELS, () => undefined);

  test('finds nothing wrong, beside writers too, and leaves nothing behind', async () => {
    let running = true;
    const writer = (async () => {
      for (let round = 0; running; round++) await write(3, `${round}`);
    })();
    for (let round = 0; round < 3; round++) expect((await verify()).fault).toBeNull();
    running = false;
    await writer;
    expect(await verify()).toEqual({ position: await headOf(), fault: null });
    expect(await schemas()).toEqual([]);
  });

  test.each([
    [`update bookings set state = jsonb_set(state, '{totalFee}', '1')`, 'bookings', /^\d+$/, 'different', 2],
    [`update bookings set search_text = 'x' where room_number = '1002'`, 'bookings', /^\d+$/, 'different', 1],
    [`delete from room_claims where night = '2026-12-02'`, 'room_claims', /^1002 2026-12-02$/, 'missing', 1],
    [
      `insert into weather_days select '2030-01-01', 99999, version, position, state from weather_days limit 1`,
      'weather_days',
      /^2030-01-01$/,
      'surplus',
      1,
    ],
    [
      `update daily_counts set position = position - 1 where date = '2026-12-01'`,
      'daily_counts',
      /^2026-12-01 /,
      'different',
      1,
    ],
    [
      `update stay_traces set first_night = first_night - 1 where room_number = ''`,
      'stay_traces',
      /^\d+ ?$/,
      'different',
      1,
    ],
    [
      `truncate staff, payments; insert into staff select 7, version, position, state from blacklist_entries limit 1`,
      'staff',
      /^7$/,
      'surplus',
      1,
    ],
  ])('names the first bad row: %s', async (change, table, key, kind, rows) => {
    await rawQuery(database.url, change);
    const position = await headOf();
    expect(await verify()).toEqual({
      position,
      fault: { table, key: expect.stringMatching(key), kind, rows },
    });
    await rebuildAll(database.url);
    expect((await verify()).fault).toBeNull();
  });
});
