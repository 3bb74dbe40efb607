import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import pg from 'pg';
import { openBackup } from '#backend/backup/backup-folder.js';
import { reportOf, upload } from '../support/api-client.js';
import { filesIn, tablesOf } from '../support/backup-folders.js';
import { channelFile, channelRow, goodRows } from '../support/channel-file.js';
import { createEmptyDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { SAYS } from '../support/gated-port.js';
import { createHotelDatabase } from '../support/hotel.js';
import { copyLargeLog } from '../support/large-log.js';
import { killAndWait, newDataFolder, postmasterPid, removeDataFolder } from '../support/launched-postgres.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { rawQuery } from '../support/log-rows.js';
import { launch, runCommand, type TestServer } from '../support/server.js';
import { recordWeather } from '../support/store-node.js';
import { temporaryFolder } from '../support/temporary-file.js';
import { timesOf } from '../support/trial-size.js';
import { fault, type NodeProcess, type World } from './harness.js';

const TODAY = day('2026-11-22');

/** A moment that is over soon is looked for all the time, and may come late. */
const IN_THE_MOMENT = { within: 120_000, every: 1 };

/** A connection of its own, to hold locks and to look on closely. */
async function lookOn(world: World): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  world.later(() => client.end());
  return client;
}

const isThere = async (client: pg.Client, rows: string) => (await client.query(rows)).rows.length > 0;

type Moment = (output: string) => boolean | Promise<boolean>;

/** Kills a command as soon as something is so; it must not have ended before. */
async function killWhen(program: ReturnType<typeof launch>, isNow: Moment): Promise<void> {
  await eventually(
    'the moment of the kill',
    async () => program.process.exitCode !== null || isNow(program.output()),
    Boolean,
    IN_THE_MOMENT,
  );
  program.process.kill('SIGKILL');
  const code = await program.ended;
  if (code !== null) throw new Error(`it ended before it could be killed:\n${program.output()}`);
}

/** Moments of a write in which a node is killed; `npm test` has only the last. */
const POINTS = [
  { name: 'before it appends', text: SAYS.append, moment: 'unheard' },
  { name: 'before it commits under the lock', text: SAYS.commit, moment: 'unheard' },
  { name: 'after it committed under the lock, before it answers', text: SAYS.commit, moment: 'answered' },
  { name: 'after it appended, before it answers', text: SAYS.append, moment: 'answered' },
] as const;

fault(
  'killed-server',
  'kill -9 of one node at each point of a write loses no acknowledged booking, and the other goes on',
  async (world) => {
    const { ledger } = world;
    const url = await world.database();
    const gate = await world.gate();
    const survivor = await world.node();
    const victim = await world.nodeProcess({ DATABASE_URL: gate.url });
    await world.openRooms();
    await world.terminal(survivor.url);
    const terminal = await world.terminal(victim.url);
    const kills = Array.from({ length: timesOf(1, 4) }, () => POINTS.slice(timesOf(0, 0, 3))).flat();
    const statuses = new Set<number>();
    const storedAt = new Set<string>();
    const setWeather = async (weather: string) => {
      const answer = await world.api(survivor.url).post('/api/weather', { date: '2096-01-01', weather });
      statuses.add(answer.status);
    };
    let address = victim.url;
    world.book(6, () => address);
    for (const [index, { name, text, moment }] of kills.entries()) {
      await ledger.moreBooked(Math.floor(ledger.places / kills.length / 2));
      const stopped = gate.stopAt(text, moment);
      // After a write of the other node the victim takes the lock; it may hold it already, and then that write waits for its end.
      const nudge = text === SAYS.commit ? setWeather(`${index}`) : null;
      await stopped;
      const held = ledger.hold();
      await world.strike(victim.end);
      await Promise.all([held, nudge]);
      const stored = await rawQuery(url, 'select from bookings');
      const isStored = stored.length > ledger.bookings.size;
      if (isStored) storedAt.add(name);
      // What is committed under the lock may be the answer to a client whose rival has the room: no booking.
      if (text !== SAYS.commit || moment === 'unheard')
        expect({ name, isStored }).toEqual({ name, isStored: moment === 'answered' });
      for (let count = 0; count < 10; count += 1) await setWeather(`${index} ${count}`);
      if (index < kills.length - 1) {
        await victim.start();
        await terminal.until(({ arrivals, losses }) => losses > index && arrivals > losses);
      } else address = survivor.url;
      ledger.goOn();
    }
    await world.allBooked();
    const isAnswered = ({ name, moment }: (typeof POINTS)[number]) =>
      moment === 'answered' && kills.some((kill) => kill.name === name);
    expect(storedAt).toEqual(new Set(POINTS.filter(isAnswered).map(({ name }) => name)));
    expect(ledger.answers.filter(({ status }) => status !== 201)).toEqual([]);
    expect(statuses).toEqual(new Set([201]));
    expect(world.terminals.map(({ losses }) => losses)).toEqual([0, kills.length]);
    world.terminals.pop()?.close();
  },
);

