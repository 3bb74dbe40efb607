import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { addIndexes, createShadows } from '#backend/event-store/rebuild/shadow-tables.js';
import { openLongRunningClient } from '#backend/platform/database.js';
import { READ_MODELS } from '#backend/streams.js';
import { launch } from '../support/server.js';
import { openNode, recordWeather } from '../support/store-node.js';
import { type Role, repeated, reportOn } from './harness.js';
import { emptyDatabase, LOG_ENDS, largeLog, memoryOf, startProgram, useEnds } from './support/product.js';

useEnds();

const { measured, atLeast, atMost, leftOut } = reportOn('rebuild');
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const PEER_EVENTS = 10_000;
const LOOK_MS = 20;
const SCHEMA = 'sql_rebuild';
const NOTHING = { position: 0, hash: Buffer.alloc(32), checksums: new Map() };

type Rebuilt = { seconds: number; peakMib: number };

/** `npm run rebuild`, a process of its own. */
async function rebuilt(databaseUrl: string, swapping: () => void = () => undefined): Promise<Rebuilt> {
  const started = performance.now();
  const program = launch({ DATABASE_URL: databaseUrl }, 'rebuild');
  let peakMib = 0;
  const timer = setInterval(() => {
    if (program.output().includes('入れ替えて')) swapping();
    peakMib = Math.max(peakMib, memoryOf(program.process.pid, 'VmHWM'));
  }, LOOK_MS);
  const code = await program.ended;
  clearInterval(timer);
  expect({ code, output: program.output() }).toMatchObject({ code: 0 });
  return { seconds: (performance.now() - started) / 1000, peakMib };
}

/** Rebuilds beside a client that writes all the time; answers how long it waited at most, and during the swap. */
async function besideWriter(databaseUrl: string): Promise<{ longest: number; atSwap: number }> {
  const node = openNode(databaseUrl);
  const waited = { longest: 0, atSwap: 0 };
  let [running, isSwapping] = [true, false];
  const writer = (async () => {
    for (let round = 0; running; round++) {
      const before = performance.now();
      await node.store.execute(recordWeather(addDays(LOG_ENDS, round % 300), `${round}`));
      const ms = performance.now() - before;
      waited.longest = Math.max(waited.longest, ms);
      if (isSwapping) waited.atSwap = Math.max(waited.atSwap, ms);
      await pause(5);
    }
  })();
  await rebuilt(databaseUrl, () => {
    isSwapping = true;
  });
  running = false;
  await writer;
  await node.close();
  return waited;
}

/**
 * Best time of a rebuild: the same rows with the same indexes, by SQL from tables that are folded already. Answers
 * how many seconds it took.
 */
async function fillBySql(databaseUrl: string, indexes: 'live' | 'after'): Promise<number> {
  const client = await openLongRunningClient(databaseUrl);
  const { tables } = READ_MODELS;
  const started = performance.now();
  await createShadows(client, SCHEMA, READ_MODELS, NOTHING);
  if (indexes === 'live') await addIndexes(client, SCHEMA, tables);
  for (const table of tables)
    await client.query(`insert into ${SCHEMA}.${table} select * from public.${table}`);
  if (indexes === 'after') await addIndexes(client, SCHEMA, tables);
  const seconds = (performance.now() - started) / 1000;
  await client.query(`drop schema ${SCHEMA} cascade`);
  await client.end();
  return seconds;
}

test('every read model built anew from a million events, beside SQL, a peer and a writing client', async () => {
  const { events, url } = await largeLog();
  const rate = (way: string, role: Role, runs: number[]) =>
    measured('every read model built anew', way, 'events/s', runs, role);
  const own: Rebuilt[] = [];
  const bySql: number[] = [];
  // In turn, so that what else the machine does hits both alike.
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await rebuilt(url));
    bySql.push(await fillBySql(url, 'after'));
  }
  const perSecond = (seconds: number) => events / seconds;
  const way = 'npm run rebuild';
  const rates = own.map(({ seconds }) => perSecond(seconds));
  const product = rate(way, 'product', rates);
  rate('INSERT … SELECT from folded rows, indexes made after', 'limit', bySql.map(perSecond));
  const live = perSecond(await fillBySql(url, 'live'));
  rate('INSERT … SELECT from folded rows, indexes live', 'limit', [live]);
  const peaks = own.map(({ peakMib }) => peakMib);
  const peakMib = measured('memory of the process', way, 'MiB', peaks);
  const { longest, atSwap } = await besideWriter(url);
  measured('a write beside it', 'longest wait of all', 'ms', [longest]);
  measured('a write beside it', 'longest wait at the swap', 'ms', [atSwap]);
  const verified = launch({ DATABASE_URL: url }, 'verify');
  expect({ code: await verified.ended, output: verified.output() }).toMatchObject({ code: 0 });

  atMost('memory', peakMib, 'MiB', 250);
  atMost('writers held at the swap', atSwap, 'ms', 200);
  try {
    const given = { databaseUrl: await emptyDatabase(), events: PEER_EVENTS };
    const emmett = await startProgram('rebuild/emmett.mjs', given);
    const peers = await repeated(() => emmett.ask<number>('rebuild'), ROUNDS);
    const peer = rate('emmett: rebuildPostgreSQLProjections, 10,000 events', 'peer', peers);
    atLeast('of emmett', product / peer, '×', 25);
  } catch (error) {
    leftOut('emmett', error);
  }
});
