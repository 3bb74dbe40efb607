import { expect } from '@jest/globals';
import { activitySchema } from '@wire/activity.js';
import fc from 'fast-check';
import { editing } from '#tests/support/activities.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { seed, timesOf } from '#tests/support/trial-size.js';
import { fault } from '../harness.js';
import { jsonOf, oddText, oddValue } from './odd-values.js';
import { frame, RawWebSocket } from './raw-websocket.js';

const TOGETHER = 10;
/** Half a message gets no answer: the server waits for the rest. */
const SOON_MS = 150;
const LARGEST_MIB = 700;

/** A client that misbehaves: how it asks for a connection, who it says it is, and what it sends then. */
type OddClient = { path: string; headers: readonly string[]; connect: string; acts: Buffer[] };

const PATH = '/socket.io/?EIO=4&transport=websocket';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const VERSION = 'Sec-WebSocket-Version: 13';

const day = fc.oneof(fc.constantFrom('2096-01-10', '2096-99-99', '0000-00-00'), oddText);
const hold = fc.oneof(
  fc.constant(null),
  oddValue,
  fc.record({
    room_number: fc.oneof(fc.constantFrom('1001', 'a\u0000b', '\ud800'), oddText),
    stay_start: day,
    stay_end: day,
  }),
);
const activity = fc
  .record({
    booking_id: fc.oneof(fc.constantFrom<unknown>(null, 1, 2 ** 53 - 1, 2 ** 53, 1e308), oddValue),
    is_editing: fc.oneof(fc.boolean(), oddValue),
    hold,
  })
  .map((said) => frame(`42["activity",${jsonOf(said)}]`));

// biome-ignore format: read as a list
const PACKETS = [
  '', '0', '1', '2', '2probe', '3', '4', '40', '41', '42', '43', '44', '45', '46', '49', '5', '6', '7', 'b', 'bAAAA', '\u0000',
  '42[]', '42{}', '42[null]', '42["activity"]', '42["activity",null,null,null]', '42["nobody knows",1]', '42["connect"]', '42["disconnect"]',
  '42["error",{}]', '42["newListener","activity"]', '42["__proto__",{}]', '42["changes",{"from":0,"to":9}]',
  '42["activity",{"__proto__":{"booking_id":1}}]', '4299999999999999999999["activity",{}]', '42/admin,["activity",{}]', '40/admin,{}', '40/live,',
  '451-["activity",{"_placeholder":true,"num":0}]', '451-["activity",{"_placeholder":true,"num":-1}]',
  '4599999999-["activity",{"_placeholder":true,"num":0}]', '45-["activity"]', '43{"a":1}', '430[1]', '431[]', '42["activity",{]', '42[7]',
  '42[["activity"]]', '42["activity",1e309]', '40{"log_id":1}', '42["presence",[]]', '42["ready",{}]',
];
const packets = fc.constantFrom(...PACKETS).map((payload) => frame(payload));

const times = (count: number, one: (index: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, index) => one(index)));
const activityOf = (id: number) => `42["activity",{"booking_id":${id},"is_editing":true,"hold":null}]`;
const LARGE: (() => Buffer)[] = [
  ...[99_000, 101_000, 3_000_000].map((size) => () => frame(`42["activity","${'x'.repeat(size)}"]`)),
  () => frame(`42["activity",${'['.repeat(20_000)}${']'.repeat(20_000)}]`),
  () => frame('x', { length: 2n ** 62n }),
  () => frame('x', { length: 2n ** 63n }),
  () => times(2_000, (index) => frame(activityOf(index + 1))),
  () => times(3_000, () => frame('42["subscribe","bookings"]')),
  () => times(500, (index) => frame(`40/n${index},{}`)),
  () => times(1_000, () => frame('p', { opcode: 9 })),
];

const frames = fc.constantFrom(
  frame('42["activity",{}]', { masked: false }),
  frame('2', { reserved: 4 }),
  frame('2', { opcode: 11 }),
  // Half a message, and the end of none.
  frame('42["acti', { fin: false }),
  frame('vity"]', { opcode: 0 }),
  // Binary, and text that is no UTF-8.
  frame(Buffer.from([4, 0xff, 0]), { opcode: 2 }),
  frame(Buffer.from([0x34, 0x32, 0xff, 0xfe])),
  // Pings too long and in pieces, farewells with a wrong code and of one byte.
  frame('x'.repeat(200), { opcode: 9 }),
  frame('x', { opcode: 9, fin: false }),
  frame(Buffer.from([0x03, 0xe7]), { opcode: 8 }),
  frame(Buffer.from([3]), { opcode: 8 }),
  Buffer.from('GET / HTTP/1.1\r\n\r\n'),
);
const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const act = fc.oneof(
  { weight: 5, arbitrary: activity },
  { weight: 3, arbitrary: packets },
  { weight: 1, arbitrary: fc.constantFrom(...LARGE).map((bytes) => bytes()) },
  { weight: 2, arbitrary: frames },
  { weight: 1, arbitrary: noise },
);

