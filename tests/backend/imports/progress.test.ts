import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { ImportReport } from '@wire/csv-imports.js';
import { openClient } from '../../../backend/platform/database.js';
import { reportOf, upload } from '../../support/api-client.js';
import { channelFile, goodFile, goodRows } from '../../support/channel-file.js';
import type { Hotel } from '../../support/hotel.js';
import { startHotel } from '../../support/hotel.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { rawQuery } from '../../support/log-rows.js';
import { startTestServer, type TestServer } from '../../support/server.js';

let hotel: Hotel;
let other: TestServer;
const terminals: LiveTerminal[] = [];

beforeAll(async () => {
  hotel = await startHotel();
  other = await startTestServer({ databaseUrl: hotel.databaseUrl });
});
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.close();
});
afterAll(async () => {
  await other.stop();
  await hotel.stop();
});

/** Works off imports as a node does, which none then can, until the connection ends. */
async function standIn() {
  const client = await openClient(hotel.databaseUrl, () => {});
  await client.query('select pg_advisory_lock(740001)');
  return client;
}

async function terminalAt(url: string): Promise<LiveTerminal> {
  const terminal = new LiveTerminal(url);
  terminals.push(terminal);
  await terminal.until(({ states }) => states.length > 0);
  return terminal;
}

const of = (terminal: LiveTerminal, id: number) => terminal.imports.filter((summary) => summary.id === id);
const isDone = (terminal: LiveTerminal, id: number) => of(terminal, id).at(-1)?.status === 'done';

/** Rows that only fail take little time each. */
const failingFile = (count: number, prefix: string) =>
  channelFile(goodRows(count, prefix).map((row) => ({ ...row, 部屋記号: 'XX' })));

test('terminals of all nodes receive the progress and the end of an import', async () => {
  const watching = [await terminalAt(hotel.url), await terminalAt(other.url)];
  const { body } = await upload(hotel.url, failingFile(1_001, 'A'));
  await Promise.all(watching.map((terminal) => terminal.until(() => isDone(terminal, body.id))));
  const report = await reportOf(hotel.url, body.id);
  const { results, ...summary } = report;
  for (const terminal of watching) {
    const told = of(terminal, body.id);
    expect(told.at(-1)).toEqual(summary);
    const steps = told.map(({ done }) => done);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(told.filter(({ status }) => status === 'running').length).toBeGreaterThan(0);
  }
});

test('terminals receive progress five times a second at most, and always the last step', async () => {
  const worker = await standIn();
  const terminal = await terminalAt(other.url);
  const [row] = await rawQuery(
    hotel.databaseUrl,
    `insert into csv_imports (file_name, digest, dry_run, status, rows, request_id)
     values ('often.csv', sha256('often'), true, 'running', 100, 'often') returning id`,
  );
  const id = Number(row?.id);
  const started = performance.now();
  for (let done = 1; done <= 100; done += 1) {
    await rawQuery(
      hotel.databaseUrl,
      `update csv_imports set done = ${done} where id = ${id}; select pg_notify('csv_import', '${id}')`,
    );
  }
  await terminal.until(() => of(terminal, id).at(-1)?.done === 100);
  const seconds = (performance.now() - started) / 1000;
  await worker.end();
  expect(of(terminal, id).length).toBeLessThanOrEqual(5 * seconds + 2);
});

test('a connecting terminal receives the running import, even while it makes no progress', async () => {
  const worker = await standIn();
  const earlier = await terminalAt(other.url);
  const { body } = await upload(hotel.url, failingFile(1_001, 'B'));
  await earlier.until(() => of(earlier, body.id).length > 0);
  const late = await terminalAt(other.url);
  await late.until(() => of(late, body.id).length > 0);
  expect(of(late, body.id)).toMatchObject([{ status: 'running', rows: 1_001, done: 0 }]);
  await worker.end();
  await late.until(() => isDone(late, body.id));
});

test('dry runs and repeated files are reported as well, however short, each end once', async () => {
  const terminal = await terminalAt(other.url);
  const file = goodFile(3, 'C');
  const ids: number[] = [];
  for (const query of ['?dry_run=1', '', '']) {
    const { body } = await upload(hotel.url, file, { query });
    const { results, ...summary } = body;
    await terminal.until(() => isDone(terminal, body.id));
    expect(of(terminal, body.id).at(-1)).toEqual(summary);
    ids.push(body.id);
  }
  const ended = ids.map((id) => of(terminal, id).filter(({ status }) => status === 'done').length);
  expect(ended).toEqual([1, 1, 1]);
});

test('a save at the desk waits for a few rows of a large import, not for all of it', async () => {
  const { body } = await upload(hotel.url, goodFile(1_100, 'D'));
  const doneNow = async () => {
    const path = `/api/csv-imports/${body.id}`;
    const { done, status, results } = (await hotel.api.get<ImportReport>(path)).body;
    if (status === 'running') expect(results).toEqual([]);
    return { done, status };
  };
  while ((await doneNow()).done === 0);
  const rowsMeanwhile: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const before = await doneNow();
    const payload = hotel.payload({ stay_start: '2096-12-10', stay_end: '2096-12-11' });
    expect((await hotel.api.post('/api/booking', payload)).status).toBe(201);
    const after = await doneNow();
    expect(after.status).toBe('running');
    rowsMeanwhile.push(after.done - before.done);
  }
  // The rows under way when it comes, and those that are counted before and after it is timed.
  expect(Math.min(...rowsMeanwhile)).toBeLessThanOrEqual(150);
  const report = await reportOf(hotel.url, body.id);
  expect([report.done, report.results.length]).toEqual([1_100, 1_100]);
});
