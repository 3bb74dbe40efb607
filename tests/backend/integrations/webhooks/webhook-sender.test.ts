import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AddressNotAllowed,
  allowedAddresses,
  isPrivateAddress,
  isPublicAddress,
} from '#backend/integrations/webhooks/allowed-addresses.js';
import { WebhookSender } from '#backend/integrations/webhooks/webhook-sender.js';
import { LOCALHOST_PEM, startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.js';

const HERE = [{ address: '127.0.0.1', family: 4 }];
const QUICK = { connectMs: 300, wholeMs: 600 };
const BODY = JSON.stringify({ position: 1 });
const NEVER = new AbortController().signal;
let plain: WebhookReceiver;
let secure: WebhookReceiver;
beforeAll(async () => {
  [plain, secure] = await Promise.all([startReceiver(), startReceiver({ isSecure: true })]);
});
afterAll(() => Promise.all([plain.close(), secure.close()]));
afterEach(() => plain.answers(() => 200));

describe('addresses', () => {
  it.each(['8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2400:4050::1'])(
    '%s is public',
    (address) => {
      expect([isPublicAddress(address), isPrivateAddress(address)]).toEqual([true, false]);
    },
  );

  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '::1',
    'fc00::1',
    'fd12:3456::1',
  ])('%s is of the house, and allowed only by the operator', (address) => {
    expect([isPublicAddress(address), isPrivateAddress(address)]).toEqual([false, true]);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'ff02::1',
    '4000::1',
    '',
    'localhost',
  ])('%s is never allowed', (address) => {
    expect([isPublicAddress(address), isPrivateAddress(address)]).toEqual([false, false]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
  ])('%s is refused before anything connects', async (url) => {
    const options = { allowsPrivate: false, resolve: async () => HERE };
    await expect(allowedAddresses(new URL(url), options)).rejects.toBeInstanceOf(AddressNotAllowed);
  });

  it('are all looked at: one that is not allowed among others refuses the name', async () => {
    const resolve = async () => [{ address: '8.8.8.8', family: 4 }, ...HERE];
    const options = { allowsPrivate: false, resolve };
    await expect(allowedAddresses(new URL('https://a.example'), options)).rejects.toThrow();
    await expect(
      allowedAddresses(new URL('https://a.example'), { ...options, resolve: async () => [] }),
    ).rejects.toThrow();
  });

  it('of the public internet take no plain http, even where private ones are allowed', async () => {
    const options = { allowsPrivate: true, resolve: async () => [{ address: '8.8.8.8', family: 4 }] };
    await expect(allowedAddresses(new URL('http://a.example'), options)).rejects.toThrow();
    expect(await allowedAddresses(new URL('https://a.example'), options)).toHaveLength(1);
  });
});

describe('a message', () => {
  const to = (url: string, options: Partial<ConstructorParameters<typeof WebhookSender>[0]> = {}) =>
    new WebhookSender({ allowsPrivate: true, ...QUICK, ...options }).send(
      new URL(url),
      { 'webhook-id': 'evt_1' },
      BODY,
      NEVER,
    );

  it('is taken by 2xx only; a redirect is not followed, 410 is told apart', async () => {
    const before = plain.attempts.length;
    const outcomes = [];
    for (const status of [200, 204, 299, 301, 307, 400, 410, 500, 503]) {
      plain.answers(() => status);
      outcomes.push(await to(plain.url));
    }
    const delivered = { outcome: 'delivered' };
    const failed = (status: number) => ({ outcome: 'failed', failure: 'status', status });
    expect(outcomes).toEqual([
      ...[delivered, delivered, delivered, failed(301), failed(307), failed(400)],
      ...[{ outcome: 'gone' }, failed(500), failed(503)],
    ]);
    const sent = plain.attempts.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(sent).toEqual(Array(9).fill('evt_1'));
  });

  it('goes by https to a certificate that is trusted, and to no other', async () => {
    const before = secure.attempts.length;
    expect(await to(secure.url)).toEqual({ outcome: 'failed', failure: 'tls', status: null });
    expect(secure.attempts).toHaveLength(before);
    expect(await to(secure.url, { ca: LOCALHOST_PEM })).toEqual({ outcome: 'delivered' });
    expect(secure.attempts).toHaveLength(before + 1);
  });

  it('reaches the address that was checked, whatever the name stands for afterwards', async () => {
    const before = plain.attempts.length;
    let looks = 0;
    // The first answer is for the check, each later one for whoever looks again.
    const resolve = async () => {
      looks += 1;
      return looks === 1 ? HERE : [{ address: '127.0.0.99', family: 4 }];
    };
    const url = `http://rebound.example:${plain.port}/hook`;
    expect(await to(url, { resolve })).toEqual({ outcome: 'delivered' });
    expect([looks, plain.attempts.length]).toEqual([1, before + 1]);
  });

  it('is not sent where the name stands for a private address by now', async () => {
    const before = plain.attempts.length;
    const answers = [[{ address: '8.8.8.8', family: 4 }], HERE];
    const sender = new WebhookSender({
      ...{ allowsPrivate: false, ...QUICK },
      resolve: async () => answers.shift() ?? HERE,
    });
    const url = new URL(`https://rebound.example:${plain.port}/hook`);
    await sender.check(url);
    expect(await sender.send(url, {}, BODY, NEVER)).toEqual({
      ...{ outcome: 'failed', failure: 'address', status: null },
    });
    expect(plain.attempts).toHaveLength(before);
  });

  it('fails in time at a receiver that never answers, or never takes the connection up', async () => {
    plain.answers(() => 'never');
    const timeout = { outcome: 'failed', failure: 'timeout', status: null };
    expect(await to(plain.url)).toEqual(timeout);
    // Connections are taken, nothing is ever read or said.
    const silent = createServer(() => undefined);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const sockets = new Set<{ destroy: () => unknown }>();
    silent.on('connection', (socket) => sockets.add(socket));
    expect(await to(`https://127.0.0.1:${port}/`)).toEqual(timeout);
    expect(await to(`http://127.0.0.1:${port}/`)).toEqual(timeout);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it.each<[string, string | Buffer, object]>([
    ['an endless body', 'HTTP/1.1 200 OK\r\n\r\n', { outcome: 'delivered' }],
    ['no HTTP', 'SSH-2.0-x\r\n\r\n', { outcome: 'failed', failure: 'cut', status: null }],
    [
      'endless headers',
      `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(100_000)}`,
      { outcome: 'failed', failure: 'cut', status: null },
    ],
  ])('ends at a receiver that answers with %s', async (_, answer, expected) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const timer = setInterval(() => socket.write('x'.repeat(65_536)), 5);
      socket.on('close', () => clearInterval(timer));
      socket.write(answer);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await to(`http://127.0.0.1:${port}/`)).toEqual(expected);
    server.close();
    await once(server, 'close');
  });

  it('says why there was no answer', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await to(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: 'refused' });
    const unknown = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    expect(await to('https://a.example', { resolve: () => Promise.reject(unknown) })).toMatchObject({
      failure: 'unknown_host',
    });
    expect(await to('https://a.example', { resolve: () => new Promise(() => undefined) })).toMatchObject({
      failure: 'timeout',
    });
  });
});