/** Milliseconds that a frozen node may hold up the others' writes; on a busy machine the answer itself takes a while. */
const HELD_UP_MS = 5_000;

fault(
  'frozen-node',
  'a node that freezes with the lock holds up the other for 5 s at most; it goes on later, and nothing is lost',
  async (world) => {
    const { ledger } = world;
    await world.database();
    const gate = await world.gate();
    const other = await world.node();
    const victim = await world.nodeProcess({ DATABASE_URL: gate.url });
    await world.openRooms();
    world.book(6, () => victim.url);
    let longest = 0;
    for (let freezes = timesOf(1, 3, 20); freezes > 0; freezes -= 1) {
      await ledger.moreBooked(Math.floor(ledger.places / 50));
      const stopped = gate.stopAt(SAYS.commit, 'unheard');
      // After a write of another node the victim takes the lock.
      const before = world.api(other.url).post('/api/weather', { date: '2096-01-01', weather: '曇り' });
      await stopped;
      await world.strike(victim.freeze);
      const began = performance.now();
      const weather = { date: '2096-01-02', weather: `${freezes}` };
      expect((await world.api(other.url).post('/api/weather', weather)).status).toBe(201);
      longest = Math.max(longest, performance.now() - began);
      expect((await before).status).toBe(201);
      victim.thaw();
    }
    world.figures = { 'longest wait of the other node in ms': Math.round(longest) };
    expect(longest).toBeLessThan(HELD_UP_MS + timesOf(5_000, 2_000));
    await world.allBooked();
  },
);

/** The address of an embedded database as it runs now. */
function embeddedUrl(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  const port = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgresql://hotel:${password}@127.0.0.1:${port}/hotel?sslmode=disable`;
}

fault(
  'killed-product',
  'kill -9 of the product and its database under way loses no acknowledged booking',
  async (world) => {
    const { ledger } = world;
    const dataDir = newDataFolder();
    world.later(() => removeDataFolder(dataDir));
    const product = await world.nodeProcess({ DATA_DIR: dataDir });
    world.databaseUrl = embeddedUrl(dataDir);
    await world.openRooms();
    world.book(4, () => product.url);
    const kills = timesOf(1, 16);
    for (let kill = 1; kill <= kills; kill += 1) {
      await ledger.moreBooked(Math.floor(160 / kills));
      const server = postmasterPid(dataDir) ?? 0;
      const held = ledger.hold();
      await world.strike(() => Promise.all([product.end(), killAndWait(server)]));
      await held;
      await product.start();
      world.databaseUrl = embeddedUrl(dataDir);
      expect(ledger.bookings.size).toBeGreaterThanOrEqual(kill * Math.floor(160 / kills));
      expect((await ledger.differences(world.databaseUrl)).lost).toEqual([]);
      ledger.goOn();
    }
    await world.allBooked();
  },
);

