import { randomUUID } from 'node:crypto';
import { SCOPES } from '@domain/masters/service-accounts.js';
import { mayDo, STAFF_ROLES, type StaffRole } from '@domain/masters/staff-role.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPED_ROUTES } from '#backend/platform/http/scoped-routes.js';
import { operationsOf } from '#backend/tools/api-docs/openapi.js';
import { parsedRoutes } from '#tests/support/answer-check.js';
import type { Answer, ApiClient } from '#tests/support/api-client.js';
import { productDocument } from '#tests/support/api-document.js';
import { LONG_MS } from '#tests/support/limits.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { expectErrorShape, expectRefusal } from '#tests/support/refusal.js';
import type { BrowserClient } from '#tests/support/signed-in-client.js';
import { type Call, FORM_TYPE, formOf, type RouteFixture, startRouteFixture } from './route-fixture.js';
import { type Refusal, ROUTES, type Route } from './route-table.js';

const STALE = '他の端末で更新されています。最新の内容を確認してください。';

let desk: RouteFixture;

// What hotels begin with may have to be filled first.
beforeAll(async () => {
  desk = await startRouteFixture();
}, LONG_MS);
afterAll(() => desk.stop());

const may = (role: StaffRole, { may: need }: Route) => need === 'everybody' || mayDo(role, need);
const roleFor = (route: Route) => STAFF_ROLES.find((role) => may(role, route)) as StaffRole;
const callerFor = (route: Route) => desk.callers[roleFor(route)];

