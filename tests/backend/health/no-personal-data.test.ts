import { day, type Month } from '@domain/dates.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { upload } from '#tests/support/api-client.js';
import { channelFile } from '#tests/support/channel-file.js';
import { personalWords, rowOf, savedAs, theGuest } from '#tests/support/erasure-guests.js';
import { eventually } from '#tests/support/eventually.js';
import { cutConnections, rawQuery, wordsIn } from '#tests/support/log-rows.js';
import { type ServerProcess, spawnServer } from '#tests/support/server.js';
import { sharedDatabase, sharedNodeOn } from '#tests/support/shared.js';
import { A_BOOKING, defineRoom, plainRoom } from '#tests/support/store-node.js';

type Line = Record<string, unknown> & { message: string; request_id?: string };

const guest = theGuest(1, day('2096-03-13'));
const SEARCHED = '捜索語柿右衛門';
const WORDS = [...personalWords(guest), SEARCHED];
const MONTHS = ['2096-01-01', '2096-02-01', '2096-03-01'].map((month) => day(month) as Month);

const database = sharedDatabase();
const node = sharedNodeOn(() => database.url);
let server: ServerProcess;
let roomId: number;

beforeAll(async () => {
  for (const month of MONTHS) roomId = (await defineRoom(node.store, plainRoom('1001', month))).id;
  const settings = { DATABASE_URL: database.url, SAMPLE_DATA: '0', LOG_REQUESTS: '1' };
  server = await spawnServer({ PORT: '0', ...settings });
});

afterAll(() => server.close());

const call = (method: string, path: string, body?: string, type = 'application/json') =>
  fetch(server.url + path, { method, ...(body ? { body, headers: { 'content-type': type } } : {}) });

const booking = () => JSON.stringify({ ...A_BOOKING, ...savedAs(guest), room_id: roomId });

/** Reads the lines of the server, once it has said something of a request. */
async function linesUntil(requestId: string | null): Promise<Line[]> {
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((text) => text.startsWith('{') && text.endsWith('}'))
      .map((text) => JSON.parse(text) as Line);
  return eventually(`the request ${requestId} is logged`, lines, (written) =>
    written.some(({ message, request_id }) => message === 'request' && request_id === requestId),
  );
}

/** Everything a desk sends, right and wrong, with the guest in it; returns the statuses. */
async function sendEverything(): Promise<number[]> {
  const answers = [
    await call('POST', '/api/booking', booking()),
    await call('POST', '/api/booking', booking()),
    await call('POST', '/api/booking', `{"guest_name_1": "${guest.name}", ${guest.tel}`),
    await call('POST', '/api/booking', booking(), `text/${guest.tel}`),
    await call('POST', '/api/booking', JSON.stringify({ [guest.name]: guest.tel })),
    await call('GET', `/api/booking-search?q=${encodeURIComponent(SEARCHED)}`),
    await call('GET', `/api/booking-search?q=${encodeURIComponent(guest.tel)}`),
    await call('GET', `/api/booking/${encodeURIComponent(guest.name)}`),
    await call('GET', `/api/${encodeURIComponent(SEARCHED)}?${encodeURIComponent(guest.kana)}`),
    await call('GET', `/${encodeURIComponent(SEARCHED)}`),
  ];
  const { status } = await upload(server.url, channelFile([rowOf(guest, 'A-1')]));
  return [...answers.map((answer) => answer.status), status];
}

/** Makes the database fail with an error that quotes what was typed. */
async function breakDatabase(): Promise<void> {
  await rawQuery(
    database.url,
    `create or replace function blab() returns trigger language plpgsql as $$
       begin raise exception 'refused: %', new.search_text || new.state::text; end $$;
     create trigger blab before insert on bookings for each row execute function blab();
     create or replace function blab_rows() returns trigger language plpgsql as $$
       begin raise exception 'refused: %', new.row::text || new.text; end $$;
     create trigger blab before insert on csv_import_rows for each row execute function blab_rows()`,
  );
}