const name = fc.oneof(
  fc.constantFrom<unknown>('端末', 'a\u0000b', '\ud800', '', '長'.repeat(50), '長'.repeat(51), '\u202e'),
  oddValue,
);
const handshake = fc
  .record(
    {
      log_id: fc.oneof(fc.constantFrom<unknown>(null, 'x', ''), oddValue),
      position: fc.oneof(fc.constantFrom<unknown>(null, 0, 1, -1, 0.5, 2 ** 53, '5', [5]), oddValue),
      terminal_id: name,
      terminal: name,
    },
    { requiredKeys: [] },
  )
  .map((auth) => `40${jsonOf(auth)}`);

// biome-ignore format: read as a list
const ODD_PATHS = [
  '/socket.io/?EIO=3&transport=websocket', '/socket.io/?transport=websocket', '/socket.io/?EIO=4&transport=websocket&sid=nobody',
  '/socket.io/?EIO=4&EIO=4&transport=websocket&transport=polling', '/socket.io/?EIO=4&transport=__proto__',
];
const ODD_HEADERS = [
  [VERSION],
  [KEY, 'Sec-WebSocket-Version: 99'],
  [KEY, VERSION, 'Origin: http://evil.example'],
  [KEY, VERSION, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99'],
  [KEY, VERSION, 'Sec-WebSocket-Protocol: ,,'],
];
const WELL = '40{"log_id":null,"position":null,"terminal_id":"odd","terminal":"端末"}';
const NO_CONNECT = ['40', '40[]', '40"x"', '40null', '40{', '42["activity",{}]', '40/admin,{}'];

/** A client of the live connection with whatever wrong with it. */
const oddClient: fc.Arbitrary<OddClient> = fc.record({
  path: fc.oneof(
    { weight: 16, arbitrary: fc.constant(PATH) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_PATHS) },
  ),
  headers: fc.oneof(
    { weight: 16, arbitrary: fc.constant([KEY, VERSION]) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_HEADERS) },
  ),
  connect: fc.oneof(
    { weight: 2, arbitrary: fc.constant(WELL) },
    { weight: 2, arbitrary: handshake },
    { weight: 1, arbitrary: fc.constantFrom(...NO_CONNECT) },
  ),
  acts: fc.array(act, { maxLength: 4 }),
});

/** Asks, introduces itself, does what it does, and is gone; whatever the server says to that. */
async function misbehave(url: string, { path, headers, connect, acts }: OddClient): Promise<void> {
  const client = await RawWebSocket.open(url, path, headers);
  if (client.isOpen && (await client.hears('0{"sid"'))) {
    client.send(frame(connect));
    for (const bytes of acts) client.send(bytes);
    client.send(frame('pong?', { opcode: 9 }));
    await client.hears('pong?', SOON_MS);
  }
  client.close();
}

const BELIEVED = `select from presence where terminal_id = 'well' and seen_at > clock_timestamp() - interval '8 seconds'`;

fault('odd-clients', 'misbehaving clients of the live connection disturb nobody', async (world) => {
  const hotel = await world.hotel(true);
  const terminal = new LiveTerminal(hotel.url, { terminal_id: 'well', terminal: '良い端末' });
  world.later(() => terminal.close());
  await terminal.until(({ states }) => states.length > 0);
  terminal.send('activity', editing(7));
  /** The terminal beside them is told of a change, in order and whole, and of nobody that is not in shape. */
  const goesOnBeside = async () => {
    const before = terminal.frames.length;
    const weather = { date: `2096-0${1 + (before % 9)}-10`, weather: `晴れ${before}` };
    const { status } = await hotel.api.post('/api/weather', weather);
    expect([200, 201]).toContain(status);
    await terminal.until(({ frames }) =>
      frames.some((told) => told.weather.some((day) => day.weather === weather.weather)),
    );
    const { frames } = terminal;
    expect(frames.slice(1).map(({ from }) => from)).toEqual(frames.slice(0, -1).map(({ to }) => to));
    for (const { terminal_id, terminal: name, since, ...said } of terminal.presence ?? []) {
      expect(since).toMatch(/^20.*Z$/);
      expect([typeof terminal_id, typeof name]).toEqual(['string', 'string']);
      expect(`${terminal_id}${name}`).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      expect(activitySchema.safeParse(said).success).toBe(true);
    }
    // What the node says of its terminals to other nodes is still said.
    expect(await rawQuery(hotel.databaseUrl, BELIEVED)).toHaveLength(1);
  };
  await goesOnBeside();
  const together = fc.array(oddClient, { minLength: TOGETHER, maxLength: TOGETHER });
  const property = fc.asyncProperty(together, async (clients) => {
    await Promise.all(clients.map((client) => world.strike(() => misbehave(hotel.url, client))));
    expect(hotel.isAlive()).toBe(true);
    await goesOnBeside();
    expect(hotel.residentMiB()).toBeLessThan(LARGEST_MIB);
  });
  await fc.assert(property, { seed, numRuns: timesOf(10, 1_000) });
  expect(terminal.kinds.filter((kind) => kind === 'disconnect')).toEqual([]);
  expect(hotel.output()).not.toMatch(/"level":"error"|unhandled|uncaught/i);
  world.figures = { 'frames beside': terminal.frames.length };
});