fault(
  'killed-rebuild',
  'a rebuild that is killed at any moment never shows half a table, and the next one ends it beside writers',
  async (world) => {
    const url = await world.database();
    /** More than one stretch that a rebuild reads at a time. */
    const events = timesOf(7_000, 30_000);
    await copyLargeLog(url, { events, today: TODAY, seed: 7 });
    const { store, pool } = world.store();
    /** Counts the events in the shadow tables, -1 before there are any. */
    const filled = async (): Promise<number> => {
      const ask = (statement: string) => pool.query(statement).then(({ rows }) => rows[0]);
      if (!(await ask(`select to_regclass('rebuild.progress') as name`)).name) return -1;
      const done = `select position as events from rebuild.progress`;
      return Number((await ask(done).catch(() => null))?.events ?? -1);
    };
    const moments: Moment[] = [
      async () => (await filled()) >= 0,
      async () => (await filled()) > 0,
      async () => (await filled()) > events * 0.6,
      (output) => output.includes('索引'),
      (output) => output.includes('照合'),
    ];
    let isOver = false;
    let written = 0;
    /** Does something over and over beside it, without taking the machine. */
    const beside = async (work: () => Promise<void>) => {
      for (; !isOver; await pause(5)) await work();
    };
    const count = 'select count(*)::int as bookings from bookings';
    const { rows: before } = await pool.query(count);
    const writer = beside(async () => {
      const date = addDays(TODAY, 1_000 + (written % 200));
      const { weather } = await store.execute(recordWeather(date, `${written++}`));
      world.ledger.noteWeather(date, weather);
      world.ledger.acknowledged += 1;
    });
    const reader = beside(async () => expect((await pool.query(count)).rows).toEqual(before));
    const others = Promise.all([writer, reader]);
    const rebuild = () => launch({ DATABASE_URL: url }, 'rebuild');
    for (let round = 0; round < timesOf(1, 5); round += 1) {
      for (const isNow of moments) await world.strike(() => killWhen(rebuild(), isNow));
    }
    const last = rebuild();
    const code = await last.ended;
    isOver = true;
    await others;
    const output = expect.stringContaining('再構築が終わりました');
    expect({ code, output: last.output() }).toEqual({ code: 0, output });
    const [head] = await rawQuery(url, 'select position from log_head');
    expect(Number(head?.position)).toBeGreaterThanOrEqual(events + written);
  },
);

fault('killed-backup', 'a backup and a restore that are killed', async (world) => {
  const [place, target] = [temporaryFolder(), await createEmptyDatabase()];
  world.later(place.remove);
  world.later(target.drop);
  const source = await world.database();
  const events = timesOf(5_000, 40_000);
  await copyLargeLog(source, { events, today: TODAY, seed: 7 });
  const [backup, keys] = [place.pathOf('backup'), place.pathOf('keys')];
  const args = [backup, '--keys', keys];

  await world.step(
    'a backup killed at its last table is none, and the next one takes its place',
    async () => {
      const client = await lookOn(world);
      await client.query('begin; lock table csv_import_rows in access exclusive mode');
      const waits = `select from pg_locks where not granted and relation = 'csv_import_rows'::regclass`;
      const program = launch({ DATABASE_URL: source }, 'backup', ...args);
      await world.strike(() => killWhen(program, () => isThere(client, waits)));
      await client.query('rollback');

      expect(filesIn(`${backup}.unfinished`)).toContain('event_log.copy.gz');
      expect([...filesIn(backup), ...filesIn(keys)]).toEqual([]);
      for (const withKeys of ['none', `${keys}.unfinished`]) {
        const opened = openBackup(`${backup}.unfinished`, withKeys);
        await expect(opened).rejects.toThrow(/はバックアップではありません/);
      }
      expect(await runCommand('backup', { DATABASE_URL: source }, ...args)).toMatchObject({ code: 0 });
      expect([...filesIn(`${backup}.unfinished`), ...filesIn(`${keys}.unfinished`)]).toEqual([]);
      expect((await openBackup(backup, keys)).log.manifest.position).toBeGreaterThanOrEqual(events);
    },
  );

  const env = { DATABASE_URL: target.url };
  const restore = () => launch(env, 'restore', ...args);
  world.databaseUrl = target.url;
  const client = await lookOn(world);
  const copied =
    'select from pg_stat_progress_copy where datname = current_database() and tuples_processed > 0';
  await world.strike(() => killWhen(restore(), () => isThere(client, copied)));
  await client.end();
  expect(await tablesOf(target.url)).toEqual([]);

  await world.step(
    'a restore killed while it reads has written nothing; while it rebuilds, the next start ends it',
    async () => {
      await world.strike(() => killWhen(restore(), (output) => output.includes('再構築中')));
      const last = "select position, encode(hash, 'hex') as hash from log_head";
      expect(await rawQuery(target.url, last)).toEqual(await rawQuery(source, last));
      const again = await runCommand('restore', env, ...args);
      expect(again.lines.at(-1)).toMatch(/^復元先のデータベースは空ではありません/);
      await (await world.node()).stop();
    },
  );
});

