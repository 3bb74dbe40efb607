import { describe, expect, test } from '@jest/globals';
import { exchange } from '../../support/raw-http.js';
import { sharedServer } from '../../support/shared.js';

const server = sharedServer();

test('every text of the screens says that it is UTF-8', async () => {
  const page = await (await fetch(server.url)).text();
  const linked = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(linked.length).toBeGreaterThan(1);
  for (const path of ['/', '/list', '/service-worker.js', ...linked]) {
    const { status, headers } = await fetch(server.url + path);
    const type = headers.get('content-type');
    expect([path, status, type]).toEqual([path, 200, expect.stringMatching(/^[\w/+]+;\s?charset=utf-8$/)]);
  }
});

describe('nothing beside the screens is served', () => {
  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/dist/backend/main.js',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
  ])('%s', async (path) => {
    const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', ''];
    const answer = await exchange(server.url, Buffer.from(lines.join('\r\n')), {
      cut: false,
      deadlineMs: 10_000,
    });
    expect(answer).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
  });
});