const mendDatabase = () =>
  rawQuery(
    database.url,
    'drop trigger if exists blab on bookings; drop trigger if exists blab on csv_import_rows',
  );

describe('logs and metrics of a server that logs every request', () => {
  afterEach(mendDatabase);

  test('hold nothing that anybody typed, also when the database quotes it', async () => {
    expect(await sendEverything()).toEqual([
      201,
      409,
      400,
      415,
      422,
      200,
      200,
      400,
      404,
      expect.any(Number),
      200,
    ]);
    await breakDatabase();
    await rawQuery(database.url, 'delete from room_claims');
    expect(await sendEverything()).toEqual(expect.arrayContaining([500, 400, 422, 200, 404]));
    await cutConnections(database.url);
    await sendEverything();
    const last = await call('GET', '/api/hotel');
    const lines = await linesUntil(last.headers.get('x-request-id'));
    const metrics = await (await call('GET', '/metrics')).text();
    expect(lines.filter(({ message }) => message === 'request').length).toBeGreaterThan(30);
    expect(lines.filter(({ message }) => message === 'request failed').length).toBeGreaterThan(0);
    expect(metrics).toContain('status="500"');
    expect(wordsIn(server.output(), WORDS)).toEqual([]);
    expect(wordsIn(metrics, WORDS)).toEqual([]);
    expect(metrics).not.toMatch(/"(GET|POST) |route="[^"]*\d/);
  });

  test('leave out what the proxy and Prometheus ask again and again, unless it fails', async () => {
    const probes = ['/health/live', '/health/ready', '/metrics'];
    // Another test may have cut its connections just now.
    const answered = await eventually(
      'the probes are answered',
      () => Promise.all(probes.map((path) => call('GET', path))),
      (answers) => expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]),
    );
    await rawQuery(database.url, 'alter table log_head rename to log_head_away');
    const failed = await call('GET', '/health/ready');
    await rawQuery(database.url, 'alter table log_head_away rename to log_head');
    expect(failed.status).toBe(503);
    const lines = await linesUntil(failed.headers.get('x-request-id'));
    const asked = [...answered, failed].map(({ headers }) => headers.get('x-request-id'));
    const ofProbes = lines.filter(({ request_id }) => asked.includes(String(request_id)));
    expect(ofProbes.map(({ route, status }) => ({ route, status }))).toEqual([
      { route: '/health/ready', status: 503 },
    ]);
  });

  test('log each request in one line by its route, and an error under the same id', async () => {
    const found = await call('GET', '/api/booking/12345');
    const id = found.headers.get('x-request-id');
    expect(((await found.json()) as { request_id: string }).request_id).toBe(id);
    const line = (await linesUntil(id)).find(({ request_id }) => request_id === id);
    expect(line).toEqual({
      time: expect.any(String),
      level: 'info',
      message: 'request',
      method: 'GET',
      route: '/api/booking/:id',
      status: 404,
      ms: expect.any(Number),
      request_id: id,
      staff_id: null,
      node: expect.any(String),
    });

    await breakDatabase();
    const headers = { 'content-type': 'application/json', 'x-request-id': 'asked-for-0001' };
    const failed = await fetch(`${server.url}/api/booking`, { method: 'POST', headers, body: booking() });
    expect(failed.status).toBe(500);
    expect(failed.headers.get('x-request-id')).toBe('asked-for-0001');
    const told = (await linesUntil('asked-for-0001')).filter(
      ({ request_id }) => request_id === 'asked-for-0001',
    );
    expect(told.map(({ message, route, status }) => ({ message, route, status }))).toEqual([
      { message: 'request failed', route: '/api/booking', status: 500 },
      { message: 'request', route: '/api/booking', status: 500 },
    ]);
    expect(told[0]?.error).toMatch(/^error P0001\nat |^error P0001\n\s+at /);
  });
});
