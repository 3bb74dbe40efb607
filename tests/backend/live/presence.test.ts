import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { PresenceEntry } from '@wire/live.js';
import { editing, holding, looking } from '../../support/activities.js';
import { apiClient } from '../../support/api-client.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { rawQuery } from '../../support/log-rows.js';
import { startTestServer } from '../../support/server.js';
import { sharedDatabase, sharedServer } from '../../support/shared.js';

const terminals: LiveTerminal[] = [];
const database = sharedDatabase();
const startNode = () => sharedServer(() => ({ databaseUrl: database.url }));
const nodes = [startNode(), startNode()] as const;

afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.close();
  for (const node of nodes) {
    const witness = await comes('witness', node);
    await shows(witness, []);
    witness.close();
  }
});

/** A terminal of a node, of the first unless told otherwise, that has been told who has what open. */
async function comes(name: string, { url }: { url: string } = nodes[0]): Promise<LiveTerminal> {
  const terminal = new LiveTerminal(url, { terminal_id: `id-${name}`, terminal: name });
  terminals.push(terminal);
  await terminal.until(() => terminal.presence !== undefined);
  return terminal;
}

type Told = Omit<PresenceEntry, 'since'>;

const open = (name: string, booking_id: number): Told => ({
  terminal_id: `id-${name}`,
  terminal: name,
  ...editing(booking_id),
});

/** Waits until a terminal shows exactly this. */
async function shows(terminal: LiveTerminal, entries: Told[]): Promise<void> {
  const sorted = (list: Told[]) =>
    JSON.stringify(list.map(({ terminal, booking_id, hold }) => [terminal, booking_id, hold]).sort());
  await terminal.until(() => sorted(terminal.presence ?? []) === sorted(entries));
  const told = entries.map((entry) => ({
    ...entry,
    since: expect.stringMatching(/^\d{4}-.*T.*(Z|\+00:00)$/),
  }));
  expect(terminal.presence).toEqual(expect.arrayContaining(told));
}

test('what a terminal has open is marked on the others, with its name', async () => {
  const [front, back] = await Promise.all([comes('フロント'), comes('事務所')]);
  front.send('activity', editing(17));
  await shows(back, [open('フロント', 17)]);
  back.send('activity', editing(17));
  await shows(front, [open('フロント', 17), open('事務所', 17)]);
  front.send('activity', editing(18));
  await shows(back, [open('フロント', 18), open('事務所', 17)]);
  front.send('activity', editing(null));
  await shows(back, [open('事務所', 17)]);
});

test('a terminal that connects later receives it at once', async () => {
  const front = await comes('フロント');
  front.send('activity', editing(17));
  await shows(front, [open('フロント', 17)]);
  expect((await comes('事務所')).presence).toEqual([{ ...open('フロント', 17), since: expect.any(String) }]);
});

test('the mark goes when the terminal goes', async () => {
  const [front, back] = await Promise.all([comes('フロント'), comes('事務所')]);
  front.send('activity', editing(17));
  await shows(back, [open('フロント', 17)]);
  front.close();
  await shows(back, []);
});

test('two pages of one terminal are marked each', async () => {
  const [page, otherPage, back] = [await comes('フロント'), await comes('フロント'), await comes('事務所')];
  page.send('activity', editing(17));
  otherPage.send('activity', editing(18));
  await shows(back, [open('フロント', 17), open('フロント', 18)]);
  page.close();
  await shows(back, [open('フロント', 18)]);
});

test.each([
  null,
  17,
  {},
  { ...editing(17), booking_id: 0 },
  { ...editing(17), booking_id: 1.5 },
  { ...editing(17), booking_id: '17' },
  { ...editing(17), booking_id: 2 ** 60 },
  { ...editing(17), is_editing: 'yes' },
  { ...editing(17), hold: undefined },
  { ...editing(17), hold: { room_number: '1003' } },
  holding('', '2026-11-21', '2026-11-22'),
  holding('1'.repeat(21), '2026-11-21', '2026-11-22'),
  holding('1003', 'tomorrow', '2026-11-22'),
])('what is no activity is ignored: %j', async (nonsense) => {
  const [front, back] = await Promise.all([comes('フロント'), comes('事務所')]);
  front.send('activity', editing(17));
  await shows(back, [open('フロント', 17)]);
  front.send('activity', nonsense);
  back.send('activity', editing(3));
  await shows(front, [open('フロント', 17), open('事務所', 3)]);
});

