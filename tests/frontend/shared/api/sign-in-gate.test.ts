import { expect, test } from '@jest/globals';
import { get, write } from '#frontend/shared/api/request.js';
import { signInGate } from '#frontend/shared/api/sign-in-gate.js';
import { deferred, serve, tick } from '#tests/frontend/support/fake-server.js';

const REFUSED = {
  status: 401,
  body: { error: 'ログインしてください。', errors: [{ code: 'signed_out', field: null, message: '' }] },
};

test('a call that is refused waits, and is sent again as it was', async () => {
  let signedIn = false;
  let told = 0;
  signInGate.onRefused(() => told++);
  const calls = serve({ 'POST /api/booking': () => (signedIn ? { body: { id: 7 } } : REFUSED) });
  const answer = write('POST', '/api/booking', { guest_name_1: '花子' }, { version: 3 });
  await tick();
  expect(told).toBe(1);
  expect(calls).toHaveLength(1);
  signedIn = true;
  signInGate.open();
  expect(await answer).toEqual({ id: 7 });
  expect(calls).toHaveLength(2);
  expect(calls[1]).toEqual(calls[0]);
  expect(calls[1]?.headers).toMatchObject({ 'If-Match': '"3"' });
});

test('while the gate is closed nothing is sent; a late refusal does not close it again', async () => {
  let told = 0;
  signInGate.onRefused(() => told++);
  let asked = 0;
  const first = deferred<typeof REFUSED>();
  const calls = serve({ 'GET /api/weather': () => (asked++ === 0 ? first.promise : { body: [] }) });
  const early = get('/api/weather');
  await tick();
  signInGate.close();
  const late = get('/api/weather');
  await tick();
  expect(calls).toHaveLength(1);
  signInGate.open();
  first.resolve(REFUSED);
  expect((await early).data).toEqual([]);
  expect((await late).data).toEqual([]);
  expect(told).toBe(0);
});

test('another refusal than that nobody is signed in is a failure', async () => {
  serve({ 'GET /api/weather': () => ({ status: 401, body: { error: '違います。', errors: [] } }) });
  await expect(get('/api/weather')).rejects.toThrow('違います。');
});
