import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/temporary-file.js';

/*
 * Files that are written for other programs are read by those programs. Where one is not installed, a line says so: the
 * long runs (`npm run faults -- --long`) want them all.
 */

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Programs by the Debian package that brings them. */
const PACKAGES = { promtool: 'prometheus', haproxy: 'haproxy', caddy: 'caddy' } as const;
const isLong = process.env.FAULTS_LENGTH === 'long';

const withSystem = (env: Record<string, string> = {}) => ({
  env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ...env },
});

/** Returns whether a program accepts a file; false when it is not installed, which a line says. */
function accepts(
  program: keyof typeof PACKAGES,
  args: readonly string[],
  env: Record<string, string> = {},
): boolean {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    ...withSystem(env),
  });
  if (error && 'code' in error && error.code === 'ENOENT' && !isLong) {
    process.stderr.write(
      `${program} (Debian: ${PACKAGES[program]}) is not installed: ${args.join(' ')} not checked\n`,
    );
    return false;
  }
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.anything()]);
  return true;
}

test('Prometheus loads the alerts', () => {
  accepts('promtool', ['check', 'rules', inProject('.monitoring/alerts.yml')]);
});

test('a hotel in trouble raises its alerts beside a sound one', () => {
  accepts('promtool', ['test', 'rules', inProject('.monitoring/alerts.test.yml')]);
});

test('HAProxy loads the configuration before Patroni', () => {
  const members = { ADDRESS_ONE: '127.0.0.1', ADDRESS_TWO: '127.0.0.2', ADDRESS_THREE: '127.0.0.3' };
  accepts('haproxy', ['-c', '-f', inProject('.container/patroni/haproxy.cfg')], members);
});

// Programs are started, and what a proxy waits for takes its time.
jest.setTimeout(60_000);

const started: ChildProcess[] = [];
const places: ReturnType<typeof temporaryFolder>[] = [];
afterAll(async () => {
  for (const program of started.splice(0)) {
    const ended = once(program, 'close');
    program.kill('SIGKILL');
    await ended;
  }
  for (const place of places.splice(0)) place.remove();
});

const starts: (() => void)[] = [];
beforeAll(() => {
  for (const start of starts) start();
});

/** A test that waits for seconds and does little: all of these begin at once, before the first test. */
function slowTest(name: string, work: () => Promise<void>): void {
  let begun: Promise<void> | undefined;
  starts.push(() => {
    begun = work();
    // The test itself is told.
    begun.catch(() => undefined);
  });
  test(name, () => begun);
}

/** A stand-in for a node: it says its name, the method and the length of the body; files and news take it five seconds. */
const NODE = `
  const [name] = process.argv.slice(1);
  const server = require('node:http').createServer(async (request, response) => {
    let length = 0;
    for await (const chunk of request) length += chunk.length;
    const wait = ['/api/csv-imports', '/api/feed'].includes(request.url.split('?')[0]) ? 5_000 : 0;
    if (request.url.endsWith('stream')) response.write(': ');
    setTimeout(() => response.end([name, request.method, length].join(' ')), wait);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** Starts a stand-in, and waits for its first line; one that ends before it has none. */
async function startStandIn(script: string, ...args: string[]): Promise<[ChildProcess, line: string]> {
  const program = spawn(process.execPath, ['-e', script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(program);
  for await (const chunk of program.stdout) return [program, String(chunk).trim()];
  throw new Error(`the stand-in ${args} has ended`);
}

async function standIn(name: string): Promise<{ process: ChildProcess; address: string }> {
  const [program, port] = await startStandIn(NODE, name);
  return { process: program, address: `127.0.0.1:${port}` };
}

/** Caddy's configuration without certificates, which need an authority, and without what Debian's 2.6 does not know. */
const plainCaddy = (file: string, port: number): string =>
  readFileSync(inProject(file), 'utf8')
    .replace('{$HOTEL_HOST} {', `http://127.0.0.1:${port} {`)
    .replace(/\ttls \{\$HOTEL_TLS:internal} \{\n.*\n\t}\n/, '')
    .replace(/http:\/\/127\.0\.0\.1:2020 \{[^}]*}/, '')
    .replace(/^\t*(persist_config|stream_close_delay|request_buffers).*\n/gm, '')
    .replace(/\t*lb_retry_match \{[^}]*}\n/g, '');

