import { expect } from '@jest/globals';
import fc from 'fast-check';
import {
  FORM_TYPE,
  type Json,
  type RouteFixture,
  startRouteFixture,
} from '#tests/backend/api/route-fixture.js';
import { ROUTES } from '#tests/backend/api/route-table.js';
import { eventually } from '#tests/support/eventually.js';
import { exchange } from '#tests/support/raw-http.js';
import { seed, timesOf } from '#tests/support/trial-size.js';
import { fault, type World } from '../harness.js';
import { WriteWatch } from '../support/write-watch.js';
import { type Draft, type Mutation, mutation, plain } from './mutations.js';
import { jsonOf } from './odd-values.js';
import { faultsOf, type LineRequest, parsedJson } from './verdict.js';

const REQUESTS = timesOf(2_000, 40_000, 150);
/** A hotel has rooms and days for so many. */
const REQUESTS_OF_A_HOTEL = 1_000;
const DEADLINE_MS = 120_000;
const LARGEST_MIB = 700;
/** Answers that even few requests get. */
const MOST_FREQUENT = [200, 201, 400, 404, 422];
/**
 * A refused attempt to sign in is counted, a session of nobody may be looked for, the use of a key is noted, and webhooks are
 * sent while other requests are answered: none of these is a write of the hotel's.
 */
const UNWATCHED = [
  ...['presence', 'sign_in_attempts', 'sessions', 'ical_secret_uses', 'service_key_uses'],
  ...['webhook_places', 'webhook_entries'],
];

const NAMES = Object.keys(ROUTES).filter((route) => route !== 'DELETE /api/session');
const CENTRAL = NAMES.filter((route) => /^(POST|PUT) \/api\/booking(\/:id|-batch)?$/.test(route));
const OF_SIGN_IN = NAMES.filter((route) => /\/api\/(session|staff\/:id\/one-time-code|staff)$/.test(route));

/** A call of the table, how it is made wrong, and whether by the admin or by a stranger. */
const plan = fc.record({
  route: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 2, arbitrary: fc.constantFrom(...CENTRAL) },
    { weight: 1, arbitrary: fc.constantFrom(...OF_SIGN_IN) },
  ),
  action: fc.nat(6),
  mutations: fc.array(mutation, { maxLength: 3 }),
  isSignedIn: fc.nat(4).map((chance) => chance < 4),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

/** Every field of a booking that the calls of the table leave out. */
const MORE = {
  guest_name_2: '山田 次郎',
  reserver_name_kana: 'ヤマダ',
  notes: '窓側\n希望',
  purpose: '出張',
  booking_source: '自社',
  tel: '090-0000-0001',
  booking_number: 'A-1',
  corporateID: 0,
  payment_type: null,
  coupon: 0,
  room_move_lock: 0,
  blacklist_id: -1,
  nextday_out_flag: 0,
  is_day_before_same_flag: 0,
};

/** Changes of each kind, of a booking that there is. */
async function batch(desk: RouteFixture, action: number): Promise<Json> {
  const { id, stay_start } = await desk.past();
  const changes: Json[] = [
    { action: 'create', booking: { ...MORE, ...desk.booking() } },
    { action: 'amend', id, booking: { ...MORE, total_fee: 1 } },
    { action: 'check-in', id, date: stay_start },
    { action: 'check-out', id, date: stay_start },
    { action: 'payment', id, payment_type: null, payment_flag: 1 },
    { action: 'revert-check-in', id },
    { action: 'cancel', id },
  ];
  const vacant = action === 1 ? { vacant: desk.night() } : {};
  return { changes: action === 0 ? changes : [changes[action]], ...vacant };
}

