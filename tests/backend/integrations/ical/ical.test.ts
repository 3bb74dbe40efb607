import { addDays, type Day, day } from '@domain/dates.js';
import { daysHeld } from '@domain/ical/ical-entries.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventPage } from '@wire/event-record.js';
import type { IssuedIcalAddress, ManagedIcalAddress } from '@wire/ical-addresses.js';
import fc from 'fast-check';
import { accessVerdict } from '#backend/evidence/access-verdict.js';
import { type LongRunningClient, openLongRunningClient } from '#backend/platform/database.js';
import { type ApiClient, must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { nightsIn, readCalendar } from '#tests/support/ical-reader.js';
import { LONG_MS } from '#tests/support/limits.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel, sharedServer, sharedSignInHotel } from '#tests/support/shared.js';
import { askAsNamed } from '#tests/support/signed-in-client.js';
import { runs, seed } from '#tests/support/trial-size.js';

const LIMIT = 60;
const UNKNOWN = 'カレンダーが見つかりません。';
const hotel = sharedHotel({ SERVICE_REQUESTS_PER_MINUTE: '1000000' });
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));
const guarded = sharedSignInHotel({ SERVICE_REQUESTS_PER_MINUTE: String(LIMIT) });

let count = 0;
const define = (api: ApiClient, fields: object) => {
  count += 1;
  return must(api.post<ManagedIcalAddress>('/api/ical-addresses', { name: `暦 ${count}`, ...fields }));
};
const issue = async (api: ApiClient, id: number) =>
  (await must(api.post<IssuedIcalAddress>(`/api/ical-addresses/${id}/address`, {}))).path;
/** A calendar and its path. */
async function calendar(api: ApiClient, fields: object = {}) {
  const { id } = await define(api, fields);
  return { id, path: await issue(api, id) };
}
const entriesAt = async (path: string, url = hotel.url) =>
  readCalendar(await (await fetch(`${url}${path}`)).text()).entries;
const listed = async (api: ApiClient, id: number) =>
  (await must(api.get<ManagedIcalAddress[]>('/api/ical-addresses'))).find((one) => one.id === id);