function send(
  browser: BrowserClient,
  method: string,
  { path, body }: Call,
  headers: Record<string, string> = {},
): Promise<Answer<unknown>> {
  if (body === undefined) return browser.send(method, path, null, headers);
  return typeof body.form === 'string'
    ? browser.send(method, path, Buffer.from(body.form, 'latin1'), { 'content-type': FORM_TYPE, ...headers })
    : browser.send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

/** Makes calls that must be refused, each in the contract's shape with this status, with nothing written. */
async function refuses<Calls extends readonly [Refused, ...Refused[]]>(...calls: Calls) {
  const before = await desk.position();
  const answers = await Promise.all(calls.map(([call]) => call()));
  for (const [index, answer] of answers.entries()) {
    const [, status, told] = calls[index] as Refused;
    if (typeof told === 'string') expectRefusal(answer, status, told);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    expectErrorShape(answer);
    if (told instanceof RegExp) expect(answer.text).toMatch(told);
  }
  expect(await desk.position()).toBe(before);
  return answers as { [Index in keyof Calls]: Answer<unknown> };
}
type Refused = readonly [call: () => Promise<Answer<unknown>>, status: number, told?: string | RegExp];

it('the table has every call of the running application, and no other', async () => {
  // Which are those that are served: tests/backend/api-docs/document.test.ts.
  const documented = operationsOf(await productDocument()).map(
    ({ method, path }) => `${method} ${path.replace(/{(\w+)}/g, ':$1')}`,
  );
  expect(documented.sort()).toEqual(Object.keys(ROUTES).sort());
});

describe.each(Object.entries(ROUTES))('%s', (name, route) => {
  const [method, pattern] = name.split(' ') as [string, string];
  const isRead = method === 'GET';
  const hasBody = (method === 'POST' || method === 'PUT') && !route.hasNoBody;
  const isForm = /^POST .*(csv-imports|\/csv|move-in\/files|\/passport)$/.test(name);
  /** One that is looked at no further by who may not make it. */
  const anyCall: Call = {
    path: pattern.replace(/:\w+/g, '999999'),
    body: isForm ? formOf('') : hasBody ? {} : undefined,
  };
  let made: Promise<Call> | Call | undefined;
  /** A call that is never done: it is refused for what else it says. */
  const prepared = () => {
    made ??= route.done(desk);
    return made;
  };

  const { refused } = route;
  const refusedCall = async ({ call: make, query = '', body }: Refusal, from: Call): Promise<Call> => {
    if (make) return make(desk);
    const [path = ''] = from.path.split('?');
    return { path: path + query, body };
  };
  if (refused) {
    it(`refuses ${JSON.stringify(refused.body ?? refused.query ?? 'a second time')}: ${refused.told}`, async () => {
      const call = await refusedCall(refused, await prepared());
      await refuses([() => send(callerFor(route), method, call), refused.status, refused.told]);
    });
  }

  if (pattern.includes('/:id')) {
    it('refuses an id that nothing has with 404, and what is no id with 400', async () => {
      const { body } = await prepared();
      const by = (id: string) => () =>
        send(callerFor(route), method, { path: pattern.replace(':id', id), body });
      await refuses([by('2000000000'), 404], [by('abc'), 400], [by('0'), 400], [by('2147483648'), 400]);
    });
  }

  if (hasBody && !isForm) {
    it('refuses what is no JSON object with 400, and another type with 415', async () => {
      const { path } = await prepared();
      const browser = callerFor(route);
      const typed = (body: string, type: string) => () =>
        browser.send(method, path, body, { 'content-type': type });
      await refuses(
        [typed('{', 'application/json'), 400],
        [typed('[]', 'application/json'), 400],
        [typed('{}', 'text/plain'), 415],
      );
    });
  }

  if (route.may !== 'everybody') {
    it('refuses the signed-out with 401 and who may not with 403, and nothing is written or told', async () => {
      const by = (browser: BrowserClient) => () => send(browser, method, anyCall);
      const others = STAFF_ROLES.filter((role) => !may(role, route)).map(
        (role) => [by(desk.callers[role]), 403, /"not_permitted"/] as const,
      );
      const [{ headers }] = await refuses([by(desk.browser()), 401, /"signed_out"/], ...others);
      expect([headers.get('etag'), headers.get('x-log-position')]).toEqual([null, null]);
      for (const role of STAFF_ROLES.filter((one) => may(one, route))) {
        expect((await by(desk.callers[role])()).status).not.toBe(403);
      }
    });
  }

  if (pattern.startsWith('/api/')) {
    it('takes keys of service accounts with the scopes that it needs, or none', async () => {
      const needed = SCOPED_ROUTES[name] ?? null;
      const by = (client: ApiClient) => () => send(client as BrowserClient, method, anyCall);
      if (needed === null) {
        await refuses([by(await desk.program(...SCOPES)), 403, /"not_permitted"/]);
        return;
      }
      // No key does what only an administrator may.
      expect(route.may).toMatch(/^(look|audit|desk)$/);
      for (const one of needed) {
        const others = SCOPES.filter((scope) => scope !== one);
        await refuses([by(await desk.program(...others)), 403, /"scope_missing"/]);
      }
      expect((await by(await desk.program(...SCOPES))()).status).not.toBe(403);
    });
  }

  if (!isRead) {
    it('is refused from a page of another origin, before anything else is looked at', async () => {
      const elsewhere = { origin: 'https://evil.example' };
      const told = /^.*この画面以外からの操作は受け付けられません。/;
      await refuses([() => send(callerFor(route), method, anyCall, elsewhere), 403, told]);
    });
  }

  if (route.hasVersion) {
    it('minds If-Match: a stale version is refused with 409', async () => {
      const call = await prepared();
      const stale = { 'if-match': `"${(call.version ?? 0) + 100}"` };
      await refuses([() => send(callerFor(route), method, call, stale), 409, STALE]);
    });
  }

  const hasKey = !isRead && !route.hasNoKey;
  const once = hasKey
    ? ', once for a key: the same call gets the first answer, another one 409, a wrong one 422'
    : '';
  it(`is done for who may${route.hasVersion ? ', of the version that is stored' : ''}${once}`, async () => {
    const call = await route.done(desk);
    const before = await desk.position();
    const browser = pattern === '/api/session' ? desk.browser() : callerFor(route);
    const key: Record<string, string> = hasKey ? { 'idempotency-key': randomUUID() } : {};
    const headers = { ...key, ...(route.hasVersion && { 'if-match': `"${call.version}"` }) };
    const { status, text, headers: told } = await send(browser, method, call, headers);
    if (text !== '')
      expect(told.get('content-type')).toMatch(/; charset=utf-8\b|^application\/(zip|octet-stream)$/);
    expect({ status: status - (status % 100), text: status < 300 ? '' : text }).toEqual({
      status: 200,
      text: '',
    });
    // The client has parsed the answer with the schema that the API's document has for it.
    expect([...parsedRoutes]).toContain(name);
    const after = await desk.position();
    if (isRead) expect(after).toBe(before);
    if (!hasKey) return;
    const again = await send(browser, method, call, headers);
    expect({ status: again.status, text: again.text }).toEqual({ status, text });
    expect(await desk.position()).toBe(after);
    const other = await route.done(desk);
    if (JSON.stringify(call) !== JSON.stringify(other)) {
      await refuses([() => send(browser, method, other, key), 409, /Idempotency-Key/]);
    }
    if (refused?.status === 422) {
      const wrong = await refusedCall(refused, other);
      await refuses([() => send(browser, method, wrong, key), 422, refused.told]);
    }
  });
});

describe('beside the calls', () => {
  it('the signed-out are told not even that nothing has changed', async () => {
    const { headers } = await desk.admin.get('/api/blacklist');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await desk.admin.get('/api/blacklist', known)).status).toBe(304);
    expect((await desk.browser().get('/api/blacklist', known)).status).toBe(401);
  });

  it.each(['/health/live', '/health/ready', '/metrics'])('%s answers operators by any name', async (path) => {
    expect((await fetch(desk.url + path)).status).toBe(200);
  });

  it('the socket refuses the signed-out and lets every role look', async () => {
    const stranger = new LiveTerminal(desk.url, {}, { extraHeaders: desk.browser().headers() });
    await stranger.until(({ messages }) => messages.length > 0);
    expect(stranger.messages).toEqual([{ kind: 'connect_error', reason: 'signed_out' }]);
    for (const role of STAFF_ROLES) {
      const { headers } = desk.callers[role];
      const terminal = new LiveTerminal(desk.url, {}, { extraHeaders: headers() });
      await terminal.until(({ kinds }) => kinds.length > 0);
      expect(terminal.kinds).toEqual(['reload']);
      terminal.close();
    }
  });
});