/** More than are imported before the upload is answered. */
const ROWS = 1_050;

/** New, changed, cancelled and failed rows, the changes and cancellations after all that they are about. */
function mixedFile(): Buffer {
  const made = goodRows(ROWS - 200);
  const changed = { 予約区分: '予約変更', 変更日時: '2095-11-08 09:00:00', 合計料金: '9000' };
  const cancelled = { 予約区分: 'キャンセル', キャンセル日時: '2095-11-09 09:00:00' };
  return channelFile([
    ...made.map((row, index) => (index % 7 === 0 ? { ...row, 部屋記号: 'XX' } : row)),
    ...made.slice(0, 120).map((row) => channelRow({ ...row, ...changed })),
    ...made.slice(60, 140).map((row) => channelRow({ ...row, ...cancelled })),
  ]);
}

const withoutWhen = ({ received_at, finished_at, ...report }: ImportReport) => report;

/** Reads the outcome of a finished import: its report, the log without instants and keys, and the bookings. */
async function outcome(world: World, node: TestServer, id: number) {
  const rows = (statement: string) => rawQuery(world.databaseUrl, statement);
  const report = withoutWhen(await reportOf(node.url, id));
  world.ledger.acknowledged += report.done;
  await node.stop();
  const bookings = 'select id, room_number, stay_start, is_cancelled, version from bookings order by id';
  return {
    report,
    log: await rows('select position, stream, version, type from event_log order by position'),
    bookings: await rows(bookings),
  };
}

/** The rows of the only import, as they are done. */
async function rowsDone(world: World) {
  const client = await lookOn(world);
  const done = async (): Promise<number> =>
    (await client.query('select done from csv_imports')).rows[0]?.done ?? 0;
  const until = async (isEnough: (done: number) => boolean) => {
    await eventually('enough rows are done', done, isEnough, IN_THE_MOMENT);
  };
  return { client, done, until };
}

/** kill -9 as soon as so many rows are done; how many really were, with the process gone. */
async function killAt(world: World, node: NodeProcess, rows: number): Promise<number> {
  const { until, done } = await rowsDone(world);
  await until((count) => count >= rows);
  await world.strike(node.end);
  return done();
}

/**
 * kill -9 in the moment in which rows are committed to the log and their results are not written yet. Whatever the
 * database was still doing for the node ends with it.
 */
async function killBeforeResults(world: World, node: NodeProcess): Promise<number> {
  const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { client, done } = await rowsDone(world);
  const lockedDone = async (): Promise<number> => {
    await client.query('rollback; begin');
    return (await client.query('select done from csv_imports for update')).rows[0].done;
  };
  await eventually('50 rows are done', lockedDone, (count) => count >= 50, IN_THE_MOMENT);
  // Within a transaction everybody's activity stays as it was at the first look, unless that is forgotten.
  const isWaiting = async () => {
    await client.query('select pg_stat_clear_snapshot()');
    return isThere(client, `select ${waiting}`);
  };
  await eventually('the results wait for the lock', isWaiting, Boolean, IN_THE_MOMENT);
  await world.strike(node.end);
  await client.query(`select pg_terminate_backend(pid) ${waiting}`);
  await client.query('rollback');
  return done();
}

