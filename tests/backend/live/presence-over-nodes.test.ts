import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { editing, holding } from '../../support/activities.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { rawQuery } from '../../support/log-rows.js';
import { startTestServer, type TestServer } from '../../support/server.js';

let database: TestDatabase;
let nodes: [TestServer, TestServer];
const terminals: LiveTerminal[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startTestServer({ databaseUrl: database.url });
  nodes = [await start(), await start()];
});

afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.close();
  for (const node of nodes) {
    const witness = await comes(node, 'witness');
    await shows(witness, []);
    witness.close();
  }
});

afterAll(async () => {
  for (const node of nodes) await node.stop();
  await database.drop();
});

async function comes({ url }: { url: string }, name: string): Promise<LiveTerminal> {
  const terminal = new LiveTerminal(url, { terminal_id: `id-${name}`, terminal: name });
  terminals.push(terminal);
  await terminal.until(() => terminal.presence !== undefined);
  return terminal;
}

/** Waits until a terminal shows exactly these names with these bookings. */
function shows(terminal: LiveTerminal, wanted: [string, number][]): Promise<void> {
  const text = JSON.stringify(wanted);
  return terminal.until(({ presence }) => {
    const shown = presence?.map(({ terminal: name, booking_id }) => [name, booking_id]);
    return JSON.stringify(shown?.sort()) === text;
  });
}

test('what is open on one node is seen on the other, changes there, and goes', async () => {
  const [front, back] = [await comes(nodes[0], 'フロント'), await comes(nodes[1], '事務所')];
  front.send('activity', editing(17));
  await shows(back, [['フロント', 17]]);
  back.send('activity', editing(18));
  const both: [string, number][] = [
    ['フロント', 17],
    ['事務所', 18],
  ];
  await shows(front, both);
  await shows(await comes(nodes[1], '後から'), both);
  expect(back.presence).toContainEqual({
    terminal_id: 'id-フロント',
    terminal: 'フロント',
    since: expect.any(String),
    ...editing(17),
  });
  front.send('activity', editing(null));
  await shows(back, [['事務所', 18]]);
  back.close();
  await shows(front, []);
});

test('what a killed node said last is soon not believed any more', async () => {
  const killed = await startTestServer({ databaseUrl: database.url, ownProcess: true });
  const [lost, back] = [await comes(killed, '停電'), await comes(nodes[0], '事務所')];
  lost.send('activity', editing(17));
  await shows(back, [['停電', 17]]);
  process.kill(killed.pid as number, 'SIGKILL');
  await lost.until(({ kinds }) => kinds.includes('disconnect'));
  await rawQuery(database.url, `update presence set seen_at = seen_at - interval '12 seconds'`);
  await shows(back, []);
  const remembered = () => rawQuery(database.url, 'select from presence');
  while ((await remembered()).length > 0) await pause(20);
});

test('a database that forgot everything in a crash is told again', async () => {
  const [front, back] = [await comes(nodes[0], 'フロント'), await comes(nodes[1], '事務所')];
  front.send('activity', editing(17));
  await shows(back, [['フロント', 17]]);
  await rawQuery(database.url, 'truncate presence');
  const said = () => rawQuery(database.url, 'select terminal, booking_id from presence');
  while ((await said()).length === 0) await pause(20);
  expect(await said()).toEqual([{ terminal: 'フロント', booking_id: '17' }]);
});

test('a node that ends in order takes what its terminals have open with it', async () => {
  const leaving = await startTestServer({ databaseUrl: database.url });
  const [front, back] = [await comes(leaving, 'フロント'), await comes(nodes[0], '事務所')];
  front.send('activity', editing(17));
  await shows(back, [['フロント', 17]]);
  await leaving.stop();
  expect(await rawQuery(database.url, 'select from presence')).toHaveLength(0);
  await shows(back, []);
});

test('what somebody is about to book is known on the other node, with the same time', async () => {
  const [front, near, back] = [
    await comes(nodes[0], 'フロント'),
    await comes(nodes[0], '隣'),
    await comes(nodes[1], '事務所'),
  ];
  const hold = holding('1003', '2026-11-21', '2026-11-23');
  front.send('activity', hold);
  await back.until(({ presence }) => presence?.length === 1);
  await near.until(({ presence }) => presence?.length === 1);
  const [told, nearer] = [back.presence?.[0], near.presence?.[0]];
  expect(told).toEqual({
    terminal_id: 'id-フロント',
    terminal: 'フロント',
    since: expect.any(String),
    ...hold,
  });
  expect(Date.parse(told?.since ?? '')).toBe(Date.parse(nearer?.since ?? ''));
  front.close();
  await back.until(({ presence }) => presence?.length === 0);
});
