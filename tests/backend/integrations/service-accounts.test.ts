import { randomUUID } from 'node:crypto';
import { SCOPES } from '@domain/masters/service-accounts.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventPage } from '@wire/event-record.js';
import type { ManagedServiceAccount } from '@wire/service-accounts.js';
import { accessVerdict } from '#backend/evidence/access-verdict.js';
import { type LongRunningClient, openLongRunningClient } from '#backend/platform/database.js';
import { must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { issueKey, programClient, programHeaders, serviceAccount } from '#tests/support/program-client.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedServer, sharedSignInHotel } from '#tests/support/shared.js';

const LIMIT = 40;
const hotel = sharedSignInHotel({ SERVICE_REQUESTS_PER_MINUTE: String(LIMIT) });
const open = sharedServer();
const WRONG = 'キーが正しくないか、使えなくなっています。';
const DAY = { date: '2096-01-01', weather: '晴れ' };

const listed = async (id: number) =>
  (await must(hotel.admin.get<ManagedServiceAccount[]>('/api/service-accounts'))).find(
    (one) => one.id === id,
  );
const programOf = async (...scopes: string[]) => {
  const { account, key } = await serviceAccount(hotel.admin, ...scopes);
  return { account, key, program: programClient(hotel.url, key) };
};

describe('a key', () => {
  it('is told once, begins so that it is recognised, and is stored nowhere', async () => {
    const { account, key } = await programOf('rooms');
    expect(key).toMatch(/^hfd_[0-9a-f]{12}_[\w-]{43}$/);
    const secret = key.slice('hfd_'.length + 13);
    const { text } = await hotel.admin.get('/api/service-accounts');
    expect(text).not.toContain(secret);
    expect((await listed(account.id))?.keys).toEqual([
      { key: key.slice(0, 'hfd_'.length + 12), until: null, last_used_at: null },
    ]);
    const [stored] = await hotel.sql(
      `select (select string_agg(payload::text, '') from event_log) || (select string_agg(state::text, '') from service_keys) as text`,
    );
    expect(stored?.text).toContain(key.slice(4, 16));
    expect(stored?.text).not.toContain(secret);
  });

  it('calls without cookie and without the header of browsers, and is told to be used', async () => {
    const { account, program } = await programOf('rooms');
    expect((await program.post('/api/weather', { ...DAY, date: '2096-02-01' })).status).toBe(201);
    const used = async () => (await listed(account.id))?.keys[0]?.last_used_at ?? null;
    await eventually('the use is told', used);
  });

  it.each<[string, (key: string) => string]>([
    ['another secret', (key) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['another name', (key) => `hfd_000000000000${key.slice(16)}`],
    ['no secret', (key) => key.slice(0, 17)],
    ['nothing', () => ''],
    ['a space behind', (key) => `${key} x`],
  ])('with %s is refused with 401', async (_, change) => {
    const { key } = await programOf('rooms');
    expectRefusal(await programClient(hotel.url, change(key)).get('/api/weather'), 401, WRONG);
  });

  it('that is wrong is not made good by the cookie of a session', async () => {
    const headers = { ...hotel.admin.headers(), authorization: 'Bearer hfd_x' };
    expectRefusal(await hotel.admin.get('/api/hotel', headers), 401, WRONG);
  });

  it('is rotated: the one before counts for the hours that were said, or no more', async () => {
    const { account, key, program } = await programOf('rooms');
    const next = programClient(hotel.url, await issueKey(hotel.admin, account.id, 24));
    const path = '/api/room-months?year_month=2096-01-01';
    expect([(await program.get(path)).status, (await next.get(path)).status]).toEqual([200, 200]);
    const [, former] = (await listed(account.id))?.keys ?? [];
    expect(former?.key).toBe(key.slice(0, 16));
    expect(Date.parse(former?.until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const last = programClient(hotel.url, await issueKey(hotel.admin, account.id));
    for (const old of [program, next]) expectRefusal(await old.get(path), 401, WRONG);
    expect((await last.get(path)).status).toBe(200);
  });

  it('of an account out of use is refused', async () => {
    const { account, program } = await programOf('rooms');
    await must(hotel.admin.put(`/api/service-accounts/${account.id}/retired`, { is_retired: 1 }));
    expectRefusal(await program.get('/api/room-months?year_month=2096-01-01'), 401, WRONG);
  });

  it('is limited by account, with Retry-After; others go on', async () => {
    const { program } = await programOf('rooms');
    const other = await programOf('rooms');
    const path = '/api/room-months?year_month=2096-01-01';
    const statuses = await Promise.all(Array.from({ length: LIMIT + 5 }, () => program.get(path)));
    const refused = statuses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await other.program.get(path)).status).toBe(200);
  });

  it('that is guessed is told to wait, whoever has a good one from the same address is not', async () => {
    const { program } = await programOf('rooms');
    const address = { 'x-forwarded-for': '198.51.100.99' };
    const guess = () => programClient(hotel.url, 'hfd_guess').get('/api/weather', address);
    const statuses = new Set(
      (await Promise.all(Array.from({ length: 40 }, guess))).map(({ status }) => status),
    );
    expect(statuses).toEqual(new Set([401, 429]));
    expect((await program.get('/api/room-months?year_month=2096-01-01', address)).status).toBe(200);
  });
});

describe('scopes', () => {
  it('are needed, each that is lacking is named', async () => {
    const { program } = await programOf('rooms');
    const one = await program.get('/api/csv-imports');
    expectRefusal(one, 403, 'このキーでは使えません。連携の設定で「取込」を使えるようにしてください。');
    const two = await program.get('/api/booking-search?q=山');
    expectRefusal(
      two,
      403,
      'このキーでは使えません。連携の設定で「予約」「個人情報」を使えるようにしてください。',
    );
  });

  it('are taken away at once', async () => {
    const { account, program } = await programOf('rooms');
    const path = '/api/room-months?year_month=2096-01-01';
    expect((await program.get(path)).status).toBe(200);
    await must(hotel.admin.put(`/api/service-accounts/${account.id}`, { name: account.name, imports: 1 }));
    expect((await program.get(path)).status).toBe(403);
  });

  it.each(['/api/events', '/api/service-accounts', '/api/session', '/api/handover'])(
    'never open %s',
    async (path) => {
      const { program } = await programOf(...SCOPES);
      expect((await program.get(path)).status).toBe(403);
    },
  );

  it('count without sign-in as well, where a wrong key is refused and none is needed', async () => {
    const plain = programClient(open.url, 'hfd_x');
    const host = { host: new URL(open.url).host };
    expectRefusal(await plain.get('/api/hotel', host), 401, WRONG);
    expect((await fetch(`${open.url}/api/hotel`)).status).toBe(200);
  });
});

describe('what an account writes', () => {
  it('has it as its actor, for auditors and beside the record', async () => {
    const { account, program } = await programOf('rooms');
    await must(program.post('/api/weather', { ...DAY, date: '2096-03-01' }));
    const { events } = await must(hotel.admin.get<EventPage>(`/api/events?staff_id=${account.id}`));
    expect(events).toMatchObject([{ type: 'WeatherSet', staff_id: account.id, staff_name: account.name }]);
    expect(await must(hotel.admin.get(`/api/staff/${account.id}`))).toEqual({ name: account.name });
  });

  it('is done once for a key of idempotency, which nobody else can ask for; If-Match is minded', async () => {
    const { program } = await programOf('rooms');
    const other = await programOf('rooms');
    const key = { 'idempotency-key': randomUUID() };
    const body = { ...DAY, date: '2096-04-01' };
    const first = await must(program.post<{ id: number }>('/api/weather', body, key));
    expect((await program.post('/api/weather', body, key)).body).toEqual(first);
    expectRefusal(
      await other.program.post('/api/weather', body, key),
      409,
      '同じIdempotency-Keyで異なる内容が送信されました。',
    );
    const stale = await program.put(`/api/weather/${first.id}`, body, { 'if-match': '"99"' });
    expectRefusal(stale, 409, '他の端末で更新されています。最新の内容を確認してください。');
  });
});

describe('the verification', () => {
  let client: LongRunningClient;
  beforeAll(async () => {
    client = await openLongRunningClient(hotel.databaseUrl);
  });
  afterAll(() => client.end());

  it.each([
    `update service_keys set state = jsonb_set(state, '{keys,0,digest}', to_jsonb(repeat('0', 64)))`,
    `update service_keys set state = jsonb_set(state, '{keys,1,until}', '"2199-01-01T00:00:00.000Z"') where state->'keys'->1 is not null`,
    `insert into service_keys select 999999, id, version, position, state from service_keys limit 1`,
  ])('finds a key that the log does not tell of: %s', async (statement) => {
    const { account } = await programOf('rooms');
    await issueKey(hotel.admin, account.id, 24);
    expect(await accessVerdict(client)).toMatchObject({ state: 'ok' });
    try {
      await client.query(`begin; ${statement}`);
      expect(await accessVerdict(client)).toMatchObject({ state: 'bad', text: /連携ID \d+ のキー/ });
    } finally {
      await client.query('rollback');
    }
  });
});

it('a page of another site gains nothing by a header of the kind', async () => {
  const { key } = await programOf('rooms');
  const page = { ...programHeaders(key), origin: 'https://evil.example' };
  // Its browser asks first whether it may send the header, and is never told so.
  const asked = await hotel.admin.send('OPTIONS', '/api/weather', null, {
    ...page,
    authorization: '',
    'access-control-request-headers': 'authorization',
  });
  expect(asked.headers.get('access-control-allow-headers')).toBeNull();
});
