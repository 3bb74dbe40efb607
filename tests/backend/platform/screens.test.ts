import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { serveScreens } from '#backend/platform/http/screens.js';
import { exchange } from '#tests/support/raw-http.js';
import { sharedServer } from '#tests/support/shared.js';
import { askAsNamed } from '#tests/support/signed-in-client.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

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

test('a page that is as it was is not sent again, an asset is kept for a year, compressed', async () => {
  // fetch asks for everything anew.
  const ask = (path: string, headers: Record<string, string>) =>
    askAsNamed(server.url + path, { method: 'GET', headers, body: null });
  const page = await ask('/', { 'accept-encoding': 'gzip' });
  const etag = page.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[0-9a-f]{16}"$/);
  const again = await ask('/list', { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(await (await ask('/', {})).text()) ?? [];
  const asset = await ask(script.replace('/load', '/index'), {
    'accept-encoding': 'gzip, br',
    range: 'bytes=0-3',
  });
  expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

describe('a node whose built files have gone', () => {
  test('answers 404 for them and goes on', async () => {
    const folder = temporaryFolder();
    for (const name of ['index.html', 'late.js', 'late.js.br', '.stamp'])
      writeFileSync(folder.pathOf(name), name);
    const app = express();
    serveScreens(app as unknown as NestExpressApplication, folder.path);
    const listening = app.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
    const ask = async (path: string) => {
      const { status, headers } = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
      return [status, headers.get('content-encoding'), headers.get('cache-control')];
    };
    expect(await ask('/late.js')).toEqual([200, 'br', 'no-cache']);
    expect(await ask('/.stamp')).toEqual([404, null, null]);
    folder.remove();
    for (const path of ['/late.js', '/', '/late.js']) expect(await ask(path)).toEqual([404, null, null]);
    listening.close();
  });
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
