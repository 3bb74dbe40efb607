import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addDays, type Day, day, type Month } from '@domain/dates.js';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { renewReadModels } from '../../../backend/event-store/rebuild/rebuild.js';
import { eventStoreParts, READ_MODELS } from '../../../backend/streams.js';
import { rawLog, rawQuery, tamper } from '../../support/log-rows.js';
import { NOW } from '../../support/random-history.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { sharedNodes } from '../../support/shared.js';
import { A_BOOKING, defineRoom, openDesk, plainRoom, recordWeather } from '../../support/store-node.js';

const { database, here: node, there: other } = sharedNodes();

const date = (index: number): Day => addDays(day('2026-11-01'), index);
const write = (count: number, weather: string) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => node.store.execute(recordWeather(date(index), weather))),
  );
/** The connections that wait for the writer's lock. */
const WAITING = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  and query like '%from log_head for update'`;
const shadows = () => rawQuery(database.url, "select 1 from pg_namespace where nspname = 'rebuild'");

/** A booking that was made and cancelled, one that moved, and some weather. */
async function liveABit(): Promise<void> {
  const desk = openDesk(node, NOW);
  const { id: room_id } = await defineRoom(node.store, plainRoom('1001', day('2026-11-01') as Month));
  const book = (start: string, end: string) =>
    desk.book({ ...A_BOOKING, room_id, stay_start: day(start), stay_end: day(end) });
  const cancelled = await book('2026-11-10', '2026-11-12');
  await desk.change(cancelled.id, { type: 'cancel' });
  const moved = await book('2026-11-14', '2026-11-16');
  await desk.amend(moved.id, { stay_start: day('2026-11-20'), stay_end: day('2026-11-21') });
  await write(20, '晴');
}

/** Waits until a rebuild waits for the writer's lock, which its swap takes. */
async function waitForLock(): Promise<void> {
  while ((await rawQuery(database.url, `select 1 ${WAITING}`)).length === 0);
}

describe('an empty log', () => {
  test('gives empty tables when it is rebuilt', async () => {
    expect(await rebuildAll(database.url)).toBe(0);
    expect(Object.values(await projectedRows(database.url)).flat()).toEqual([]);
  });

  test('only takes a new form of its read models', async () => {
    const models = { form: READ_MODELS.form + 1, tables: READ_MODELS.tables };
    const renew = () => renewReadModels(database.url, eventStoreParts(), models, () => undefined);
    expect(await renew()).toBe(false);
    expect(await rawQuery(database.url, 'select form from read_model_form')).toEqual([
      { form: String(models.form) },
    ]);
    expect(await renew()).toBe(false);
  });
});

describe('npm run rebuild', () => {
  beforeAll(liveABit);

  const run = () =>
    promisify(execFile)(process.execPath, ['dist/backend/cli/rebuild.js'], {
      env: { ...process.env, DATABASE_URL: database.url },
    });

  test('tells how far it is and where it ended', async () => {
    const { stdout } = await run();
    expect(stdout).toMatch(/再構築中: 100% 25 \/ 25 件/);
    expect(stdout).toContain('位置 25 までのログと一致しています。');
  });

  test('fails with one line that names the bad position', async () => {
    await tamper(database.url, "update event_log set terminal = '別の端末' where position = 4");
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stderr: '位置 4: ログが改ざんされているか、欠けています。\n',
    });
    await tamper(database.url, "update event_log set terminal = 'フロント1' where position = 4");
  });
});

describe('a rebuild', () => {
  test('repairs read models that were spoiled', async () => {
    const right = await projectedRows(database.url);
    await rawQuery(
      database.url,
      `delete from bookings; truncate room_claims; update daily_counts set actual = actual + 1;
       update weather_days set state = '{}'`,
    );
    expect(await projectedRows(database.url)).not.toEqual(right);
    await rebuildAll(database.url);
    expect(await projectedRows(database.url)).toEqual(right);
  });

  test('keeps the days whose bookings are gone, so that a terminal that missed it is told', async () => {
    await rebuildAll(database.url);
    const counts = await rawQuery(
      database.url,
      'select date, actual, position from daily_counts order by date',
    );
    expect(counts).toEqual([
      { date: '2026-11-10', actual: '0', position: '3' },
      { date: '2026-11-11', actual: '0', position: '3' },
      { date: '2026-11-14', actual: '0', position: '5' },
      { date: '2026-11-15', actual: '0', position: '5' },
      { date: '2026-11-20', actual: '1', position: '5' },
    ]);
  });

  test('that is interrupted leaves everything as it is and can be done again', async () => {
    const before = await projectedRows(database.url);
    const interrupted = rebuildAll(database.url, () => {
      throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await projectedRows(database.url)).toEqual(before);
    await write(1, '雪'); // The writer's lock is free.
    await rebuildAll(database.url);
    expect(await shadows()).toEqual([]);
  });

  test('that loses its connection leaves everything as it is and can be done again', async () => {
    const before = await projectedRows(database.url);
    // Held up at the writer's lock, when all but the swap is done.
    const holder = await node.pool.connect();
    await holder.query('begin; select from log_head for update');
    const rebuilding = expect(rebuildAll(database.url)).rejects.toThrow('terminating connection');
    await waitForLock();
    await holder.query(`select pg_terminate_backend(pid) ${WAITING}`);
    await rebuilding;
    await holder.query('commit');
    holder.release();
    expect(await projectedRows(database.url)).toEqual(before);
    await rebuildAll(database.url);
    expect(await projectedRows(database.url)).toEqual(before);
    expect(await shadows()).toEqual([]);
  });

  test('is done by one at a time', async () => {
    const holder = await node.pool.connect();
    await holder.query('begin; select from log_head for update');
    const first = rebuildAll(database.url);
    await waitForLock();
    await expect(rebuildAll(database.url)).rejects.toThrow('別の再構築または検証が実行中です。');
    await holder.query('commit');
    holder.release();
    expect(await first).toBe((await rawLog(database.url)).length);
  });

  test('runs beside writers and readers, who notice nothing', async () => {
    await write(700, '晴');
    let running = true;
    const weathers = new Map<Day, string>();
    const writers = [node, other].map(async ({ store }, offset) => {
      for (let round = 0; running; round += 1) {
        const day = date(((round * 2) % 400) + offset);
        weathers.set(day, (await store.execute(recordWeather(day, `${round}`))).weather);
      }
    });
    const readers = [node, other].map(async ({ pool }) => {
      let rows = 0;
      while (running) {
        const days = {
          name: 'days',
          text: 'select state from weather_days where date < $1',
          values: ['2030-01-01'],
        };
        rows = (await pool.query(days)).rows.length;
        expect(rows).toBe(700);
      }
    });
    const positions = [await rebuildAll(database.url), await rebuildAll(database.url)];
    running = false;
    await Promise.all([...writers, ...readers]);
    await Promise.all([node, other].map(({ store }) => store.execute(recordWeather(date(900), '雪'))));

    expect(positions[0]).toBeGreaterThan(700);
    expect(positions[1]).toBeGreaterThan(positions[0] as number);
    const stored = await rawQuery(
      database.url,
      "select date, state ->> 'weather' as weather from weather_days",
    );
    const now = new Map(stored.map(({ date: day, weather }) => [day, weather]));
    expect([...weathers].filter(([day, weather]) => now.get(day) !== weather)).toEqual([]);
    const live = await projectedRows(database.url);
    await rebuildAll(database.url);
    expect(await projectedRows(database.url)).toEqual(live);
  });
});
