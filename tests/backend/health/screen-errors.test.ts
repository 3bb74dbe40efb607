import { afterEach, expect, jest, test } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import { logger } from '#backend/platform/logger.js';
import { apiClient } from '#tests/support/api-client.js';
import { sharedServer } from '#tests/support/shared.js';

const REPORT = {
  kind: 'TypeError',
  screen: '/audit',
  places: ['AuditScreen-B2x.js:1:204', 'index-Af.js:7:9'],
};

const server = sharedServer();
/** A server that takes no more of them. */
const flooded = sharedServer();
const written = jest.spyOn(logger, 'error').mockImplementation(() => {});
const send = (body: object, { url } = server) => apiClient(url).post<ErrorBody>('/api/screen-errors', body);

afterEach(() => void written.mockClear());

test('an error of a screen is one line of the log: its kind, its screen and its places', async () => {
  const { status, headers } = await send(REPORT);
  expect(status).toBe(204);
  const places = 'AuditScreen-B2x.js:1:204 index-Af.js:7:9';
  const line = { ...REPORT, places, request_id: headers.get('x-request-id'), staff_id: null };
  expect(written.mock.calls).toEqual([[line, 'screen failed']]);
});

test.each([
  ['a message', { ...REPORT, message: '山田太郎' }],
  ['a sentence for a kind', { ...REPORT, kind: 'TypeError: Yamada' }],
  ['a name for a place', { ...REPORT, places: ['山田太郎'] }],
  ['an address with more than its screen', { ...REPORT, screen: '/reservation-registration/12' }],
  ['no end of places', { ...REPORT, places: Array.from({ length: 21 }, () => 'index.js:1:1') }],
])('%s is refused and not written', async (_what, body) => {
  expect((await send(body)).status).toBe(422);
  expect(written).not.toHaveBeenCalled();
});

test('a screen that fails without end does not fill the log', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(REPORT, flooded)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(written.mock.calls.length).toBe(answers.length - refused.length);
});