const change = (id: number, fields: object) => must(hotel.api.put(`/api/booking/${id}`, fields));
const holding = (room_number: string, start_date: Day, end_date: Day) =>
  must(
    hotel.api.post<{ id: number }>('/api/tentative-stays', {
      ...{ room_number, start_date, end_date, guest_name: '仮 花子', tel: '', remark: '' },
      until: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  );

/** A booking of today in a new room, and the calendar of that room. */
async function booked(fields: object = {}, nights = 2) {
  const room = hotel.newRoom();
  const { today } = hotel;
  const stay = { stay_start: today, stay_end: addDays(today, nights) };
  const booking = await hotel.book({ ...stay, room_id: hotel.roomId(room, today) });
  return { ...(await calendar(hotel.api, { room_number: room, ...fields })), room, booking, ...stay };
}

describe('the calendar of a room', () => {
  it('has its nights without names; an entry keeps its id over changes, which raise its number', async () => {
    const { path, booking, stay_start, stay_end } = await booked();
    const [before] = await entriesAt(path);
    expect(before).toMatchObject({ start: stay_start, end: stay_end, summary: '予約', isBusy: true });
    const { version } = booking as unknown as { version: number };
    await change(booking.id, { stay_end: addDays(stay_end, 1), version });
    const [after] = await entriesAt(path);
    expect(after).toMatchObject({ uid: before?.uid, end: addDays(stay_end, 1) });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    expect(Date.parse(after?.modified ?? '')).toBeGreaterThanOrEqual(Date.parse(before?.modified ?? ''));
  });

  it('has no cancelled booking, and none that went to another room', async () => {
    const { path, booking, stay_start } = await booked();
    const there = hotel.newRoom();
    const other = await calendar(hotel.api, { room_number: there });
    const [{ uid } = { uid: '' }] = await entriesAt(path);
    await change(booking.id, { room_id: hotel.roomId(there, stay_start) });
    expect(await entriesAt(path)).toEqual([]);
    expect(await entriesAt(other.path)).toMatchObject([{ uid }]);
    await must(hotel.api.put(`/api/booking/${booking.id}/cancel`, {}));
    expect(await entriesAt(other.path)).toEqual([]);
  });

  it('has 売り止め and 仮予約 as busy, and none that was released', async () => {
    const room = hotel.newRoom();
    const { path } = await calendar(hotel.api, { room_number: room });
    const [first, second, third] = [5, 7, 9].map((days) => addDays(hotel.today, days)) as [Day, Day, Day];
    const closing = { room_number: room, start_date: first, end_date: second, reason: '水漏れ' };
    const closed = await must(hotel.api.post<{ id: number }>('/api/room-closures', closing));
    await holding(room, second, third);
    expect(await entriesAt(path)).toMatchObject([
      { start: first, end: second, summary: '売り止め', isBusy: true },
      { start: second, end: third, summary: '仮予約', isBusy: true },
    ]);
    await must(hotel.api.delete(`/api/room-closures/${closed.id}`));
    expect(await entriesAt(path)).toMatchObject([{ summary: '仮予約' }]);
  });

  it('names guests only where that was chosen, and erased ones as erased', async () => {
    const { id, path, room, booking } = await booked({ shows_names: 1 });
    expect(await entriesAt(path)).toMatchObject([{ summary: '予約 山田 太郎様' }]);
    await must(hotel.api.put(`/api/booking/${booking.id}/cancel`, {}));
    const past = { stay_start: addDays(hotel.today, -5), stay_end: addDays(hotel.today, -3) };
    const gone = await hotel.book({ ...past, room_id: hotel.roomId(room, past.stay_start) });
    await must(hotel.api.post(`/api/booking/${gone.id}/check-in`, { date: past.stay_start }));
    await must(hotel.api.post(`/api/booking/${gone.id}/check-out`, { date: past.stay_end }));
    await must(hotel.api.post(`/api/booking/${gone.id}/erasure`, { reason: '本人の請求' }));
    const [erased] = await entriesAt(path);
    expect(erased).toMatchObject({
      ...{ start: past.stay_start, end: past.stay_end },
      summary: '予約 削除済み',
    });
    const { name } = (await listed(hotel.api, id)) ?? {};
    await must(hotel.api.put(`/api/ical-addresses/${id}`, { name, room_number: room, shows_names: 0 }));
    const [unnamed] = await entriesAt(path);
    expect(unnamed?.summary).toBe('予約');
    expect(unnamed?.sequence).toBeGreaterThan(erased?.sequence ?? 0);
  });

  it('ends a month back and a year ahead', async () => {
    const room = hotel.newRoom();
    const { path } = await calendar(hotel.api, { room_number: room });
    const at = (days: number) => ({
      ...{ room_number: room, reason: '工事' },
      ...{ start_date: addDays(hotel.today, days), end_date: addDays(hotel.today, days + 1) },
    });
    for (const days of [365, 366]) await must(hotel.api.post('/api/room-closures', at(days)));
    expect(await entriesAt(path)).toMatchObject([{ start: addDays(hotel.today, 365) }]);
  });
});

it('the calendar of the arrivals has a day, room and number for each, not who goes on or is cancelled', async () => {
  const { path } = await calendar(hotel.api);
  const before = new Set((await entriesAt(path)).map(({ uid }) => uid));
  const { booking, room, stay_start } = await booked();
  const added = async () => (await entriesAt(path)).filter(({ uid }) => !before.has(uid));
  const arrival = {
    start: stay_start,
    end: addDays(stay_start, 1),
    summary: `${room}号室 1名`,
    isBusy: false,
  };
  expect(await added()).toMatchObject([arrival]);
  await must(hotel.api.post(`/api/booking/${booking.id}/check-in`, {}));
  const move = { room_id: hotel.roomId(hotel.newRoom(), stay_start), from: addDays(stay_start, 1) };
  await must(hotel.api.post(`/api/booking/${booking.id}/move-from`, move));
  expect(await added()).toMatchObject([arrival]);
  const there = await booked();
  await must(hotel.api.put(`/api/booking/${there.booking.id}/cancel`, {}));
  expect(await added()).toMatchObject([arrival]);
});

describe('an address', () => {
  it('is told once, unguessable, and stored nowhere', async () => {
    const { id, path } = await calendar(hotel.api);
    expect(path).toMatch(/^\/api\/ical\/hfc_[0-9a-f]{12}_[\w-]{43}\.ics$/);
    const secret = path.slice(-47, -4);
    expect((await hotel.api.get('/api/ical-addresses')).text).not.toContain(secret);
    expect((await listed(hotel.api, id))?.address).toEqual({
      secret: path.slice(10, 26),
      last_used_at: null,
    });
    const [stored] = await rawQuery(
      hotel.databaseUrl,
      `select (select string_agg(payload::text, '') from event_log) || (select string_agg(state::text, '') from ical_secrets) as text`,
    );
    expect(stored?.text).toContain(path.slice(14, 26));
    expect(stored?.text).not.toContain(secret);
  });

  it('opens its calendar without sign-in, cookies or headers; it is told when that was', async () => {
    const { id, path } = await calendar(guarded.admin);
    const proxy = {
      host: 'front.example.jp',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '198.51.100.8',
    };
    const ask = (method: string) =>
      askAsNamed(`${guarded.url}${path}`, { method, headers: proxy, body: null });
    const answer = await ask('GET');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    const head = await ask('HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
      ...[200, answer.headers.get('etag'), ''],
    ]);
    await eventually(
      'the use is told',
      async () => (await listed(guarded.admin, id))?.address?.last_used_at ?? null,
    );
  });

  it('answers 304 until something changes', async () => {
    const { path, booking } = await booked();
    const ask = (tag: string) => fetch(`${hotel.url}${path}`, { headers: { 'if-none-match': tag } });
    const tag = (await ask('')).headers.get('etag') ?? '';
    const same = await ask(tag);
    expect([same.status, await same.text()]).toEqual([304, '']);
    await must(hotel.api.put(`/api/booking/${booking.id}/cancel`, {}));
    expect((await ask(tag)).status).toBe(200);
  });

  it('that was renewed, stopped or is wrong is 404 at once on every node, all alike', async () => {
    const { id, path } = await calendar(hotel.api);
    const statuses = async (at: string) =>
      Promise.all([hotel.url, other.url].map(async (url) => (await fetch(`${url}${at}`)).status));
    expect(await statuses(path)).toEqual([200, 200]);
    const next = await issue(hotel.api, id);
    expect([await statuses(path), await statuses(next)]).toEqual([
      [404, 404],
      [200, 200],
    ]);
    await must(hotel.api.put(`/api/ical-addresses/${id}/retired`, { is_retired: 1 }));
    expect(await statuses(next)).toEqual([404, 404]);
    await must(hotel.api.put(`/api/ical-addresses/${id}/retired`, { is_retired: 0 }));
    expect(await statuses(next)).toEqual([200, 200]);
    const wrong = [
      path,
      next.replace(/.\.ics$/, '.ics'),
      next.replace(/hfc_.{12}/, 'hfc_000000000000'),
      '/api/ical/x',
    ];
    for (const at of wrong) {
      const answer = await hotel.api.get(at);
      expectRefusal(answer, 404, UNKNOWN);
      expect(answer.headers.get('etag')).toBeNull();
    }
  });

  it('is issued for no calendar out of use', async () => {
    const { id } = await define(hotel.api, {});
    await must(hotel.api.put(`/api/ical-addresses/${id}/retired`, { is_retired: 1 }));
    expectRefusal(await hotel.api.post(`/api/ical-addresses/${id}/address`, {}), 404, UNKNOWN);
  });

  it('is limited by calendar with Retry-After; who guesses is told to wait, and others go on', async () => {
    const proxy = {
      host: 'front.example.jp',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '198.51.100.99',
    };
    const ask = async (path: string) =>
      askAsNamed(`${guarded.url}${path}`, { method: 'GET', headers: proxy, body: null });
    const [busy, quiet] = [await calendar(guarded.admin), await calendar(guarded.admin)];
    const answers = await Promise.all(Array.from({ length: LIMIT + 5 }, () => ask(busy.path)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const guesses = await Promise.all(Array.from({ length: 40 }, () => ask('/api/ical/guess')));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]));
    expect((await ask(quiet.path)).status).toBe(200);
  });

  it('is an event of the log, by who issued it', async () => {
    const { id, path } = await calendar(guarded.admin);
    const { events } = await must(guarded.admin.get<EventPage>(`/api/events?from=${id}`));
    expect(events.map(({ type }) => type).sort()).toEqual(['IcalAddressDefined', 'IcalSecretIssued']);
    expect(JSON.stringify(events)).not.toContain(path.slice(-47, -4));
    expect(events[0]?.staff_id).not.toBeNull();
  });
});

