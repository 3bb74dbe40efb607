import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addDays, type Day, day, type Month } from '@domain/dates.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { removeLeftShadows } from '#backend/event-store/personal-data.js';
import { renewReadModels, verifyReadModels } from '#backend/event-store/rebuild/rebuild.js';
import { RebuildError, type RebuildProgress } from '#backend/event-store/rebuild/rebuild-context.js';
import { readLogRange } from '#backend/event-store/rebuild/replay.js';
import { requireStream } from '#backend/event-store/unit-of-work.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { roomMonthStream } from '#backend/streams/room-month.stream.js';
import { eventStoreParts, READ_MODELS } from '#backend/streams.js';
import { defineHotel, importRows } from '#tests/support/channel-desk.js';
import { channelReservation } from '#tests/support/channel-file.js';
import { copyOfFilled, createTestDatabase } from '#tests/support/database.js';
import { eventually, isSome } from '#tests/support/eventually.js';
import { LONG_MS } from '#tests/support/limits.js';
import { rawQuery, tamper } from '#tests/support/log-rows.js';
import { NOW } from '#tests/support/random-history.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { nodesOfEachTest } from '#tests/support/shared.js';
import {
  A_BOOKING,
  AT_DESK,
  aWork,
  bookUnchecked,
  defineRoom,
  openDesk,
  openNode,
  plainRoom,
  recordWeather,
  type StoreNode,
} from '#tests/support/store-node.js';

// That rebuilt equals live whatever happened is proven by random-histories.property.test.ts.

type At = Parameters<RebuildProgress>[0];

let begin = createTestDatabase;
const { database, here: node, there: other } = nodesOfEachTest(() => begin());

/** Each test of a group begins with a copy of a database that is filled once. */
function beginsWith(name: string, fill: (databaseUrl: string) => Promise<void>): void {
  const outside = begin;
  beforeAll(() => {
    begin = () => copyOfFilled(name, fill);
  });
  afterAll(() => {
    begin = outside;
  });
}

const date = (index: number): Day => addDays(day('2026-11-01'), index);
const write = (count: number, weather = '晴', { store }: Pick<StoreNode, 'store'> = node) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => store.execute(recordWeather(date(index), weather))),
  );