/** A call of the table that the hotel takes; what an odd call has taken is not free, but the next is. */
async function madeCall(desk: RouteFixture, route: string) {
  for (let left = 5; ; left -= 1) {
    try {
      return await (ROUTES[route] as (typeof ROUTES)[string]).done(desk);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

async function draftOf(desk: RouteFixture, { route, action }: Plan): Promise<Draft> {
  const [method = ''] = route.split(' ');
  const { path: target, body } = await madeCall(desk, route);
  const { pathname, searchParams } = new URL(target, desk.url);
  const form = typeof body?.form === 'string' ? body.form : null;
  const isBooking = CENTRAL.includes(route);
  const whole = route.endsWith('-batch')
    ? await batch(desk, action)
    : { ...(isBooking ? MORE : {}), ...body };
  const hasBody = method === 'POST' || method === 'PUT';
  return {
    method,
    path: pathname,
    query: [...searchParams].map(([key, value]) => [key, encodeURIComponent(value)]),
    headers: hasBody ? [['Content-Type', form === null ? 'application/json' : FORM_TYPE]] : [],
    // A copy: what is changed in it must not change the table.
    tree: hasBody && form === null ? structuredClone(whole) : null,
    bytes: form === null ? null : Buffer.from(form, 'latin1'),
    framing: plain,
  };
}

/** A draft as it goes over the line; `standing` is what a client says of itself with each request. */
function requestOf(draft: Draft, mutations: readonly Mutation[], url: string, standing: Json): LineRequest {
  const { method, path, query, framing } = draft;
  const body = draft.bytes ?? (draft.tree === null ? Buffer.alloc(0) : Buffer.from(jsonOf(draft.tree)));
  const framed = framing(body);
  const isBare = framing === plain && body.length === 0 && (method === 'GET' || method === 'HEAD');
  const pairs = query.map(([key, value]) => (value === '' ? key : `${key}=${value}`));
  const target = (path + (pairs.length > 0 ? `?${pairs.join('&')}` : '')).replace(/[\s\0]/g, (sign) =>
    encodeURIComponent(sign),
  );
  const said = draft.headers.map(([name]) => name.toLowerCase());
  const own = Object.entries({ ...standing, connection: 'close' }).filter(([name]) => !said.includes(name));
  const all = [...own, ...draft.headers, ...(isBare ? [] : framed.headers)];
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target} ${framed.version ?? 'HTTP/1.1'}`, ...lines, '', ''].join('\r\n');
  const shown = body.subarray(0, 3_000).toString('utf8').replaceAll("'", "'\\''");
  const curl = [
    `curl -i -X ${method} --path-as-is '${url}${target}'`,
    ...lines.slice(0, 30).map((line) => `-H '${line.slice(0, 200)}'`),
    ...(body.length > 0 ? [`--data-binary '${shown}'`] : []),
  ].join(' \\\n  ');
  return {
    method,
    target,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), framed.bytes]),
    cut: framed.cut ?? false,
    isBroken: (framed.isBroken ?? false) || !/^[A-Z]+$/.test(method) || method === 'CONNECT',
    said: parsedJson(body.toString()),
    told: `# ${mutations.map(({ what }) => what).join(', ') || 'as it should be'}\n${curl}`,
  };
}

const statuses = new Map<number | string, number>();

/** Sends requests to a hotel of their own, from the one of this number on; the MiB of its process in the end. */
async function fuzzHotel(world: World, from: number): Promise<number> {
  const desk = await startRouteFixture({ ownProcess: true });
  world.later(desk.stop);
  world.databaseUrl = desk.databaseUrl;
  const watch = await WriteWatch.open(desk.databaseUrl, UNWATCHED);
  world.later(() => watch.close());
  let tried = 0;
  let caller = await desk.colleague('admin');
  const property = fc.asyncProperty(plan, async (drawn) => {
    tried += 1;
    world.struck += 1;
    const { mutations, isSignedIn } = drawn;
    const draft = await draftOf(desk, drawn);
    for (const { apply } of mutations) apply(draft);
    // Each from an address of its own: an address that fails too often has to wait.
    const address = `198.51.${(tried >> 8) % 256}.${tried % 256}`;
    const { cookie, ...stranger } = { cookie: '', ...caller.headers(), 'x-forwarded-for': address };
    const request = requestOf(draft, mutations, desk.url, isSignedIn ? { cookie, ...stranger } : stranger);
    await eventually(
      'the runs over files have ended',
      () => watch.runs(),
      (runs) => expect(runs).toBe(0),
    );
    await watch.news();
    const outcome = await exchange(desk.url, request.bytes, { cut: request.cut, deadlineMs: DEADLINE_MS });
    const faults = faultsOf(request, outcome, await watch.news());
    const status = typeof outcome === 'string' ? outcome : outcome.status;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (typeof outcome !== 'string' && !isSignedIn) {
      // The address of a calendar is a secret, by which programs come in that can't sign in.
      const isLetIn = outcome.status < 400 && /^\/api\/(?!session|ical\/)/.test(request.target);
      if (isLetIn && request.method !== 'OPTIONS') faults.push(`a stranger is let in: ${outcome.status}`);
    }
    if (!desk.isAlive()) faults.push('the process is gone');
    if (tried % 500 === 0 && desk.residentMiB() > LARGEST_MIB) faults.push(`${desk.residentMiB()} MiB`);
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${request.told}`);
    // It may have ended its session.
    if (isSignedIn && request.target.includes('session')) caller = await desk.colleague('admin');
  });
  const numRuns = Math.min(REQUESTS_OF_A_HOTEL, REQUESTS - from);
  await fc.assert(property, { seed: seed + from, numRuns });
  expect(desk.output()).not.toMatch(/request failed|unhandled|uncaught|warning/i);
  const mib = Math.round(desk.residentMiB());
  await world.endRound();
  return mib;
}

fault(
  'requests',
  'generated requests, signed in or not, are answered as the contract says, and a refusal writes nothing',
  async (world) => {
    const mib: number[] = [];
    for (let from = 0; from < REQUESTS; from += REQUESTS_OF_A_HOTEL) mib.push(await fuzzHotel(world, from));
    let accepted = 0;
    for (const [status, count] of statuses) if (Number(status) < 300) accepted += count;
    world.figures = { calls: NAMES.length, accepted, MiB: Math.max(...mib) };
    // Among them are many that were accepted, and every way of refusing.
    const expected =
      REQUESTS < REQUESTS_OF_A_HOTEL ? MOST_FREQUENT : [...MOST_FREQUENT, 401, 403, 409, 413, 415];
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(expected));
  },
);