describe('the verification', () => {
  let client: LongRunningClient;
  beforeAll(async () => {
    client = await openLongRunningClient(hotel.databaseUrl);
  });
  afterAll(() => client.end());

  it.each([
    `update ical_secrets set state = jsonb_set(state, '{digest}', to_jsonb(repeat('0', 64)))`,
    `insert into ical_secrets select 999999, id, version, position, state from ical_secrets limit 1`,
  ])('finds an address that the log does not tell of: %s', async (statement) => {
    const { id } = await calendar(hotel.api);
    await issue(hotel.api, id);
    expect(await accessVerdict(client)).toMatchObject({ state: 'ok' });
    try {
      await client.query(`begin; ${statement}`);
      expect(await accessVerdict(client)).toMatchObject({
        state: 'bad',
        text: /カレンダーID \d+ のアドレス/,
      });
    } finally {
      await client.query('rollback');
    }
  });
});

it(
  'whatever happens, the calendars have the nights that the rooms have',
  async () => {
    const rooms = [hotel.newRoom(), hotel.newRoom()];
    const calendars = await Promise.all(
      rooms.map(async (room) => ({ room, ...(await calendar(hotel.api, { room_number: room })) })),
    );
    const ids: number[] = [];
    const step = fc.record({
      kind: fc.constantFrom('book', 'book', 'close', 'hold', 'cancel', 'move', 'extend'),
      ...{
        room: fc.nat(1),
        from: fc.integer({ min: -40, max: 60 }),
        nights: fc.integer({ min: 1, max: 9 }),
        nth: fc.nat(),
      },
    });
    const act = async ({
      kind,
      room,
      from,
      nights,
      nth,
    }: {
      kind: string;
      room: number;
      from: number;
      nights: number;
      nth: number;
    }) => {
      const room_number = rooms[room] ?? '';
      const start = addDays(hotel.today, from);
      const end = addDays(start, nights);
      const id = ids[nth % Math.max(1, ids.length)];
      if (kind === 'book') {
        const stay = { stay_start: start, stay_end: end, room_id: hotel.roomId(room_number, start) };
        const { status, body } = await hotel.api.post<{ id: number }>('/api/booking', hotel.payload(stay));
        if (status === 201) ids.push(body.id);
      } else if (kind === 'close') {
        await hotel.api.post('/api/room-closures', {
          room_number,
          start_date: start,
          end_date: end,
          reason: '工事',
        });
      } else if (kind === 'hold') await holding(room_number, start, end).catch(() => null);
      else if (id !== undefined && kind === 'cancel') await hotel.api.put(`/api/booking/${id}/cancel`, {});
      else if (id !== undefined && kind === 'move')
        await hotel.api.put(`/api/booking/${id}`, { room_id: hotel.roomId(room_number, start) });
      else if (id !== undefined) await hotel.api.put(`/api/booking/${id}`, { stay_end: end });
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        for (const each of steps) await act(each);
        for (const { room, path } of calendars) {
          const held = daysHeld({ roomNumber: room }, hotel.today);
          const claims = await rawQuery(
            hotel.databaseUrl,
            `select night::text from room_claims where room_number = '${room}' and night >= '${held.start}' and night < '${held.end}' order by night`,
          );
          const shown = nightsIn(await entriesAt(path)).filter((one) => one >= held.start && one < held.end);
          expect(shown).toEqual(claims.map(({ night }) => day(String(night))));
        }
      }),
      { seed, numRuns: runs(50) },
    );
    expect(ids.length).toBeGreaterThan(3);
  },
  LONG_MS,
);
