import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { traceparentIn, traceparentOf } from '@wire/trace-context.js';
import { readConfig } from '#backend/platform/config.js';
import { reportOf, upload } from '#tests/support/api-client.js';
import { channelFile, channelRow } from '#tests/support/channel-file.js';
import { eventually } from '#tests/support/eventually.js';
import { type Hotel, startHotel } from '#tests/support/hotel.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { pathOf, startSpanCollector } from '#tests/support/span-collector.js';

const SECRETS = ['秘密川 花子', '秘密川 太郎', 'ヒミツガワ', '090-1234-5678', '夜遅く着く', 'フロント秘密'];
const GUEST = {
  guest_name_1: SECRETS[0],
  reserver_name: SECRETS[1],
  reserver_name_kana: SECRETS[2],
  tel: SECRETS[3],
  notes: SECRETS[4],
};

describe('a server with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: Awaited<ReturnType<typeof startSpanCollector>>;
  let hotel: Hotel;
  let other: TestServer;
  const open: LiveTerminal[] = [];

  beforeAll(async () => {
    collector = await startSpanCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
    // The packages read the environment of the process.
    Object.assign(process.env, env, { OTEL_SERVICE_NAME: 'front-desk-1', OTEL_BSP_SCHEDULE_DELAY: '50' });
    hotel = await startHotel(env);
    other = await startTestServer({ databaseUrl: hotel.databaseUrl, env, ownProcess: true });
  }, 150_000);

  afterEach(() => {
    for (const terminal of open.splice(0)) terminal.close();
  });

  afterAll(async () => {
    await other.stop();
    await hotel.stop();
    await collector.stop();
    for (const name of Object.keys(process.env)) if (name.startsWith('OTEL_')) delete process.env[name];
  });

  async function terminalOn(url: string): Promise<LiveTerminal> {
    const terminal = new LiveTerminal(url, { terminal: SECRETS[5] });
    open.push(terminal);
    await terminal.until(({ kinds }) => kinds.length > 0);
    return terminal;
  }

  /** Books as a terminal does that was told of tracing. */
  async function book(fields: Record<string, string | undefined> = {}) {
    const key = randomUUID();
    const traceparent = traceparentOf(key) ?? '';
    const headers = { 'idempotency-key': key, 'x-request-id': key, traceparent };
    const body = hotel.payload({ ...fields });
    const { status, headers: answered } = await hotel.api.post<BookingRecord>('/api/booking', body, headers);
    return { status, traceparent, id: key.replaceAll('-', ''), response: answered.get('traceresponse') };
  }

  const frameOf = async (terminal: LiveTerminal, id: string) => {
    await terminal.until(({ frames }) => frames.some((frame) => frame.traceparent?.includes(id)));
    return terminal.frames.find((frame) => frame.traceparent?.includes(id))?.traceparent ?? '';
  };

  test('tells one booking from the key to the other screens, of this node and of another, in one trace', async () => {
    const [here, there] = [await terminalOn(hotel.url), await terminalOn(other.url)];
    expect([here.isTracing, there.isTracing]).toEqual([true, true]);
    const { status, traceparent, id, response } = await book(GUEST);
    expect(status).toBe(201);
    here.send('trace', { name: 'write', traceparent, ago_ms: 40, ms: 38 });
    for (const terminal of [here, there])
      terminal.send('trace', {
        name: 'repaint',
        traceparent: await frameOf(terminal, id),
        ago_ms: 12,
        ms: 11,
      });
    const route = 'POST /api/booking';
    const spans = await collector.trace(id, 'terminal write', route, 'append', 'terminal repaint');
    await eventually(
      'both terminals have told',
      () => collector.spans().filter((span) => span.traceId === id && span.name === 'terminal repaint'),
      (told) => told.length === 2,
    );
    const all = collector.spans().filter(({ traceId }) => traceId === id);
    const paths = all.map((span) => pathOf(span, all));
    const inNode = `terminal write > ${route} > batch`;
    expect(paths).toEqual(
      expect.arrayContaining([
        `terminal write > ${route}`,
        inNode,
        `${inNode} > decide`,
        `${inNode} > append`,
        `${inNode} > push > terminal repaint`,
        'terminal write > push > terminal repaint',
      ]),
    );
    expect(paths.some((path) => path.startsWith(`${inNode} > append > statement `))).toBe(true);
    expect(spans.find(({ name }) => name === route)?.spanId).toBe(response?.split('-')[2]);
    const write = all.find(({ name }) => name === 'terminal write');
    const took = Number(write?.endTimeUnixNano) - Number(write?.startTimeUnixNano);
    expect(Math.round(took / 1e6)).toBe(38);
  });

  test('says nothing of guests, staff or terminals, and is called as it was told', async () => {
    const { id } = await book(GUEST);
    await hotel.api.get(
      `/api/bookings?start_date=2096-01-01&end_date=2096-01-31&q=${encodeURIComponent('秘密川')}`,
    );
    await hotel.api.get(`/api/guests?q=${encodeURIComponent(SECRETS[0] ?? '')}`);
    await collector.trace(id, 'POST /api/booking', 'append');
    const text = collector.text();
    for (const secret of SECRETS) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
    }
    const names = collector
      .resources()
      .flatMap(({ resource }) =>
        resource.attributes.filter(({ key }) => key === 'service.name').map(({ value }) => value.stringValue),
      );
    expect(new Set(names)).toEqual(new Set(['front-desk-1']));
    const keys = collector.spans().flatMap(({ attributes }) => attributes.map(({ key }) => key));
    const allowed =
      /^(http\.(request\.method|route|response\.status_code)|error\.type|db\.(system\.name|query\.summary)|hotel\.commands)$/;
    expect([...new Set(keys)].filter((key) => !allowed.test(key))).toEqual([]);
  });

  test('goes on with the trace of another program, and does not record what that does not', async () => {
    const traced = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await hotel.api.get('/api/hotel', { traceparent: traced });
    const read = await collector.trace('0af7651916cd43dd8448eb211c80319c', 'GET /api/hotel');
    expect(read.find(({ name }) => name === 'GET /api/hotel')?.parentSpanId).toBe('b7ad6b7169203331');
    const id = 'c'.repeat(32);
    await hotel.api.get('/api/hotel', { traceparent: `00-${id}-b7ad6b7169203331-00` });
    await collector.trace((await book()).id, 'POST /api/booking');
    expect(collector.spans().filter(({ traceId }) => traceId === id)).toEqual([]);
  });

  test.each(['', '00', 'ff-aa-bb-01', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, '秘密川', 'x'.repeat(500)])(
    'begins a trace of its own for a traceparent that is none: %j',
    async (traceparent) => {
      const key = randomUUID();
      const headers = { 'x-request-id': key, traceparent: encodeURIComponent(traceparent) };
      expect((await hotel.api.get('/api/hotel', headers)).status).toBe(200);
      const spans = await collector.trace(key.replaceAll('-', ''), 'GET /api/hotel');
      expect(spans.find(({ name }) => name === 'GET /api/hotel')?.parentSpanId ?? '').toBe('');
    },
  );

  test('ignores what a terminal sends that is no span', async () => {
    const terminal = await terminalOn(hotel.url);
    const span = { name: 'repaint', traceparent: traceparentOf(randomUUID()), ago_ms: 1, ms: 1 };
    const before = collector.spans().filter(({ name }) => name.startsWith('terminal')).length;
    const wrong = [
      { name: SECRETS[0] },
      { ms: -1 },
      { ms: 1e12 },
      { traceparent: SECRETS[3] },
      { note: SECRETS[4] },
    ];
    for (const fields of wrong) terminal.send('trace', { ...span, ...fields });
    terminal.send('trace');
    terminal.send('trace', null);
    await collector.trace((await book()).id, 'push');
    expect(collector.spans().filter(({ name }) => name.startsWith('terminal')).length).toBe(before);
  });

  test('tells each row of an import with its batch', async () => {
    const before = collector.spans().length;
    const rows = [1, 2].map((n) => channelRow({ 予約番号: `TRACE${n}`, 宿泊者氏名: SECRETS[0] ?? '' }));
    const { body } = await upload(hotel.url, channelFile(rows));
    await reportOf(hotel.url, body.id);
    const found = await eventually(
      'the rows are told',
      () => collector.spans().slice(before),
      (spans) => spans.filter(({ name }) => name === 'import row').length === 2,
    );
    expect(found.map((span) => pathOf(span, found))).toContain('import row > batch > append');
    expect(collector.text()).not.toContain(SECRETS[0]);
  });
});