const CADDY = (config: string) => ['run', '--config', config, '--adapter', 'caddyfile'];

/** The doors before the nodes, as programs of Debian; whether one can ask another node for a write. */
const DOORS = [
  {
    file: '.container/Caddyfile',
    program: 'caddy',
    asksAgain: false,
    nodes: ['node-a:3000', 'node-b:3000'],
    configure: (port: number) => plainCaddy('.container/Caddyfile', port),
    check: (config: string) => ['validate', ...CADDY(config).slice(1)],
    run: CADDY,
  },
  {
    file: '.debian/Caddyfile',
    program: 'caddy',
    asksAgain: false,
    nodes: ['127.0.0.1:3001', '127.0.0.1:3002'],
    configure: (port: number) => plainCaddy('.debian/Caddyfile', port),
    check: (config: string) => ['validate', ...CADDY(config).slice(1)],
    run: CADDY,
  },
  {
    file: '.debian/haproxy.cfg',
    program: 'haproxy',
    asksAgain: true,
    nodes: ['127.0.0.1:3001', '127.0.0.1:3002'],
    configure: (port: number) =>
      readFileSync(inProject('.debian/haproxy.cfg'), 'utf8')
        .replace(/\tbind :443 .*/, `\tbind 127.0.0.1:${port}`)
        .replace(/frontend plain\n(\t.*\n)*/, '')
        .replace(/\t(user|group|log) .*\n/g, ''),
    check: (config: string) => ['-c', '-f', config],
    run: (config: string) => ['-db', '-f', config],
  },
] as const;

type Sent = { status: number; text: string; seconds: number };
type Send = (method: string, path: string, body?: string, key?: string | null) => Promise<Sent>;

/** Starts a door before two nodes; null where its program is not installed. */
async function openDoor({ program, nodes, configure, check, run }: (typeof DOORS)[number]) {
  const [a, b] = [await standIn('a'), await standIn('b')];
  const port = await findFreePort();
  const place = temporaryFolder();
  places.push(place);
  const config = place.write(configure(port).replaceAll(nodes[0], a.address).replaceAll(nodes[1], b.address));
  if (!accepts(program, check(config))) return null;
  started.push(spawn(program, run(config), { stdio: 'ignore', ...withSystem({ HOME: place.path }) }));
  const send: Send = (method, path, body = '', key = randomUUID()) => {
    const began = performance.now();
    const own = key === null ? {} : { 'idempotency-key': key };
    const headers = { 'content-length': Buffer.byteLength(body), ...own };
    return new Promise((done, failed) => {
      // As it is written: fetch would mend the path.
      const call = request(
        { host: '127.0.0.1', port, method, path, headers, agent: false },
        async (answer) => {
          const text = await answer.setEncoding('utf8').toArray();
          const seconds = (performance.now() - began) / 1_000;
          done({ status: answer.statusCode ?? 0, text: text.join(''), seconds });
        },
      );
      call.setTimeout(30_000, () => call.destroy(new Error('no answer')));
      call.once('error', failed).end(body);
    });
  };
  await eventually('it serves', () => send('GET', '/').then(({ status }) => status === 200));
  return { send, frozen: a.process };
}

const six = (work: () => Promise<Sent>) => Promise.all(Array.from({ length: 6 }, work));

