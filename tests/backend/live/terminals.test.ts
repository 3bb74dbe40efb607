import { addDays, day } from '@domain/dates.js';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { PresenceEntry } from '@wire/live.js';
import { openClient } from '#backend/platform/database.js';
import { editing, holding, looking } from '#tests/support/activities.js';
import { apiClient } from '#tests/support/api-client.js';
import { eventually, isSome } from '#tests/support/eventually.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { startTestServer } from '#tests/support/server.js';
import { sharedDatabase, sharedServer } from '#tests/support/shared.js';

const database = sharedDatabase();
const startNode = () => sharedServer(() => ({ databaseUrl: database.url }));
const nodes = [startNode(), startNode()] as const;
const terminals: LiveTerminal[] = [];

function connect(
  handshake: Record<string, unknown> = {},
  extraHeaders = {},
  { url } = nodes[0] as { url: string },
) {
  const terminal = new LiveTerminal(url, handshake, { extraHeaders });
  terminals.push(terminal);
  return terminal;
}
/** A terminal of a node, of the first unless told otherwise, that has been told who has what open. */
async function comes(name: string, node: { url: string } = nodes[0]): Promise<LiveTerminal> {
  const terminal = connect({ terminal_id: `id-${name}`, terminal: name }, {}, node);
  await terminal.until(() => terminal.presence !== undefined && terminal.states.length > 0);
  return terminal;
}

afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.close();
  for (const node of nodes) await shows(await comes('witness', node), []);
  for (const terminal of terminals.splice(0)) terminal.close();
});

let days = 0;
/** Something happens, and these terminals hear of it. */
async function expectHear(...listeners: LiveTerminal[]): Promise<void> {
  days += 1;
  const date = addDays(day('2096-01-01'), days);
  await apiClient(nodes[0].url).post('/api/weather', { date, weather: '晴れ' });
  for (const terminal of listeners) {
    await terminal.until(() => terminal.frames.at(-1)?.weather[0]?.date === date);
    expect(terminal.frames.at(-1)?.weather).toMatchObject([{ date, weather: '晴れ' }]);
  }
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
    JSON.stringify(
      list.map(({ terminal, booking_id, hold }) => [terminal, booking_id, hold?.room_number]).sort(),
    );
  await terminal.until(() => sorted(terminal.presence ?? []) === sorted(entries));
  const since = expect.stringMatching(/^\d{4}-.*T.*(Z|\+00:00)$/);
  expect(terminal.presence).toEqual(expect.arrayContaining(entries.map((entry) => ({ ...entry, since }))));
}

describe('a connection', () => {
  test.each(['https://evil.example', 'null', 'not a url', 'http://127.0.0.1:1'])(
    'of a page of another origin is refused: %s',
    async (origin) => {
      const terminal = connect({}, { origin });
      await terminal.until(() => terminal.kinds.length > 0);
      expect(terminal.kinds).toEqual(['connect_error']);
    },
  );

  test('of the page of the server itself is let in, also with a position far ahead of the log', async () => {
    const own = connect({}, { origin: nodes[0].url });
    await own.until(() => own.kinds.length > 0);
    expect(own.kinds).toEqual(['reload']);
    const ahead = connect({ ...own.states[0], position: 2 ** 40 });
    await ahead.until(() => ahead.states.length > 0);
    await expectHear(ahead, own);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no terminal id', { terminal_id: undefined }],
    ['an empty terminal id', { terminal_id: '' }],
    ['an endless terminal id', { terminal_id: 'x'.repeat(65) }],
    ['an object for a name', { terminal: { toString: 1 } }],
    ['an endless name', { terminal: '端'.repeat(51) }],
    ['a position that is text', { position: '1' }],
    ['a position that is no whole number', { position: 1.5 }],
    ['a position before the beginning', { position: -1 }],
    ['a log id that is a list', { log_id: [] }],
    ['a hash that is a number', { hash: 7 }],
  ])('with %s is cut off', async (_, handshake) => {
    const terminal = connect(handshake);
    await terminal.until(() => terminal.kinds.length > 0);
    expect(terminal.kinds).toEqual(['disconnect']);
  });

  test('whose messages nobody knows stays, and hears no answer', async () => {
    const terminal = await comes('フロント');
    terminal.send('drop table', { a: 1 });
    terminal.send('changes', { from: 0, to: 9 });
    terminal.send('activity', 1, 2, 3);
    await expectHear(terminal);
    await expectHear(terminal);
    expect(terminal.kinds).toEqual(['reload', 'changes', 'changes']);
  });

  test.each([
    ['is no packet at all', '\u0000\u0001{{{'],
    ['is of an unknown type', '49["editing",1]'],
    ['is no JSON', '42["editing",'],
    ['has no name', '42[]'],
    ['claims to carry bytes', '451-["editing",{"_placeholder":true,"num":0}]'],
    ['is too much', `42["editing","${'x'.repeat(200_000)}"]`],
  ])('that sends what %s hurts nobody else', async (_, text) => {
    const [witness, terminal] = [await comes('事務所'), await comes('フロント')];
    terminal.sendRaw(text);
    if (text.length > 100_000) await terminal.until(() => terminal.kinds.at(-1) === 'disconnect');
    await expectHear(witness, await comes('後から'));
  });
});

