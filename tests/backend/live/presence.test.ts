import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { PresenceEntry } from '@wire/live.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { startTestServer, type TestServer } from '../../support/server.js';

let server: TestServer;
const terminals: LiveTerminal[] = [];

beforeAll(async () => {
  server = await startTestServer();
});

afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.close();
  const witness = await comes('witness');
  await shows(witness, []);
  for (const terminal of terminals.splice(0)) terminal.close();
});

afterAll(() => server.stop());

/** A terminal that has been told who has what open. */
async function comes(name: string): Promise<LiveTerminal> {
  const terminal = new LiveTerminal(server.url, { terminal_id: `id-${name}`, terminal: name });
  terminals.push(terminal);
  await terminal.until(() => terminal.presence !== undefined);
  return terminal;
}

const open = (name: string, booking_id: number): PresenceEntry => ({
  terminal_id: `id-${name}`,
  terminal: name,
  booking_id,
});

/** Waits until a terminal shows exactly this. */
async function shows(terminal: LiveTerminal, entries: PresenceEntry[]): Promise<void> {
  const sorted = (list: PresenceEntry[]) =>
    JSON.stringify(list.map(({ terminal, booking_id }) => [terminal, booking_id]).sort());
  await terminal.until(() => sorted(terminal.presence ?? []) === sorted(entries));
  expect(terminal.presence).toEqual(expect.arrayContaining(entries));
}

test('what a terminal has open is marked on the others, with its name', async () => {
  const [front, back] = await Promise.all([comes('フロント'), comes('事務所')]);
  front.send('editing', 17);
  await shows(back, [open('フロント', 17)]);
  back.send('editing', 17);
  await shows(front, [open('フロント', 17), open('事務所', 17)]);
  front.send('editing', 18);
  await shows(back, [open('フロント', 18), open('事務所', 17)]);
  front.send('editing', null);
  await shows(back, [open('事務所', 17)]);
});

test('a terminal that comes later is told at once', async () => {
  const front = await comes('フロント');
  front.send('editing', 17);
  await shows(front, [open('フロント', 17)]);
  expect((await comes('事務所')).presence).toEqual([open('フロント', 17)]);
});

test('the mark goes when the terminal goes', async () => {
  const [front, back] = await Promise.all([comes('フロント'), comes('事務所')]);
  front.send('editing', 17);
  await shows(back, [open('フロント', 17)]);
  front.close();
  await shows(back, []);
});

test('two pages of one terminal are marked each', async () => {
  const [page, otherPage, back] = [await comes('フロント'), await comes('フロント'), await comes('事務所')];
  page.send('editing', 17);
  otherPage.send('editing', 18);
  await shows(back, [open('フロント', 17), open('フロント', 18)]);
  page.close();
  await shows(back, [open('フロント', 18)]);
});

test.each([[0], [-1], [1.5], ['17'], [{ id: 17 }], [[17]], [true], [2 ** 60]])(
  'what is no booking id is ignored: %p',
  async (nonsense) => {
    const [front, back] = await Promise.all([comes('フロント'), comes('事務所')]);
    front.send('editing', 17);
    await shows(back, [open('フロント', 17)]);
    front.send('editing', nonsense);
    back.send('editing', 3);
    await shows(front, [open('フロント', 17), open('事務所', 3)]);
  },
);