const sql = (statement: string) => rawQuery(database.url, statement);
const rows = () => projectedRows(database.url);
const headOf = async () => Number((await sql('select position from log_head'))[0]?.position);
const schemas = () => sql(`select nspname from pg_namespace where nspname in ('rebuild', 'verification')`);
/** The connections that wait for the writer's lock. */
const WAITING = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  and query like '%from log_head for update'`;

/** A hotel with a booking, an import and some weather. */
async function makeHotel(databaseUrl: string): Promise<void> {
  const filling = openNode(databaseUrl);
  await write(30, '晴', filling);
  await defineHotel(filling.store, [{ roomNumber: '1001' }, { roomNumber: '1002' }]);
  await importRows(filling.store, [channelReservation()]);
  await filling.store.execute(bookUnchecked('1002', '2026-12-01', '2026-12-04'));
  await filling.close();
}

/** Two bookings in two rooms that change places again and again: each time one command of two events, of its own request. */
async function swapRooms(times: number): Promise<void> {
  const book = (room: string) => node.store.execute(bookUnchecked(room, '2027-12-01', '2027-12-03'));
  const ids = [(await book('1021')).id, (await book('1022')).id];
  const swap = (time: number) =>
    aWork(
      (unit) => {
        for (const [index, id] of ids.entries()) {
          const data = { roomNumber: (time + index) % 2 === 0 ? '1022' : '1021' };
          const write = { ...AT_DESK, requestId: `swap-${time}` };
          unit.append(reservationStream, id, { type: 'ReservationAmended', data }, write);
        }
      },
      { requirements: ids.map((id) => requireStream(reservationStream, id)) },
    );
  await Promise.all(Array.from({ length: times }, (_, time) => node.store.execute(swap(time))));
}

/** Starts a rebuild that waits for the writer's lock, when all but the swap is done. */
async function heldBeforeSwap(): Promise<{ rebuilding: Promise<number>; release: () => Promise<void> }> {
  const holder = await node.pool.connect();
  await holder.query('begin; select from log_head for update');
  const rebuilding = rebuildAll(database.url);
  rebuilding.catch(() => undefined);
  await eventually('the rebuild waits for the lock', () => sql(`select 1 ${WAITING}`), isSome);
  return {
    rebuilding,
    release: async () => {
      await holder.query('commit');
      holder.release();
    },
  };
}

/** Breaks a rebuild off as soon as it comes to a phase; what it had filled is left behind. */
async function breakOff(at: At['phase'], databaseUrl = database.url): Promise<void> {
  const broken = rebuildAll(databaseUrl, ({ phase }) => {
    if (phase === at) throw new Error('broken off');
  });
  await expect(broken).rejects.toThrow('broken off');
}

async function stepsOfRebuild(): Promise<At[]> {
  const steps: At[] = [];
  await rebuildAll(database.url, (step) => steps.push(step));
  return steps;
}

/** Renews the read models as a product with a form of its own does at its start. */
const renew = (form: number) =>
  renewReadModels(database.url, eventStoreParts(), { ...READ_MODELS, form }, () => undefined);

test('an empty log gives empty tables, and only takes a new form of its read models', async () => {
  expect(await rebuildAll(database.url)).toBe(0);
  expect(Object.values(await rows()).flat()).toEqual([]);
  expect(await renew(READ_MODELS.form + 1)).toBe(false);
  expect(await sql('select form from read_model_form')).toEqual([{ form: String(READ_MODELS.form + 1) }]);
});

describe('a rebuild', () => {
  /** A booking that was made and cancelled, and one that moved. */
  beforeEach(async () => {
    const desk = openDesk(node, NOW);
    const { id: room_id } = await defineRoom(node.store, plainRoom('1003', day('2026-11-01') as Month));
    const book = (start: string, end: string) =>
      desk.book({ ...A_BOOKING, room_id, stay_start: day(start), stay_end: day(end) });
    const cancelled = await book('2026-11-10', '2026-11-12');
    await desk.change(cancelled.id, { type: 'cancel' });
    const moved = await book('2026-11-14', '2026-11-16');
    await desk.amend(moved.id, { stay_start: day('2026-11-20'), stay_end: day('2026-11-21') });
  });

  test('keeps the days whose bookings are gone, so that a terminal that missed it is told', async () => {
    await sql(`delete from bookings; truncate room_claims; update daily_counts set actual = actual + 1`);
    await rebuildAll(database.url);
    expect(await sql('select date, actual, position from daily_counts order by date')).toEqual([
      { date: '2026-11-10', actual: '0', position: '3' },
      { date: '2026-11-11', actual: '0', position: '3' },
      { date: '2026-11-14', actual: '0', position: '5' },
      { date: '2026-11-15', actual: '0', position: '5' },
      { date: '2026-11-20', actual: '1', position: '5' },
    ]);
    expect(await sql('select night from room_claims')).toEqual([{ night: '2026-11-20' }]);
  });

  test(
    'as a command tells how far it is and where it ended, or names the bad position',
    async () => {
      const env = { ...process.env, DATABASE_URL: database.url };
      const run = () =>
        promisify(execFile)(process.execPath, ['dist/backend/cli/commands.js', 'rebuild'], { env });
      const { stdout } = await run();
      expect(stdout).toMatch(/再構築中: 100% 5 \/ 5 件/);
      expect(stdout).toContain('位置 5 までのログと一致しています。');
      await tamper(database.url, "update event_log set terminal = '別の端末' where position = 4");
      await expect(run()).rejects.toMatchObject({
        code: 1,
        stderr: '位置 4: ログが改ざんされているか、欠けています。\n',
      });
      // Each command is a process of its own.
    },
    LONG_MS,
  );

  test('that loses its connection leaves everything as it is and can be done again', async () => {
    const before = await rows();
    const { rebuilding, release } = await heldBeforeSwap();
    await sql(`select pg_terminate_backend(pid) ${WAITING}`);
    await expect(rebuilding).rejects.toThrow('terminating connection');
    await release();
    expect(await rows()).toEqual(before);
    await rebuildAll(database.url);
    expect(await rows()).toEqual(before);
    expect(await schemas()).toEqual([]);
  });

  test('is done by one at a time', async () => {
    const { rebuilding, release } = await heldBeforeSwap();
    await expect(rebuildAll(database.url)).rejects.toThrow('別の再構築または検証が実行中です。');
    await release();
    expect(await rebuilding).toBe(await headOf());
  });

  test(
    'runs beside writers and readers, who notice nothing',
    async () => {
      await write(400);
      let running = true;
      const weathers = new Map<Day, string>();
      const writers = [node, other].map(async ({ store }, offset) => {
        for (let round = 0; running; round += 1) {
          const at = date(((round * 2) % 400) + offset);
          weathers.set(at, (await store.execute(recordWeather(at, `${round}`))).weather);
        }
      });
      const readers = [node, other].map(async ({ pool }) => {
        while (running) {
          expect((await pool.query({ name: 'days', text: 'select state from weather_days' })).rowCount).toBe(
            400,
          );
        }
      });
      const rebuildTwice = async () => [await rebuildAll(database.url), await rebuildAll(database.url)];
      const positions = await rebuildTwice().finally(() => {
        running = false;
      });
      await Promise.all([...writers, ...readers]);
      expect(positions[0]).toBeGreaterThan(400);
      expect(positions[1]).toBeGreaterThan(positions[0] as number);
      const stored = await sql("select date, state ->> 'weather' as weather from weather_days");
      const now = new Map(stored.map((row) => [row.date, row.weather]));
      expect([...weathers].filter(([at, weather]) => now.get(at) !== weather)).toEqual([]);
      const live = await rows();
      await rebuildAll(database.url);
      expect(await rows()).toEqual(live);
      // The more they do, the longer it takes.
    },
    LONG_MS,
  );

  test('waits with its swap for a reader who holds on to the tables; others go on meanwhile', async () => {
    const reader = await node.pool.connect();
    await reader.query('begin; select from bookings');
    let rebuilding: Promise<number> = Promise.resolve(0);
    await new Promise<void>((waits) => {
      rebuilding = rebuildAll(database.url, ({ phase }) => phase === 'waiting' && waits());
    });
    await write(20, '雪');
    expect((await node.pool.query('select from bookings')).rowCount).toBe(2);
    await reader.query('commit');
    reader.release();
    expect(await rebuilding).toBe(await headOf());
  });
});

describe('a rebuild reads whole commands', () => {
  let start: { position: number; hash: Buffer };

  /** Three commands of two, four and three events. */
  beforeEach(async () => {
    const { rows: heads } = await node.pool.query('select position, hash from log_head');
    start = heads[0];
    for (const size of [2, 4, 3]) {
      const define = aWork((unit) => {
        for (let count = 0; count < size; count++) {
          const data = plainRoom(String(unit.nextPosition + 2000), day('2027-11-01') as Month);
          unit.append(roomMonthStream, unit.nextPosition, { type: 'RoomMonthDefined', data }, AT_DESK);
        }
      });
      await node.store.execute(define);
    }
  });

  test.each([
    [2, 2],
    [3, 2],
    [5, 2],
    [6, 6],
    [8, 6],
    [100, 9],
    // The first command is longer than that: it is read to its end.
    [1, 2],
  ])('of about %d events those up to %d', async (limit, last) => {
    const upTo = start.position + 9;
    const { events, end } = await readLogRange(node.pool, eventStoreParts(), start, upTo, limit);
    expect([events.length, end.position]).toEqual([last, start.position + last]);
  });

  test('also where all have one moment, as while a clock stands still: by request', async () => {
    await sql(`update log_head set recorded_at = recorded_at + interval '9 hours'`);
    const swaps = 1_010;
    // An odd number of events stands before them, so that a cut by number lies within a swap.
    await write(1);
    await swapRooms(swaps);
    const upTo = await headOf();
    const moments = await sql(
      `select distinct recorded_at from event_log where position > ${upTo - 2 * swaps}`,
    );
    expect(moments).toHaveLength(1);
    const before = await rows();
    await rebuildAll(database.url);
    expect(await rows()).toEqual(before);
    const verdict = await verifyReadModels(database.url, eventStoreParts(), READ_MODELS, () => undefined);
    expect(verdict).toEqual({ position: upTo, fault: null });
  });

  test('an error names the position and stream of the command, and no personal data', async () => {
    await breakOff('indexing');
    await sql(
      `create function refuse() returns trigger language plpgsql as $$
       begin
         if new.room_number = '1009' then raise unique_violation using constraint = 'taken', detail = '山田太郎'; end if;
         return new;
       end $$;
       create trigger refuse before insert on rebuild.bookings for each row execute function refuse()`,
    );
    await write(3);
    const { id } = await node.store.execute(bookUnchecked('1009', '2027-01-01', '2027-01-02'));
    await write(3);
    const told = `位置 ${id} (reservation-${id}): 表に書き込めませんでした (23505 taken)。`;
    await expect(rebuildAll(database.url)).rejects.toThrow(new RebuildError(told));
    // The next one begins anew, and ends.
    expect(await rebuildAll(database.url)).toBe(id + 3);
  });
});

describe('a rebuild that was broken off', () => {
  beginsWith('rebuild_hotel', makeHotel);

  test.each(['indexing', 'checking'] as const)('while %s goes on where it stood', async (phase) => {
    const position = await headOf();
    await breakOff(phase);
    await write(120, '雨');
    const right = await rows();
    expect((await stepsOfRebuild())[0]).toEqual({ phase: 'replaying', done: position, head: position + 120 });
    expect(await rows()).toEqual(right);
    expect(await schemas()).toEqual([]);
  });

  test('leaves nothing of a guest who is erased meanwhile, nor after someone tidied up', async () => {
    await breakOff('indexing');
    const event = { type: 'PersonalDataErased', data: { reason: '本人からの請求' } } as const;
    const { id } = await node.store.execute(bookUnchecked('1001', '2026-12-20', '2026-12-21'));
    const erase = aWork((unit) => unit.append(reservationStream, id, event, AT_DESK), {
      requirements: [requireStream(reservationStream, id)],
    });
    await node.store.execute(erase);
    expect(await schemas()).toEqual([]);

    await breakOff('indexing');
    expect(await schemas()).toEqual([{ nspname: 'rebuild' }]);
    const client = await node.pool.connect();
    await client.query('begin');
    await removeLeftShadows(client);
    await client.query('commit');
    client.release();
    expect(await schemas()).toEqual([]);
  });

  describe('while it filled its tables', () => {
    beginsWith('rebuild_broken_off', async (databaseUrl) => {
      await makeHotel(databaseUrl);
      await breakOff('indexing', databaseUrl);
    });

    test.each([
      ['another form', `form = form + 1`],
      ['another log', `log_id = gen_random_uuid()`],
      ['a log that went another way', `hash = sha256(hash)`],
      ['a log that was longer', `position = position + 1000`],
    ])('begins anew when what it left is of %s', async (_, change) => {
      await sql(`update rebuild.progress set ${change}`);
      expect((await stepsOfRebuild())[0]).toMatchObject({ done: 0 });
    });

    const DAY = `where date = '2026-11-09'`;
    test.each([
      [
        'weather_days',
        `update rebuild.weather_days set state = jsonb_set(state, '{weather}', '"雹"') ${DAY}`,
        'チェックサム',
      ],
      ['weather_days', `delete from rebuild.weather_days ${DAY}`, 'チェックサム'],
      [
        'weather_days',
        `update rebuild.weather_days set position = position + 1 ${DAY};
         update rebuild.progress set checksums = checksums || jsonb_build_object('weather_days',
           (select sum(hash_record_extended(t, 0))::text from rebuild.weather_days t))`,
        '行数または位置',
      ],
      ['bookings', `update rebuild.bookings set search_text = ''`, 'チェックサム'],
      [
        'room_months',
        `insert into rebuild.room_months
         select 9999, version, position, '9', month, state from rebuild.room_months limit 1`,
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
      ['stay_traces', `delete from rebuild.stay_traces where room_number = ''`, 'stay_traces'],
    ])('does not go live when %s is not what the log gives: %s', async (table, change, told) => {
      const right = await rows();
      await sql(change);
      await expect(rebuildAll(database.url)).rejects.toThrow(new RegExp(`^${table}: .*${told}|^${told}: `));
      expect(await rows()).toEqual(right);
      expect(await schemas()).toEqual([]);
    });

    test('does not go live when a row of the last events is not what they give, but does the next time', async () => {
      await sql(
        `create function spoil() returns trigger language plpgsql as $$
         begin new.state = jsonb_set(new.state, '{weather}', '"雹"'); return new; end $$;
         create trigger spoil before insert or update on rebuild.weather_days
         for each row execute function spoil()`,
      );
      await write(3, '曇');
      const right = await rows();
      await expect(rebuildAll(database.url)).rejects.toThrow(/^weather_days: チェックサム/);
      await rebuildAll(database.url);
      expect(await rows()).toEqual(right);
    });
  });
});

describe('the verification of read models', () => {
  beginsWith('rebuild_hotel', makeHotel);

  const verify = () => verifyReadModels(database.url, eventStoreParts(), READ_MODELS, () => undefined);

  test('finds nothing wrong, beside writers too, and leaves nothing behind', async () => {
    let running = true;
    const writer = (async () => {
      for (let round = 0; running; round++) await write(3, `${round}`);
    })();
    for (let round = 0; round < 2; round++) expect((await verify()).fault).toBeNull();
    running = false;
    await writer;
    expect(await verify()).toEqual({ position: await headOf(), fault: null });
    expect(await schemas()).toEqual([]);
  });

  test.each([
    [
      `update bookings set state = jsonb_set(state, '{totalFee}', '1') where stay_start < '2026-12-20'`,
      { table: 'bookings', key: /^\d+$/, kind: 'different', rows: 2 },
    ],
    [
      `delete from room_claims where night = '2026-12-02'`,
      { table: 'room_claims', key: /^1002 2026-12-02$/, kind: 'missing', rows: 1 },
    ],
    [
      `insert into weather_days select '2030-01-01', 99999, version, position, state from weather_days limit 1`,
      { table: 'weather_days', key: /^2030-01-01$/, kind: 'surplus', rows: 1 },
    ],
    [
      `update daily_counts set position = position - 1 where date = '2026-12-01'`,
      { table: 'daily_counts', key: /^2026-12-01 /, kind: 'different', rows: 1 },
    ],
    [
      `update stay_traces set first_night = first_night - 1 where room_number = ''`,
      { table: 'stay_traces', key: /^\d+ ?$/, kind: 'different', rows: 1 },
    ],
  ])('names the first bad row, which a rebuild mends: %s', async (change, { key, ...fault }) => {
    const right = await rows();
    await sql(change);
    const found = await verify();
    expect(found).toEqual({
      position: await headOf(),
      fault: { ...fault, key: expect.stringMatching(key) },
    });
    await rebuildAll(database.url);
    expect(await rows()).toEqual(right);
  });
});

test('read models of an older form are built anew once, also when two nodes start together', async () => {
  await makeHotel(database.url);
  const right = await rows();
  await sql(`update csv_reservations set state = state - 'applied'`);
  const form = READ_MODELS.form + 2;
  expect((await Promise.all([renew(form), renew(form)])).sort()).toEqual([false, true]);
  expect(await rows()).toEqual(right);
  expect(await renew(form)).toBe(false);
});