describe('what a terminal has open', () => {
  test('is marked on the others of every node with its name, at once for who comes later, changes, and goes', async () => {
    const [front, near, back] = [await comes('フロント'), await comes('隣'), await comes('事務所', nodes[1])];
    front.send('activity', editing(17));
    for (const terminal of [near, back]) await shows(terminal, [open('フロント', 17)]);
    back.send('activity', editing(17));
    const both = [open('フロント', 17), open('事務所', 17)];
    for (const terminal of [near, front, await comes('後から', nodes[1])]) await shows(terminal, both);
    front.send('activity', editing(18));
    for (const terminal of [near, back]) await shows(terminal, [open('フロント', 18), open('事務所', 17)]);
    front.send('activity', editing(null));
    await shows(back, [open('事務所', 17)]);
    back.close();
    await shows(front, []);
  });

  test('of two pages is marked each, and goes with its page', async () => {
    const [page, otherPage, back] = [await comes('フロント'), await comes('フロント'), await comes('事務所')];
    page.send('activity', editing(17));
    otherPage.send('activity', editing(18));
    await shows(back, [open('フロント', 17), open('フロント', 18)]);
    page.close();
    await shows(back, [open('フロント', 18)]);
  });

  test('may be looked at, or be selected cells: with their start, the same everywhere, until released', async () => {
    const [front, near, back] = [await comes('フロント'), await comes('隣'), await comes('事務所', nodes[1])];
    front.send('activity', looking(17));
    await shows(back, [{ ...open('フロント', 17), is_editing: false }]);
    const hold = holding('1003', '2026-11-21', '2026-11-23');
    const held = { ...open('フロント', 17), ...hold };
    front.send('activity', hold);
    for (const terminal of [near, back]) await shows(terminal, [held]);
    const since = near.presence?.[0]?.since;
    expect(Date.parse(back.presence?.[0]?.since ?? '')).toBe(Date.parse(since ?? ''));
    front.send('activity', hold);
    near.send('activity', editing(3));
    await shows(near, [held, open('隣', 3)]);
    expect(near.presence?.find(({ terminal }) => terminal === 'フロント')?.since).toBe(since);
    near.send('activity', editing(null));
    const other = holding('1005', '2026-11-21', '2026-11-23');
    front.send('activity', other);
    await shows(back, [{ ...held, ...other }]);
    front.send('activity', editing(null));
    await shows(back, []);
    front.send('activity', hold);
    await shows(back, [held]);
    front.close();
    await shows(back, []);
  });

  test('is not changed by what is no activity', async () => {
    const [front, back] = [await comes('フロント'), await comes('事務所')];
    front.send('activity', editing(17));
    await shows(back, [open('フロント', 17)]);
    const before = back.messages.length;
    for (const nonsense of [
      null,
      17,
      {},
      ...[0, 1.5, '17', 2 ** 60].map((booking_id) => ({ ...editing(17), booking_id })),
      { ...editing(17), is_editing: 'yes' },
      { ...editing(17), hold: undefined },
      { ...editing(17), hold: { room_number: '1003' } },
      holding('', '2026-11-21', '2026-11-22'),
      holding('1'.repeat(21), '2026-11-21', '2026-11-22'),
      holding('1003', 'tomorrow', '2026-11-22'),
      holding('1001', '2096-99-99', '2096-01-12'),
      holding('10\u000001', '2096-01-10', '2096-01-12'),
    ]) {
      front.send('activity', nonsense);
    }
    back.send('activity', editing(3));
    await shows(front, [open('フロント', 17), open('事務所', 3)]);
    await shows(back, [open('フロント', 17), open('事務所', 3)]);
    expect(back.messages.slice(before)).toHaveLength(1);
  });

  test('is published under a name without control characters, and stops nobody else’s', async () => {
    const well = await comes('フロント1');
    const odd = connect({ terminal_id: 'id\u0000odd', terminal: '端末\u0000\ud800' });
    await odd.until(() => odd.presence !== undefined);
    odd.send('activity', editing(8));
    await well.until(() => well.presence?.length === 1);
    expect(well.presence).toMatchObject([{ terminal_id: 'idodd', terminal: '端末', booking_id: 8 }]);
    const names = async () =>
      (await rawQuery(database.url, 'select terminal from presence')).map((row) => row.terminal);
    await eventually('its name is published', names, (all) => expect(all).toContain('端末'));
  });

  test('on a killed node expires', async () => {
    const killed = await startTestServer({ databaseUrl: database.url, ownProcess: true });
    const [lost, back] = [await comes('停電', killed), await comes('事務所')];
    lost.send('activity', editing(17));
    await shows(back, [open('停電', 17)]);
    process.kill(killed.pid as number, 'SIGKILL');
    await lost.until(({ kinds }) => kinds.includes('disconnect'));
    await rawQuery(database.url, `update presence set seen_at = seen_at - interval '12 seconds'`);
    await shows(back, []);
    const left = () => rawQuery(database.url, 'select terminal from presence');
    await eventually('it is published no more', left, (rows) => expect(rows).toEqual([]));
  });

  test('is published again after the database lost it in a crash', async () => {
    const [front, back] = [await comes('フロント'), await comes('事務所', nodes[1])];
    front.send('activity', editing(17));
    await shows(back, [open('フロント', 17)]);
    await rawQuery(database.url, 'truncate presence');
    const said = () => rawQuery(database.url, 'select terminal, booking_id from presence');
    await eventually('it is published again', said, (rows) =>
      expect(rows).toEqual([{ terminal: 'フロント', booking_id: '17' }]),
    );
  });

  test('goes with a node that ends in order', async () => {
    const leaving = await startTestServer({ databaseUrl: database.url });
    const [front, back] = [await comes('フロント', leaving), await comes('事務所')];
    front.send('activity', editing(17));
    await shows(back, [open('フロント', 17)]);
    await leaving.stop();
    expect(await rawQuery(database.url, 'select from presence')).toHaveLength(0);
    await shows(back, []);
  });

  test('goes with a node that ends in order while it is still publishing', async () => {
    const leaving = await startTestServer({ databaseUrl: database.url });
    const front = await comes('フロント', leaving);
    const holder = await openClient(database.url, () => undefined);
    await holder.query('begin; lock table presence in access exclusive mode');
    front.send('activity', editing(17));
    const publishing = () =>
      rawQuery(
        database.url,
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into presence%'
           and datname = current_database()`,
      );
    await eventually('the node publishes what is open', publishing, isSome);
    const stopped = leaving.stop();
    await front.until(({ kinds }) => kinds.includes('disconnect'));
    await holder.query('commit');
    await holder.end();
    await stopped;
    expect(await rawQuery(database.url, 'select from presence')).toHaveLength(0);
  });
});

test('a terminal expects a sign of life often enough to notice a dead line within 8 s', async () => {
  const terminal = await comes('patient');
  expect(terminal.longestSilenceMs).toBeLessThanOrEqual(8_000);
});