describe('a server without it', () => {
  test('answers, pushes and welcomes as ever, with no word of traces', async () => {
    const hotel = await startHotel();
    const terminal = new LiveTerminal(hotel.url);
    try {
      await terminal.until(({ kinds }) => kinds.length > 0);
      const traceparent = traceparentOf(randomUUID()) ?? '';
      const { headers } = await hotel.api.post('/api/booking', hotel.payload(), { traceparent });
      await terminal.until(({ frames }) => frames.length > 0);
      expect([headers.get('traceresponse'), terminal.isTracing, terminal.frames[0]?.traceparent]).toEqual([
        null,
        false,
        undefined,
      ]);
    } finally {
      terminal.close();
      await hotel.stop();
    }
  });

  test('loads none of its packages: one file imports them, and is itself loaded only when it is wanted', () => {
    const files = readdirSync('backend', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ name, text: readFileSync(join('backend', name), 'utf8') }));
    const naming = (pattern: RegExp) =>
      files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
    expect(naming(/from '@opentelemetry/)).toEqual(['platform/tracing/open-telemetry.ts']);
    expect(naming(/from '[^']*open-telemetry\.js'/)).toEqual([]);
    expect(naming(/await import\('[^']*open-telemetry\.js'\)/)).toEqual(['main.ts']);
  });

  test.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
  ])('traces by the standard variables: %j', (env, isTracing) => {
    expect(readConfig(env).isTracing).toBe(isTracing);
  });

  test('the ids of a trace are those of a request, if that is a UUID', () => {
    const ids = traceparentOf('0AF76519-16cd-43dd-8448-eb211c80319c');
    expect(ids).toBe('00-0af7651916cd43dd8448eb211c80319c-8448eb211c80319c-01');
    expect(traceparentIn(ids ?? '')).toBe(ids);
    for (const other of ['', 'test-hotel', `${ids}`]) expect(traceparentOf(other)).toBe(null);
  });
});
