import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { apiClient } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { query } from '../support/launched-postgres.js';
import { rawQuery } from '../support/log-rows.js';
import { runCommand } from '../support/server.js';
import { temporaryFolder } from '../support/temporary-file.js';
import { fault, type World } from './harness.js';
import { type ArchivedBy, startArchivedPostgres, whyNoArchive } from './support/archived-postgres.js';

const MONTH = 'start_date=2096-01-01&end_date=2096-01-31';
const CHECKPOINTS = 'checkpoints.ndjson';

/** State that the hotel shows, and the end of its log. */
async function standOf(url: string, databaseUrl: string) {
  const api = apiClient(url);
  const { body: bookings } = await api.get(`/api/bookings?${MONTH}`);
  const { body: counts } = await api.get(`/api/booking_type_diff?${MONTH}`);
  const [head] = await rawQuery(databaseUrl, "select position, encode(hash, 'hex') as hash from log_head");
  return { bookings, counts, head };
}

/** A copy of an evidence folder with as many checkpoints as the restored database knows of. */
function cutEvidence(folder: string, copy: string, known: number): void {
  cpSync(folder, copy, { recursive: true });
  const lines = readFileSync(join(folder, CHECKPOINTS), 'utf8').split('\n').slice(0, known);
  writeFileSync(join(copy, CHECKPOINTS), `${lines.join('\n')}\n`);
}

const BACK =
  'a hotel is taken back to the minute before a mistake: nodes, terminals and verify are as they were then, and go on';

fault('point-in-time', BACK, (world) => goBack(world, 'Debian'), whyNoArchive());

fault(
  'point-in-time-compose',
  `${BACK}, with the settings of the container`,
  (world) => goBack(world, 'Compose'),
  whyNoArchive(),
);

async function goBack(world: World, by: ArchivedBy): Promise<void> {
  const { ledger } = world;
  const place = temporaryFolder();
  world.later(place.remove);
  const [evidence, cut, next] = ['evidence', 'cut', 'next'].map(place.pathOf) as [string, string, string];
  const postgres = await startArchivedPostgres(world, by);
  expect(await runCommand('migrate', { DATABASE_URL: postgres.url })).toMatchObject({ code: 0 });
  postgres.backUp();
  await world.openRooms();
  const serve = (EVIDENCE_DIR: string, PORT?: string) =>
    world.nodeProcess({ DATABASE_URL: postgres.url, EVIDENCE_DIR, ...(PORT ? { PORT } : {}) });
  const nodes = [await serve(evidence), await serve(evidence)] as const;
  const ports = nodes.map(({ url }) => new URL(url).port);
  const terminal = await world.terminal(nodes[0].url);
  const api = apiClient(nodes[0].url);
  const kept = { key: randomUUID(), body: { date: '2096-01-19', weather: '晴れ' } };
  const lost = { key: randomUUID(), body: { date: '2096-01-20', weather: '雪' } };
  const write = (node: string, { key, body }: typeof kept) =>
    apiClient(node).post('/api/weather', body, { 'idempotency-key': key });

  // Writers run; the minute is noted while they wait, so that what they were told by then is known.
  world.book(4, (client) => nodes[client % 2]?.url ?? '');
  await ledger.moreBooked(60);
  expect((await write(nodes[0].url, kept)).status).toBe(201);
  expect((await api.post('/api/checkpoints')).status).toBe(201);
  await ledger.hold();
  const then = await standOf(nodes[0].url, postgres.url);
  ledger.noteWeather(kept.body.date, kept.body.weather);
  const forgetLater = ledger.remember();
  const known = new Map(ledger.bookings);
  const [clock] = await query(postgres.superuserUrl, 'select clock_timestamp()::text as now');
  const minute = String(clock?.now);

  // The mistake, and what is written beside it; a checkpoint signs it.
  ledger.goOn(40);
  await ledger.moreBooked(40);
  await ledger.hold();
  const changes = [...known.values()].slice(0, 30).map(({ id }) => ({ action: 'cancel', id }));
  expect((await api.post('/api/booking-batch', { changes })).status).toBe(200);
  expect((await write(nodes[0].url, lost)).status).toBe(201);
  expect((await api.post('/api/checkpoints')).status).toBe(201);
  await terminal.until(({ weatherOf }) => weatherOf('2096-01-20') === '雪');
  await postgres.archiveAll();
  for (const node of nodes) await node.end('SIGTERM');

  const signed = readFileSync(join(evidence, CHECKPOINTS), 'utf8').trim().split('\n').length;
  await world.strike(postgres.lose);
  const restored = await postgres.restoreTo(minute);
  await eventually(
    'it takes writes',
    () => query(restored.superuserUrl, 'select pg_is_in_recovery() as waits'),
    ([row]) => row?.waits === false,
  );

  // The old evidence knows of more than the restored log has: it is proof of what was, and no longer the place to sign in.
  const env = { DATABASE_URL: postgres.url };
  const old = await runCommand('verify', { ...env, EVIDENCE_DIR: evidence });
  expect([old.code, old.lines.at(-1)]).toEqual([1, expect.stringContaining('不合格')]);
  // What was signed until then is in the log, to the last event.
  const [end] = await rawQuery(postgres.url, 'select number from checkpoint_ends');
  expect(Number(end?.number)).toBeLessThan(signed);
  cutEvidence(evidence, cut, Number(end?.number));
  const proved = await runCommand('verify', { ...env, EVIDENCE_DIR: cut });
  expect([proved.lines.join('\n'), proved.code]).toEqual([expect.stringMatching(/^判定: 合格$/m), 0]);

  // A new folder, and the database forgets the end of the old one.
  await query(postgres.url, 'delete from checkpoint_ends');
  const again = [await serve(next, ports[0]), await serve(next, ports[1])] as const;
  expect(await standOf(again[0].url, postgres.url)).toEqual(then);
  // A terminal that holds a newer position loads everything anew.
  await terminal.until(({ arrivals, bookings }) => arrivals > 1 && bookings.size === known.size);
  expect(terminal.weatherOf('2096-01-20')).toBeUndefined();
  expect(existsSync(join(next, CHECKPOINTS))).toBe(false);
  const signing = await apiClient(again[0].url).post('/api/checkpoints');
  expect(signing).toMatchObject({
    status: 201,
    body: { position: Number(then.head?.position), number: 1 },
  });
  const verified = await runCommand('verify', { ...env, EVIDENCE_DIR: next });
  expect([verified.lines.join('\n'), verified.code]).toEqual([expect.stringMatching(/^判定: 合格$/m), 0]);

  // What was acknowledged before the minute is remembered by its key; what came later is not, and is done when it is sent again.
  const events = async () =>
    Number((await rawQuery(postgres.url, 'select position from log_head'))[0]?.position);
  const before = await events();
  expect((await write(again[0].url, kept)).status).toBe(201);
  expect(await events()).toBe(before);
  expect((await write(again[1].url, lost)).status).toBe(201);
  expect(await events()).toBe(before + 1);

  forgetLater();
  ledger.noteWeather(lost.body.date, lost.body.weather);
  world.figures = {
    'bookings at the minute': known.size,
    'events at the minute': Number(then.head?.position),
  };
}
