import { readFileSync } from 'node:fs';
import schemas from '@asyncapi/specs';
import { addDays, day } from '@domain/dates.js';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { LIVE_PROTOCOLS } from '@wire/live.js';
import { CLIENT_MESSAGES, SERVER_MESSAGES } from '@wire/live-messages.js';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { liveDocument } from '#backend/tools/api-docs/asyncapi.js';
import { eventually } from '#tests/support/eventually.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { followBookings } from '#tests/support/sample-live-client.mjs';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const hotel = sharedHotel();
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));
const open: { close(): void }[] = [];

afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** Cuts the line of a client that is connected; it comes back by itself. */
function cutLine(socket: Socket | undefined): void {
  if (socket?.connected) (socket.io.engine.transport as unknown as { ws: WebSocket }).ws.close();
}

const page = (name: string) => readFileSync(new URL(`../../../.docs/${name}`, import.meta.url), 'utf8');

describe('the document of the live protocol', () => {
  const isValid = new Ajv({
    strict: false,
    validateFormats: false,
    meta: false,
    validateSchema: false,
  }).compile(schemas.schemas['3.0.0']);

  test('is AsyncAPI 3.0, and refers only to what is there', () => {
    const document = JSON.parse(JSON.stringify(liveDocument()));
    expect([isValid(document), isValid.errors]).toEqual([true, null]);
    expect(isValid({ ...document, operations: { tell: { action: 'shout' } } })).toBe(false);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(references.length).toBeGreaterThan(20);
    const found = (path: string) =>
      path
        .split('/')
        .reduce((part: Record<string, unknown> | undefined, name) => part?.[name] as never, document);
    expect(references.filter((path) => found(path) === undefined)).toEqual([]);
  });

  test('is what .docs/live.asyncapi.json says: run `npm run api-docs` after a change', () => {
    expect(page('live.asyncapi.json')).toBe(`${JSON.stringify(liveDocument(), null, 2)}\n`);
  });

  test('has a page that names every message and holds the sample client', () => {
    const text = page('live.md');
    for (const name of Object.keys({ ...SERVER_MESSAGES, ...CLIENT_MESSAGES }))
      expect(text).toContain(`\`${name}\``);
    const sample = readFileSync(new URL('../../support/sample-live-client.mjs', import.meta.url), 'utf8');
    expect(text).toContain(sample.trim());
  });
});

describe('the version of the protocol', () => {
  const handshake = async (said: object) => {
    const terminal = new LiveTerminal(hotel.url, said);
    open.push(terminal);
    await terminal.until(({ kinds }) => kinds.length > 0);
    return terminal;
  };

  test.each([
    ['none', {}],
    ['1', { protocol: 1 }],
  ])('is told to a client that says %s', async (_, said) => {
    const terminal = await handshake(said);
    expect([terminal.kinds, terminal.protocol]).toEqual([['reload'], LIVE_PROTOCOLS[0]]);
  });

  test.each([[0], [LIVE_PROTOCOLS[0] + 1], ['1'], [null]])(
    'is refused when a client says %j, and so is the client alone',
    async (protocol) => {
      const terminal = await handshake({ protocol });
      expect(terminal.messages).toEqual([{ kind: 'connect_error', reason: 'unknown_protocol' }]);
      expect((await handshake({})).kinds).toEqual(['reload']);
    },
  );
});

test('the sample client is in step with the hotel through cuts, on two nodes', async () => {
  const [first, last] = ['2096-01-01', '2096-01-28'] as const;
  const clients = [hotel.url, other.url].map((url) => followBookings(url, first, last));
  for (const { socket } of clients) open.push({ close: () => void socket.disconnect() });
  const made: BookingRecord[] = [];
  const book = async (draw: number) => {
    const start = addDays(day(first), draw % 27);
    const room_id = hotel.roomId(hotel.newRoom(), first);
    made.push(await hotel.book({ room_id, stay_start: start, stay_end: addDays(start, 1) }));
  };
  const some = (draw: number) => `/api/booking/${made[draw % made.length]?.id}`;
  const turns = {
    book,
    change: (draw: number) => hotel.api.put(some(draw), { notes: `備考 ${draw}` }),
    cancel: (draw: number) => hotel.api.put(`${some(draw)}/cancel`, {}),
    cut: async (draw: number) => cutLine(clients[draw % 2]?.socket),
  };
  for (let date = 0; date < 20; date += 1) await book(date);
  const names = fc.constantFrom<keyof typeof turns>('book', 'change', 'cancel', 'cut', 'cut');
  const [drawn = []] = fc.sample(fc.array(fc.tuple(names, fc.nat()), { minLength: 60, maxLength: 60 }), 1);
  for (const [name, draw] of drawn) await turns[name](draw);
  const range = `start_date=${first}&end_date=${last}&by_stay=1`;
  const { body } = await hotel.api.get<BookingRecord[]>(`/api/bookings?${range}`);
  const versions = (bookings: Iterable<BookingRecord>) =>
    [...bookings].map(({ id, version }) => [id, version]).sort(([one = 0], [two = 0]) => one - two);
  const there = versions(
    body.filter(({ is_cancelled, stay_start }) => is_cancelled === 0 && stay_start >= first),
  );
  expect(there.length).toBeGreaterThan(0);
  for (const { bookings } of clients)
    await eventually(
      'the client has what the hotel has',
      () => versions(bookings.values()),
      (known) => expect(known).toEqual(there),
    );
});