describe.each(DOORS)('$file', (door) => {
  slowTest('asks another node when one is frozen, and lets files take their time', async () => {
    const opened = await openDoor(door);
    if (!opened) return;
    const { send, frozen } = opened;
    const [file, ...news] = await Promise.all([
      send('POST', '/api/csv-imports', 'file'),
      send('GET', '/api/feed?after=7&wait=60'),
      send('GET', '/api/feed?stream'),
    ]);
    expect([file, ...news].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(news.map(({ text }) => text.slice(-6))).toEqual([' GET 0', ' GET 0']);
    frozen.kill('SIGSTOP');
    const write = () => send('POST', '/api/booking', '{"notes":"窓側"}');
    const [reads, writes] = await Promise.all([six(() => send('GET', '/api/bookings')), six(write)]);
    expect(reads.map(({ status, text }) => [status, text])).toEqual(reads.map(() => [200, 'b GET 0']));
    const done = writes.filter(({ status, text }) => status === 200 && text === 'b POST 18');
    const givenUp = writes.filter(({ status }) => status === 504);
    expect([done.length + givenUp.length, givenUp.length > 0]).toEqual([6, !door.asksAgain]);
    // As the screens do: with its key a write is done once.
    for (const _ of givenUp) expect(await write()).toMatchObject({ status: 200, text: 'b POST 18' });
    const slowest = Math.max(...[...reads, ...writes].map(({ seconds }) => seconds));
    // Somebody was given to the frozen one; 4 s, and what a busy machine adds.
    expect([slowest > 3, slowest < 15]).toEqual([true, true]);
  });

  test('publishes neither health nor metrics, however they are spelt', async () => {
    const opened = await openDoor(door);
    if (!opened) return;
    for (const path of [
      '/health',
      '/health/ready',
      '/health/live?x=1',
      '/metrics',
      '/metrics/',
      '/METRICS',
      '/%6detrics',
      '/Health%2Fready',
      '/metrics?a=/',
    ])
      expect([path, (await opened.send('GET', path)).status]).toEqual([path, 404]);
    for (const path of ['/', '/healthy', '/api/metrics'])
      expect([path, (await opened.send('GET', path)).status]).toEqual([path, 200]);
  });
});

slowTest('HAProxy does not repeat a write without a key', async () => {
  const opened = await openDoor(DOORS[2]);
  if (!opened) return;
  const { send, frozen } = opened;
  frozen.kill('SIGSTOP');
  const writes = await six(() => send('POST', '/api/booking', '{}', null));
  expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([200, 504]));
});

/** A stand-in for a member: its database says its name, and it is the primary while the file it is given names it. */
const MEMBER = `
  const [name, address, file] = process.argv.slice(1);
  const isPrimary = () => require('node:fs').readFileSync(file, 'utf8') === name;
  const database = require('node:net').createServer((socket) => socket.on('error', () => {}).write(name));
  const patroni = require('node:http').createServer((_, response) => {
    response.statusCode = isPrimary() ? 200 : 503;
    response.end();
  });
  database.listen(5432, address, () => patroni.listen(8008, address, () => console.log('ready')));`;

slowTest('HAProxy ends the connections to a primary that is frozen, and leads to the next one', async () => {
  // Not those of another run on this machine.
  const net = `127.65.${process.pid % 256}`;
  const addresses = { ADDRESS_ONE: `${net}.1`, ADDRESS_TWO: `${net}.2`, ADDRESS_THREE: `${net}.3` };
  const port = await findFreePort();
  const place = temporaryFolder();
  places.push(place);
  const primary = place.write('one');
  const config = place.write(
    readFileSync(inProject('.container/patroni/haproxy.cfg'), 'utf8').replace(
      'bind :5432',
      `bind 127.0.0.1:${port}`,
    ),
  );
  if (!accepts('haproxy', ['-c', '-f', config], addresses)) return;
  const members: ChildProcess[] = [];
  for (const [index, address] of Object.values(addresses).entries()) {
    const name = ['one', 'two', 'three'][index] ?? '';
    members.push((await startStandIn(MEMBER, name, address, primary))[0]);
  }
  started.push(spawn('haproxy', ['-f', config], { stdio: 'ignore', ...withSystem(addresses) }));

  /** A connection through HAProxy, and who answers it. */
  const open = async (): Promise<{ socket: Socket; name: string }> => {
    const socket = connect(port, '127.0.0.1');
    const [name] = await once(socket, 'data', { signal: AbortSignal.timeout(2_000) });
    return { socket, name: String(name) };
  };
  const { socket } = await eventually('HAProxy leads to the primary', open, ({ name }) => name === 'one');
  // Whether it is closed in order or reset.
  socket.on('error', () => undefined);
  members[0]?.kill('SIGSTOP');
  writeFileSync(primary, 'two');
  await eventually('the connection is over', () => socket.closed);
  (await eventually('HAProxy leads to the next one', open, ({ name }) => name === 'two')).socket.destroy();
});
