import { addDays, type Day, day } from '@domain/dates.js';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { removeLeftShadows } from '../../../backend/event-store/personal-data.js';
import { renewReadModels, verifyReadModels } from '../../../backend/event-store/rebuild/rebuild.js';
import type { RebuildProgress } from '../../../backend/event-store/rebuild/rebuild-context.js';
import { requireStream } from '../../../backend/event-store/unit-of-work.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { eventStoreParts, READ_MODELS } from '../../../backend/streams.js';
import { defineHotel, importRows } from '../../support/channel-desk.js';
import { channelReservation } from '../../support/channel-file.js';
import { rawQuery } from '../../support/log-rows.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { sharedNodes } from '../../support/shared.js';
import { AT_DESK, aWork, bookUnchecked, recordWeather } from '../../support/store-node.js';

type At = Parameters<RebuildProgress>[0];

const { database, here: node } = sharedNodes();

beforeAll(async () => {
  await defineHotel(node.store, [{ roomNumber: '1001' }, { roomNumber: '1002' }]);
  await importRows(node.store, [channelReservation()]);
  await node.store.execute(bookUnchecked('1002', '2026-12-01', '2026-12-04'));
  await write(150);
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

/** Breaks a rebuild off as soon as it comes to a phase; what it had filled is left behind. */
async function breakOff(at: At['phase']): Promise<void> {
  const broken = rebuildAll(database.url, ({ phase }) => {
    if (phase === at) throw new Error('broken off');
  });
  await expect(broken).rejects.toThrow('broken off');
}

async function stepsOfRebuild(): Promise<At[]> {
  const steps: At[] = [];
  await rebuildAll(database.url, (step) => steps.push(step));
  return steps;
}

describe('a rebuild that was broken off', () => {
  test.each(['indexing', 'checking'] as const)('while %s goes on where it stood', async (phase) => {
    const position = await headOf();
    await breakOff(phase);
    await write(120, '雨');
    const right = await projectedRows(database.url);
    expect((await stepsOfRebuild())[0]).toEqual({ phase: 'replaying', done: position, head: position + 120 });
    expect(await projectedRows(database.url)).toEqual(right);
    expect(await schemas()).toEqual([]);
  });

  test.each([
    ['another form', `update rebuild.progress set form = form + 1`],
    ['another log', `update rebuild.progress set log_id = gen_random_uuid()`],
    ['a log that went another way', `update rebuild.progress set hash = sha256(hash)`],
    ['a log that was longer', `update rebuild.progress set position = position + 1000`],
  ])('begins anew when what it left is of %s', async (_, change) => {
    await breakOff('indexing');
    await rawQuery(database.url, change);
    const right = await projectedRows(database.url);
    expect((await stepsOfRebuild())[0]).toMatchObject({ done: 0 });
    expect(await projectedRows(database.url)).toEqual(right);
  });

  test('leaves nothing of a guest who is erased meanwhile', async () => {
    await breakOff('indexing');
    const event = { type: 'PersonalDataErased', data: { reason: '本人からの請求' } } as const;
    const { id } = await node.store.execute(bookUnchecked('1001', '2026-12-20', '2026-12-21'));
    const erase = aWork((unit) => unit.append(reservationStream, id, event, AT_DESK), {
      requirements: [requireStream(reservationStream, id)],
    });
    await node.store.execute(erase);
    expect(await schemas()).toEqual([]);
  });

  test('leaves what it filled only until someone tidies up', async () => {
    await breakOff('indexing');
    expect(await schemas()).toEqual([{ nspname: 'rebuild' }]);
    const client = await node.pool.connect();
    await client.query('begin');
    await removeLeftShadows(client);
    await client.query('commit');
    client.release();
    expect(await schemas()).toEqual([]);
  });
});

describe('a rebuild does not go live', () => {
  test.each([
    [
      'weather_days',
      `update rebuild.weather_days set state = jsonb_set(state, '{weather}', '"雪"') where date = '2026-11-09'`,
      'チェックサム',
    ],
    ['weather_days', `update rebuild.weather_days set id = -1 where date = '2026-11-09'`, 'チェックサム'],
    ['weather_days', `delete from rebuild.weather_days where date = '2026-11-09'`, 'チェックサム'],
    [
      'weather_days',
      `update rebuild.weather_days set position = position + 1 where date = '2026-11-09'`,
      'チェックサム',
    ],
    [
      'weather_days',
      `update rebuild.weather_days set position = position + 1 where date = '2026-11-09';
       update rebuild.progress set checksums = checksums || jsonb_build_object('weather_days',
         (select sum(hash_record_extended(t, 0))::text from rebuild.weather_days t))`,
      '行数または位置',
    ],
    ['bookings', `update rebuild.bookings set search_text = ''`, 'チェックサム'],
    ['csv_reservations', `update rebuild.csv_reservations set guest_key = 'x'`, 'チェックサム'],
    [
      'room_months',
      `insert into rebuild.room_months select 9999, version, position, '9', month, state from rebuild.room_months limit 1`,
      'チェックサム',
    ],
    ['room_claims', `delete from rebuild.room_claims where night = '2026-12-02'`, '1002 2026-12-02'],
    ['room_claims', `insert into rebuild.room_claims values ('1002', '2026-12-09', 1)`, '1002 2026-12-09'],
    [
      'room_claims',
      `update rebuild.room_claims set reservation_id = 1 where night = '2026-12-03'`,
      '1002 2026-12-03',
    ],
    [
      'daily_counts',
      `update rebuild.daily_counts set actual = actual + 1 where date = '2026-12-02'`,
      '2026-12-02',
    ],
    [
      'daily_counts',
      `update rebuild.daily_counts set tema = tema + 1 where date = '2026-12-15'`,
      '2026-12-15',
    ],
    ['daily_counts', `delete from rebuild.daily_counts where date = '2026-12-03'`, '2026-12-03'],
    [
      'stay_traces',
      `update rebuild.stay_traces set last_night = last_night - 1 where room_number = '1002'`,
      'stay_traces',
    ],
    ['stay_traces', `delete from rebuild.stay_traces where room_number = ''`, 'stay_traces'],
  ])('when %s is not what the log gives: %s', async (table, change, told) => {
    const right = await projectedRows(database.url);
    await breakOff('indexing');
    await rawQuery(database.url, change);
    await expect(rebuildAll(database.url)).rejects.toThrow(new RegExp(`^${table}: .*${told}|^${told}: `));
    expect(await projectedRows(database.url)).toEqual(right);
    expect(await schemas()).toEqual([]);
  });

  test('and does the next time, when nothing is wrong any more', async () => {
    const right = await projectedRows(database.url);
    await breakOff('indexing');
    await rawQuery(database.url, `delete from rebuild.weather_days where date = '2026-11-09'`);
    await expect(rebuildAll(database.url)).rejects.toThrow(/^weather_days: /);
    await rebuildAll(database.url);
    expect(await projectedRows(database.url)).toEqual(right);
  });

  test('when a row of the last events is not what they give', async () => {
    await breakOff('indexing');
    await rawQuery(
      database.url,
      `create function spoil() returns trigger language plpgsql as $$
       begin new.state = jsonb_set(new.state, '{weather}', '"雪"'); return new; end $$`,
    );
    await rawQuery(
      database.url,
      'create trigger spoil before insert or update on rebuild.weather_days for each row execute function spoil()',
    );
    await write(3, '曇');
    await expect(rebuildAll(database.url)).rejects.toThrow(/^weather_days: チェックサム/);
  });
});

test('a reader who holds on to the tables keeps the swap waiting, but neither writers nor other readers', async () => {
  const reader = await node.pool.connect();
  await reader.query('begin');
  const { rowCount: bookings } = await reader.query('select from bookings');
  let rebuilding: Promise<number> = Promise.resolve(0);
  await new Promise<void>((waits) => {
    rebuilding = rebuildAll(database.url, ({ phase }) => phase === 'waiting' && waits());
  });
  await write(20, '雪');
  expect((await node.pool.query('select from bookings')).rowCount).toBe(bookings);
  await reader.query('commit');
  reader.release();
  expect(await rebuilding).toBe(await headOf());
});

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
    [
      `update bookings set state = jsonb_set(state, '{totalFee}', '1') where stay_start < '2026-12-20'`,
      'bookings',
      /^\d+$/,
      'different',
      2,
    ],
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

test('read models of an older form are built anew once, also when two nodes start together', async () => {
  const models = { form: READ_MODELS.form + 1, tables: READ_MODELS.tables };
  const renew = () => renewReadModels(database.url, eventStoreParts(), models, () => undefined);
  const right = await projectedRows(database.url);
  await rawQuery(database.url, `update csv_reservations set state = state - 'applied'`);
  expect((await Promise.all([renew(), renew()])).sort()).toEqual([false, true]);
  expect(await projectedRows(database.url)).toEqual(right);
  expect(await renew()).toBe(false);
});
