import type { Permission, StaffRole } from '@domain/masters/staff-role.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { ErrorBody } from '@wire/errors.js';
import { AppModule } from '../../../backend/app.module.js';
import { readConfig } from '../../../backend/platform/config/config.js';
import type { Answer } from '../../support/api-client.js';
import { routesOf } from '../../support/app-routes.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { type SignInHotel, startSignInHotel } from '../../support/sign-in-hotel.js';
import type { BrowserClient } from '../../support/signed-in-client.js';

type Route = { method: string; path: string };

const MAY: Record<StaffRole, Permission[]> = {
  staff: ['look', 'desk'],
  auditor: ['look', 'audit'],
  admin: ['look', 'desk', 'audit', 'manage'],
};
const ROLES = Object.keys(MAY) as StaffRole[];
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };

/** What each call needs, said once more in the words of the rules. */
function needOf({ method, path }: Route): Permission | 'nothing' {
  const reads = method === 'GET';
  if (/^\/(health|metrics)|^\/api\/session$/.test(path)) return 'nothing';
  if (/erasure$/.test(path)) return 'manage';
  if (/^\/api\/(events|checkpoints|evidence-package)/.test(path)) return 'audit';
  if (path === '/api/screen-errors') return 'look';
  if (reads) return path === '/api/staff' ? 'audit' : 'look';
  return /^\/api\/(corporate_master|payment_master|blacklist|staff|room-months)\b/.test(path)
    ? 'manage'
    : 'desk';
}

let hotel: SignInHotel;
let app: INestApplication;
let routes: Route[];
const callers = new Map<StaffRole, BrowserClient>();

beforeAll(async () => {
  hotel = await startSignInHotel({ REQUESTS_PER_MINUTE: '100000' });
  for (const role of ROLES) callers.set(role, await hotel.colleague(role));
  const module = await Test.createTestingModule({
    imports: [AppModule.with(readConfig({}), hotel.databaseUrl)],
  }).compile();
  app = module.createNestApplication();
  await app.init();
  routes = routesOf(app);
});

afterAll(async () => {
  await app.close();
  await hotel.stop();
});

/** Makes a call of a kind, with a body in the form that it takes. */
async function call(browser: BrowserClient, { method, path }: Route): Promise<Answer<ErrorBody>> {
  const address = path.replace(':id', '999999');
  if (method === 'GET' || method === 'DELETE') return browser.send(method, address, null);
  const asJson = { 'content-type': 'application/json' };
  const answer = await browser.send<ErrorBody>(method, address, '{}', asJson);
  return answer.status === 415 ? browser.send(method, address, '--x--\r\n', FORM) : answer;
}

const stateOf = () => hotel.sql('select position from log_head');
const codeOf = ({ body }: Answer<ErrorBody>) => body?.errors?.[0]?.code;

describe('every call of the running application', () => {
  it('is among those that are asked here', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter((route) => needOf(route) === 'nothing').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/session', '/health/live', '/health/ready', '/metrics']),
    );
  });

  it('refuses the signed-out with 401, and nothing is written or told', async () => {
    const before = await stateOf();
    const stranger = hotel.browser();
    for (const route of routes.filter((known) => needOf(known) !== 'nothing')) {
      const answer = await call(stranger, route);
      expect({ ...route, status: answer.status, code: codeOf(answer) }).toEqual({
        ...route,
        status: 401,
        code: 'signed_out',
      });
      expect(Object.fromEntries(answer.headers)).not.toHaveProperty('x-log-position');
      expect(Object.fromEntries(answer.headers)).not.toHaveProperty('etag');
    }
    expect(await stateOf()).toEqual(before);
  });

  it.each(ROLES)('refuses what %s may not do with 403, and nothing is written', async (role) => {
    const browser = callers.get(role) as BrowserClient;
    const before = await stateOf();
    for (const route of routes) {
      const need = needOf(route);
      if (need === 'nothing' || MAY[role].includes(need)) continue;
      const answer = await call(browser, route);
      expect({ ...route, status: answer.status, code: codeOf(answer) }).toEqual({
        ...route,
        status: 403,
        code: 'not_permitted',
      });
    }
    expect(await stateOf()).toEqual(before);
  });

  it.each(ROLES)('lets %s do what the role may do', async (role) => {
    const browser = callers.get(role) as BrowserClient;
    for (const route of routes) {
      const need = needOf(route);
      if (need === 'nothing' || !MAY[role].includes(need)) continue;
      const { status } = await call(browser, route);
      expect({ ...route, refused: status === 401 || status === 403 || status >= 500 }).toEqual({
        ...route,
        refused: false,
      });
    }
  });

  it('answers health and metrics without sign-in and by any name, as operators ask', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await fetch(hotel.url + path)).status).toBe(200);
    }
  });

  it('tells the signed-out not even that nothing has changed', async () => {
    const { headers } = await hotel.admin.get('/api/blacklist');
    const etag = headers.get('etag') ?? '';
    expect((await hotel.admin.get('/api/blacklist', { 'if-none-match': etag })).status).toBe(304);
    expect((await hotel.browser().get('/api/blacklist', { 'if-none-match': etag })).status).toBe(401);
  });
});

describe('the socket', () => {
  it('refuses the signed-out and lets every role look', async () => {
    const stranger = new LiveTerminal(hotel.url, {}, { extraHeaders: hotel.browser().headers() });
    await stranger.until(({ messages }) => messages.length > 0);
    expect(stranger.messages).toEqual([{ kind: 'connect_error', reason: 'signed_out' }]);
    for (const role of ROLES) {
      const { headers } = callers.get(role) as BrowserClient;
      const terminal = new LiveTerminal(hotel.url, {}, { extraHeaders: headers() });
      await terminal.until(({ kinds }) => kinds.length > 0);
      expect(terminal.kinds).toEqual(['reload']);
      terminal.close();
    }
  });
});