fault('killed-import', 'imports that are killed or cut off', async (world) => {
  const file = mixedFile();
  const newHotel = () => world.database(createHotelDatabase);
  await newHotel();
  const undisturbed = await world.node();
  const { body: whole } = await upload(undisturbed.url, file, { name: 'a.csv' });
  const expected = await outcome(world, undisturbed, whole.id);
  expect(expected.report).toMatchObject({ rows: ROWS, done: ROWS, status: 'done' });
  world.ledger.acknowledged = 0;

  await world.step(
    'an import whose server is killed is finished by the next start, then by another node',
    async () => {
      const env = { DATABASE_URL: await newHotel() };
      const first = await world.nodeProcess(env);
      const { status, body } = await upload(first.url, file, { name: 'a.csv' });
      expect(status).toBe(202);
      const atFirstKill = await killBeforeResults(world, first);
      expect(atFirstKill).toBeLessThan(ROWS - 400);
      const next = await world.nodeProcess(env);
      await (await rowsDone(world)).until((done) => done !== atFirstKill);
      const other = await world.node();
      expect(await killAt(world, next, atFirstKill + 100)).toBeLessThan(ROWS);
      expect(await outcome(world, other, body.id)).toEqual(expected);
    },
  );

  await world.step(
    'an import goes on when its connections are cut again and again, and loses no row',
    async () => {
      await newHotel();
      const gate = await world.gate();
      const node = await world.node({ databaseUrl: gate.url });
      const { body } = await upload(node.url, file, { name: 'a.csv' });
      const { until, done } = await rowsDone(world);
      for (const rows of [50, 150, 250]) {
        await until((count) => count >= rows);
        await world.strike(gate.cut);
      }
      expect(await done()).toBeLessThan(ROWS);
      await until((count) => count >= ROWS);
      expect(await outcome(world, node, body.id)).toEqual(expected);
    },
  );

  await world.step('a dry run whose server is killed begins again and tells the same', async () => {
    const first = await world.nodeProcess({ DATABASE_URL: await newHotel() });
    const { body } = await upload(first.url, file, { query: '?dry_run=1' });
    expect(await killAt(world, first, 100)).toBeLessThan(ROWS);
    const node = await world.node();
    const broken = await reportOf(node.url, body.id);
    expect(broken).toMatchObject({ rows: ROWS, done: ROWS });
    const again = await upload(node.url, file, { query: '?dry_run=1' });
    const told = withoutWhen(await reportOf(node.url, again.body.id));
    expect(withoutWhen(broken)).toEqual({ ...told, id: body.id });
  });
});

fault(
  'leaving-node',
  'a node that is told to end says so at once, serves on, answers what is under way, and hangs up last',
  async (world) => {
    await world.database();
    const node = await world.node({ env: { DRAIN_SECONDS: '1' } });
    const [api, other] = [world.api(node.url), await lookOn(world)];
    const order: string[] = [];
    const terminal = new LiveTerminal(node.url);
    await terminal.until(({ states }) => states.length > 0);
    await other.query('begin; select from log_head for update');
    const written = api.post('/api/weather', { date: '2096-01-01', weather: '晴れ' });
    void written.finally(() => order.push('answered'));
    const isWaiting = () => isThere(other, 'select from pg_locks where not granted');
    await eventually('the write waits for the lock', isWaiting);
    expect((await api.get('/api/hotel')).headers.get('connection')).toBe('keep-alive');

    const stopped = world.strike(node.stop);
    const ready = await api.get('/health/ready');
    expect(ready.status).toBe(503);
    expect(ready.body).toMatchObject({ status: 'unavailable', reason: 'this node is about to end' });
    const still = await api.get('/api/hotel');
    expect([still.status, still.headers.get('connection')]).toEqual([200, 'close']);
    expect((await api.get('/health/live')).status).toBe(200);

    void terminal.until(({ kinds }) => kinds.includes('disconnect')).then(() => order.push('hung up'));
    const isListening = () => api.get('/health/live').then(Boolean, () => false);
    await eventually('nobody listens any more', async () => !(await isListening()));
    expect(order).toEqual([]);
    await other.query('commit');
    expect((await written).status).toBe(201);
    await stopped;
    await terminal.until(({ kinds }) => kinds.includes('disconnect'));
    expect(order).toEqual(['answered', 'hung up']);
    expect(terminal.reason).toBe('transport close'); // The one after which a terminal connects again by itself.
  },
);
