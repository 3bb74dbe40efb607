import { afterEach, expect, test } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import { openClient } from '../../backend/platform/database.js';
import { reportOf, upload } from '../support/api-client.js';
import { channelFile, channelRow, goodRows } from '../support/channel-file.js';
import type { TestDatabase } from '../support/database.js';
import { openGate } from '../support/gated-port.js';
import { createHotelDatabase } from '../support/hotel.js';
import { rawQuery } from '../support/log-rows.js';
import { type ServerProcess, spawnServer, startTestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';

/** More than are imported before the upload is answered. */
const ROWS = 1_050;

let databases: TestDatabase[] = [];
let servers: ServerProcess[] = [];

afterEach(async () => {
  for (const server of servers) server.process.kill('SIGKILL');
  await Promise.all(servers.map(({ close }) => close()));
  for (const database of databases) await database.drop();
  servers = [];
  databases = [];
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await createHotelDatabase();
  databases.push(database);
  return database;
}

async function spawn(databaseUrl: string): Promise<ServerProcess> {
  const server = await spawnServer({ PORT: '0', DATABASE_URL: databaseUrl, SAMPLE_DATA: '0' });
  servers.push(server);
  return server;
}

/** New, changed, cancelled and failed rows, the changes and cancellations after all that they are about. */
function mixedFile(): Buffer {
  const made = goodRows(ROWS - 200);
  const changes = made
    .slice(0, 120)
    .map((row) =>
      channelRow({ ...row, 予約区分: '予約変更', 変更日時: '2095-11-08 09:00:00', 合計料金: '9000' }),
    );
  const cancels = made
    .slice(60, 140)
    .map((row) => channelRow({ ...row, 予約区分: 'キャンセル', キャンセル日時: '2095-11-09 09:00:00' }));
  const failing = made.map((row, index) => (index % 7 === 0 ? { ...row, 部屋記号: 'XX' } : row));
  return channelFile([...failing, ...changes, ...cancels]);
}

const withoutWhen = ({ received_at, finished_at, ...report }: ImportReport) => report;

/** What an import leaves: its report, the log without instants and keys, and the bookings. */
async function outcome(url: string, databaseUrl: string, id: number) {
  const report = withoutWhen(await reportOf(url, id));
  const rows = (statement: string) => rawQuery(databaseUrl, statement);
  return {
    report,
    log: await rows('select position, stream, version, type from event_log order by position'),
    bookings: await rows(
      'select id, room_number, stay_start, is_cancelled, version from bookings order by id',
    ),
  };
}

async function undisturbed(file: Buffer) {
  const { url: databaseUrl } = await newDatabase();
  const server = await startTestServer({ databaseUrl });
  const { body } = await upload(server.url, file, { name: 'a.csv' });
  await reportOf(server.url, body.id);
  const expected = await outcome(server.url, databaseUrl, body.id);
  await server.stop();
  return expected;
}

const doneIn = async (databaseUrl: string) =>
  Number((await rawQuery(databaseUrl, 'select done from csv_imports'))[0]?.done);

/** Waits until more rows are done; on one connection, so that looking costs the import little. */
async function untilDone(databaseUrl: string, isEnough: (done: number) => boolean): Promise<void> {
  const client = await openClient(databaseUrl, () => {});
  try {
    while (!isEnough((await client.query('select done from csv_imports')).rows[0]?.done ?? 0));
  } finally {
    await client.end();
  }
}

/** kill -9 as soon as so many rows are done; returns how many really were, with the process gone. */
async function killAt(server: ServerProcess, databaseUrl: string, rows: number): Promise<number> {
  await untilDone(databaseUrl, (done) => done >= rows);
  const ended = new Promise((done) => server.process.once('close', done));
  server.process.kill('SIGKILL');
  await ended;
  return doneIn(databaseUrl);
}

/**
 * kill -9 in the moment in which rows are committed to the log and their results are not written yet. Whatever the
 * database was still doing for the server ends with it.
 */
async function killBeforeResults(server: ServerProcess, databaseUrl: string): Promise<number> {
  const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const client = await openClient(databaseUrl, () => {});
  for (let done = 0; done < 50; ) {
    await client.query('rollback; begin');
    done = (await client.query('select done from csv_imports for update')).rows[0].done;
  }
  // Within a transaction everybody's activity stays as it was at the first look, unless that is forgotten.
  while ((await client.query(`select ${waiting}`)).rowCount === 0) {
    await client.query('select pg_stat_clear_snapshot()');
  }
  await killAt(server, databaseUrl, 0);
  await client.query(`select pg_terminate_backend(pid) ${waiting}`);
  await client.query('rollback');
  await client.end();
  return doneIn(databaseUrl);
}

test('an import whose server is killed is finished by the next start, then by another node, as if nothing had been', async () => {
  const file = mixedFile();
  const expected = await undisturbed(file);
  expect(expected.report).toMatchObject({ rows: ROWS, done: ROWS, status: 'done' });

  const { url: databaseUrl } = await newDatabase();
  const first = await spawn(databaseUrl);
  const { status, body } = await upload(first.url, file, { name: 'a.csv' });
  expect(status).toBe(202);
  const atFirstKill = await killBeforeResults(first, databaseUrl);
  expect(atFirstKill).toBeLessThan(ROWS - 400);

  const next = await spawn(databaseUrl);
  await untilDone(databaseUrl, (done) => done !== atFirstKill);
  const other = await startTestServer({ databaseUrl });
  const atSecondKill = await killAt(next, databaseUrl, atFirstKill + 100);
  expect(atSecondKill).toBeLessThan(ROWS);

  const finished = await outcome(other.url, databaseUrl, body.id);
  await other.stop();
  expect(finished).toEqual(expected);
  await survived({ what: 'an import whose node is killed twice', tried: 2, databaseUrl, acknowledged: ROWS });
});

test('an import goes on when its connections are cut again and again, and loses no row', async () => {
  const file = mixedFile();
  const expected = await undisturbed(file);
  const { url: databaseUrl } = await newDatabase();
  const gate = await openGate(databaseUrl);
  const server = await startTestServer({ databaseUrl: gate.url });
  const { body } = await upload(server.url, file, { name: 'a.csv' });
  for (const rows of [50, 150, 250]) {
    await untilDone(databaseUrl, (done) => done >= rows);
    gate.cut();
  }
  expect(await doneIn(databaseUrl)).toBeLessThan(ROWS);
  await untilDone(databaseUrl, (done) => done >= ROWS);
  const finished = await outcome(server.url, databaseUrl, body.id);
  await server.stop();
  await gate.close();
  expect(finished).toEqual(expected);
  const what = 'an import whose connections are cut again and again';
  await survived({ what, tried: 3, databaseUrl, acknowledged: ROWS });
});

test('a dry run whose server is killed begins again and tells the same', async () => {
  const file = mixedFile();
  const { url: databaseUrl } = await newDatabase();
  const first = await spawn(databaseUrl);
  const { body } = await upload(first.url, file, { query: '?dry_run=1' });
  expect(await killAt(first, databaseUrl, 100)).toBeLessThan(ROWS);
  const server = await startTestServer({ databaseUrl });
  const broken = await reportOf(server.url, body.id);
  expect(broken).toMatchObject({ rows: ROWS, done: ROWS });
  const again = await upload(server.url, file, { query: '?dry_run=1' });
  const whole = await reportOf(server.url, again.body.id);
  await server.stop();
  expect(withoutWhen(broken)).toEqual({ ...withoutWhen(whole), id: body.id });
});
