import { expect, test } from '@jest/globals';
import { openClient } from '#backend/platform/database.js';
import { exchange } from '#tests/support/raw-http.js';
import { sharedSignInHotel } from '#tests/support/shared.js';

/*
 * A client hangs up while its session is still being looked for, before its body is read: the call is not made, as nobody
 * knows what it asked for.
 */

const hotel = sharedSignInHotel();

const head = async () => (await hotel.sql('select position from log_head'))[0]?.position;

/** Does something while no session can be read. */
async function whileSessionsWait(action: () => Promise<unknown>): Promise<void> {
  const client = await openClient(hotel.databaseUrl, () => undefined);
  try {
    await client.query('begin; lock table sessions in access exclusive mode');
    await action();
  } finally {
    await client.end();
  }
}

test.each([
  ['whole', 0],
  ['cut off', 7],
])(
  'a call whose body is optional is not made when its client is gone before the %s body is read',
  async (_, missing) => {
    const id = await hotel.hire({ name: '山田', role: 'staff', loginName: `gone${missing}` });
    const before = await head();
    const body = '{}';
    const lines = Object.entries({
      ...hotel.admin.headers(),
      'content-type': 'application/json',
      'content-length': String(body.length + missing),
    }).map(([name, value]) => `${name}: ${value}`);
    const request = [`POST /api/staff/${id}/one-time-code HTTP/1.1`, ...lines, '', body].join('\r\n');
    await whileSessionsWait(() =>
      exchange(hotel.url, Buffer.from(request), { cut: true, deadlineMs: 10_000 }),
    );
    // A write that came later has gone through: what came before it would have as well.
    const code = await hotel.admin.post(`/api/staff/${id}/one-time-code`);
    expect(code.status).toBe(201);
    expect(Number(await head()) - Number(before)).toBe(1);
  },
);
