import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { exchange } from '../../support/raw-http.js';
import { recordTrial } from '../../support/records.js';
import { type BrowserClient, firstAdmin, SESSION_ENV } from '../../support/signed-in-client.js';
import { seed, timesOf } from '../../support/trial-size.js';
import { type FuzzHotel, startFuzzHotel } from './fuzz-hotel.js';
import { planOf, type Route, requestOf } from './fuzzed-requests.js';
import { learn } from './learn.js';
import { faultsOf } from './verdict.js';

const REQUESTS = timesOf(600, 10_000);
const DEADLINE_MS = 120_000;
/** A refused attempt to sign in is counted, and a session of nobody may be looked for: neither is a write of the hotel's. */
const UNWATCHED = ['presence', 'sign_in_attempts', 'sessions'];
const SIGN_IN = /^(GET|POST|PUT) \/api\/(session$|staff\/:id\/one-time-code|staff$)/;

let hotel: FuzzHotel;
let admin: BrowserClient;
let routes: Route[];

beforeAll(async () => {
  hotel = await startFuzzHotel({ ...SESSION_ENV, REQUESTS_PER_MINUTE: '1000000' }, UNWATCHED);
  admin = await firstAdmin(hotel);
  const aboutSignIn = hotel.routes.filter(({ method, path }) => SIGN_IN.test(`${method} ${path}`));
  const others = hotel.routes.filter(({ method, path }) => `${method} ${path}` !== 'DELETE /api/session');
  routes = [...Array.from({ length: 12 }, () => aboutSignIn).flat(), ...others];
});
afterAll(() => hotel.stop());

test(
  `with sign-in ${REQUESTS} generated requests are taken or refused, and never is anybody let in who did not sign in`,
  async () => {
    const statuses = new Map<number, number>();
    let run = 0;
    await hotel.watch.news();
    const property = fc.asyncProperty(planOf(routes), fc.boolean(), async (plan, isSignedIn) => {
      run += 1;
      // Each from an address of its own: an address that fails too often has to wait.
      const said = { ...admin.headers(), 'x-forwarded-for': `198.51.${(run >> 8) % 256}.${run % 256}` };
      const { cookie = '', ...stranger } = said as Record<string, string>;
      const named = { ...stranger, ...(isSignedIn ? { cookie } : {}) };
      const standing = Object.entries(named).map(([name, value]): [string, string] => [
        name === 'host' ? 'Host' : name,
        value,
      ]);
      const request = requestOf(plan, { url: hotel.url, known: hotel.known, routes, standing });
      const outcome = await exchange(hotel.url, request.bytes, { cut: request.cut, deadlineMs: DEADLINE_MS });
      const faults = faultsOf(request, outcome, await hotel.watch.news());
      if (typeof outcome !== 'string') {
        statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
        const isLetIn =
          outcome.status < 400 && /^\/api\/(?!session)/.test(request.target) && request.method !== 'OPTIONS';
        if (!isSignedIn && isLetIn) faults.push(`let in: ${outcome.status}`);
        if (outcome.headers['set-cookie']?.includes('__Host-session=s') && !isSignedIn)
          faults.push('got a session');
      }
      if (!hotel.isAlive()) faults.push('the process is gone');
      if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${request.told}`);
      learn(hotel.known, request, outcome);
    });
    await fc.assert(property, { seed, numRuns: REQUESTS });
    for (const status of [200, 400, 401, 403, 422])
      expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
    expect(hotel.output()).not.toMatch(/request failed|unhandled|uncaught/i);
    recordTrial({ part: 'fuzz', what: 'HTTP requests with sign-in', tried: REQUESTS, wrong: 0 });
  },
  timesOf(300_000, 3_600_000),
);
