import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { activitySchema } from '@wire/activity.js';
import fc from 'fast-check';
import { editing } from '../../support/activities.js';
import { apiClient } from '../../support/api-client.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { rawQuery } from '../../support/log-rows.js';
import { frame, RawWebSocket } from '../../support/raw-websocket.js';
import { recordTrial } from '../../support/records.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { type OddClient, oddClient } from './odd-frames.js';

const CLIENTS = timesOf(100, 10_000);
const TOGETHER = 10;
/** Whoever sent half a message is not answered: the server waits for the rest. */
const SOON_MS = 150;
const LARGEST_MIB = 700;

let hotel: Hotel;
let terminal: LiveTerminal;
let frames = 0;

beforeAll(async () => {
  hotel = await startHotel({}, { ownProcess: true });
  terminal = new LiveTerminal(hotel.url, { terminal_id: 'well', terminal: '良い端末' });
  await terminal.until(({ states }) => states.length > 0);
  terminal.send('activity', editing(7));
});
afterAll(async () => {
  terminal.close();
  await hotel.stop();
});

/** Asks, introduces itself, does what it does, and is gone; whatever the server says to that. */
async function misbehave({ path, headers, connect, acts }: OddClient): Promise<void> {
  const client = await RawWebSocket.open(hotel.url, path, headers);
  if (client.isOpen && (await client.hears('0{"sid"'))) {
    client.send(frame(connect));
    for (const { bytes } of acts) client.send(bytes);
    client.send(frame('pong?', { opcode: 9 }));
    await client.hears('pong?', SOON_MS);
  }
  client.close();
}

/** The terminal beside them is told of a change, in order and whole, and of nobody that is not in shape. */
async function goesOnBeside(): Promise<void> {
  const before = terminal.frames.length;
  const weather = { date: `2096-0${1 + (before % 9)}-10`, weather: `晴れ${before}` };
  const { status } = await apiClient(hotel.url).post('/api/weather', weather);
  expect([200, 201]).toContain(status);
  await terminal.until(({ frames }) =>
    frames.some((told) => told.weather.some((day) => day.weather === weather.weather)),
  );
  for (const [index, told] of terminal.frames.entries()) {
    if (index > 0) expect(told.from).toBe(terminal.frames[index - 1]?.to);
  }
  for (const { terminal_id, terminal: name, since, ...said } of terminal.presence ?? []) {
    expect({ terminal_id, name, since }).toEqual({
      terminal_id: expect.any(String),
      name: expect.any(String),
      since: expect.stringMatching(/^20.*Z$/),
    });
    expect(`${terminal_id}${name}`).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    expect(activitySchema.safeParse(said).success).toBe(true);
  }
  frames = terminal.frames.length;
}

/** What the node says of its terminals to other nodes is still said. */
async function isSaidToOthers(): Promise<void> {
  const seen = `select count(*) as believed from presence where terminal_id = 'well' and seen_at > clock_timestamp() - interval '8 seconds'`;
  const [row] = await rawQuery(hotel.databaseUrl, seen);
  expect(row).toEqual({ believed: '1' });
}

test(
  `${CLIENTS} misbehaving clients of the live connection disturb nobody`,
  async () => {
    await goesOnBeside();
    const property = fc.asyncProperty(
      fc.array(oddClient, { minLength: TOGETHER, maxLength: TOGETHER }),
      async (clients) => {
        await Promise.all(clients.map(misbehave));
        expect(hotel.isAlive()).toBe(true);
        await goesOnBeside();
        await isSaidToOthers();
        expect(hotel.residentMiB()).toBeLessThan(LARGEST_MIB);
      },
    );
    await fc.assert(property, { seed, numRuns: CLIENTS / TOGETHER });
    expect(terminal.kinds.filter((kind) => kind === 'disconnect')).toEqual([]);
    expect(hotel.output()).not.toMatch(/"level":"error"|unhandled|uncaught/i);
    recordTrial({
      part: 'fuzz',
      what: 'clients of the live connection',
      tried: CLIENTS,
      wrong: 0,
      figures: { 'frames beside': frames },
    });
  },
  timesOf(300_000, 3_600_000),
);