test('viewers and selected cells are published with their start', async () => {
  const [front, back] = await Promise.all([comes('フロント'), comes('事務所')]);
  front.send('activity', looking(17));
  await shows(back, [{ ...open('フロント', 17), is_editing: false }]);
  front.send('activity', holding('1003', '2026-11-21', '2026-11-23'));
  const held = { ...open('フロント', 17), ...holding('1003', '2026-11-21', '2026-11-23') };
  await shows(back, [held]);
  const since = back.presence?.[0]?.since;
  front.send('activity', holding('1003', '2026-11-21', '2026-11-23'));
  back.send('activity', editing(3));
  await shows(back, [held, open('事務所', 3)]);
  expect(back.presence?.find(({ terminal }) => terminal === 'フロント')?.since).toBe(since);
  const other = holding('1005', '2026-11-21', '2026-11-23');
  front.send('activity', other);
  await shows(back, [{ ...open('フロント', 17), ...other }, open('事務所', 3)]);
});

test('a hold ends on release and on disconnect', async () => {
  const [front, back] = await Promise.all([comes('フロント'), comes('事務所')]);
  const hold = holding('1003', '2026-11-21', '2026-11-23');
  const held = { ...open('フロント', 17), ...hold };
  front.send('activity', hold);
  await shows(back, [held]);
  front.send('activity', editing(null));
  await shows(back, []);
  front.send('activity', hold);
  await shows(back, [held]);
  front.close();
  await shows(back, []);
});

test('control characters in a name or a room number do not stop the presence of others', async () => {
  const well = await comes('フロント1');
  const odd = new LiveTerminal(nodes[0].url, { terminal_id: 'id\u0000odd', terminal: '端末\u0000\ud800' });
  terminals.push(odd);
  await odd.until(() => odd.presence !== undefined);
  odd.send('activity', editing(8));
  await well.until(() => well.presence?.length === 1);
  expect(well.presence).toMatchObject([{ terminal_id: 'idodd', terminal: '端末', booking_id: 8 }]);
  for (const [room, start] of [
    ['10\u000001', '2096-01-10'],
    ['1001', '2096-99-99'],
  ] as const) {
    odd.send('activity', holding(room, start, '2096-01-12'));
  }
  odd.send('activity', looking(9));
  await well.until(() => well.presence?.some(({ booking_id }) => booking_id === 9) ?? false);
  const holds = well.messages.flatMap((message) => (message.kind === 'presence' ? message.entries : []));
  expect(holds.filter(({ hold }) => hold !== null)).toEqual([]);
  const said = () => rawQuery(database.url, 'select terminal, booking_id from presence');
  const isSaid = async () => (await said()).some(({ terminal }) => terminal === '端末');
  while (!(await isSaid())) await apiClient(nodes[0].url).get('/health/live');
});

test('what is open on one node is seen on the other, changes there, and goes', async () => {
  const [front, back] = [await comes('フロント', nodes[0]), await comes('事務所', nodes[1])];
  front.send('activity', editing(17));
  await shows(back, [open('フロント', 17)]);
  back.send('activity', editing(18));
  const both = [open('フロント', 17), open('事務所', 18)];
  await shows(front, both);
  await shows(await comes('後から', nodes[1]), both);
  expect(back.presence).toContainEqual({
    terminal_id: 'id-フロント',
    terminal: 'フロント',
    since: expect.any(String),
    ...editing(17),
  });
  front.send('activity', editing(null));
  await shows(back, [open('事務所', 18)]);
  back.close();
  await shows(front, []);
});

test('the entries of a killed node expire', async () => {
  const killed = await startTestServer({ databaseUrl: database.url, ownProcess: true });
  const [lost, back] = [await comes('停電', killed), await comes('事務所', nodes[0])];
  lost.send('activity', editing(17));
  await shows(back, [open('停電', 17)]);
  process.kill(killed.pid as number, 'SIGKILL');
  await lost.until(({ kinds }) => kinds.includes('disconnect'));
  await rawQuery(database.url, `update presence set seen_at = seen_at - interval '12 seconds'`);
  await shows(back, []);
  const remembered = () => rawQuery(database.url, 'select from presence');
  while ((await remembered()).length > 0) await pause(20);
});

test('entries are published again after the database lost them in a crash', async () => {
  const [front, back] = [await comes('フロント', nodes[0]), await comes('事務所', nodes[1])];
  front.send('activity', editing(17));
  await shows(back, [open('フロント', 17)]);
  await rawQuery(database.url, 'truncate presence');
  const said = () => rawQuery(database.url, 'select terminal, booking_id from presence');
  while ((await said()).length === 0) await pause(20);
  expect(await said()).toEqual([{ terminal: 'フロント', booking_id: '17' }]);
});

test('a node that ends in order takes what its terminals have open with it', async () => {
  const leaving = await startTestServer({ databaseUrl: database.url });
  const [front, back] = [await comes('フロント', leaving), await comes('事務所', nodes[0])];
  front.send('activity', editing(17));
  await shows(back, [open('フロント', 17)]);
  await leaving.stop();
  expect(await rawQuery(database.url, 'select from presence')).toHaveLength(0);
  await shows(back, []);
});

test('selected cells are known on the other node, with the same start', async () => {
  const [front, near, back] = [
    await comes('フロント', nodes[0]),
    await comes('隣', nodes[0]),
    await comes('事務所', nodes[1]),
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
