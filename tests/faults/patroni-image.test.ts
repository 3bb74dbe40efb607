import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { readComposeFile } from '../support/compose-file.js';
import { eventually } from '../support/eventually.js';
import { fault, type World } from './harness.js';

const FOLDER = '.container/patroni';
const ADDRESSES = {
  ADDRESS: '127.0.0.1',
  ADDRESS_ONE: '127.0.0.1',
  ADDRESS_TWO: '127.0.0.1',
  ADDRESS_THREE: '127.0.0.1',
  MEMBER: 'one',
  HOTEL_HOST: 'front.example.jp',
  EVIDENCE_SERVER: '127.0.0.1',
  EVIDENCE_PATH: '/evidence',
};

/** The folders that the image makes, below another root, as its Dockerfile makes them over what Debian's package has made. */
function makeFolders(root: string, user: number): void {
  const dockerfile = readFileSync(`${FOLDER}/Dockerfile`, 'utf8');
  const [, line = ''] = /install (-d .+)$/m.exec(dockerfile) ?? [];
  const words = line
    .split(' ')
    .map((word) => (word === 'postgres' ? String(user) : word.startsWith('/') ? join(root, word) : word));
  // Debian's package makes it for a user of its own, who alone can enter it.
  mkdirSync(join(root, 'var/lib'), { recursive: true, mode: 0o755 });
  mkdirSync(join(root, 'var/lib/etcd'), { mode: 0o700 });
  execFileSync('install', words);
}

async function startEtcd(world: World): Promise<void> {
  const { services } = readComposeFile(ADDRESSES, `${FOLDER}/docker-compose.yml`);
  const { user = '', environment, command } = services.etcd ?? { environment: {} };
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  expect(uid).toBeGreaterThan(0);
  const root = mkdtempSync(join(tmpdir(), 'hotel-image-'));
  world.later(() => rmSync(root, { recursive: true }));
  execFileSync('chmod', ['755', root]);
  makeFolders(root, uid);
  const ports = [await findFreePort(), await findFreePort()] as const;
  const placed = Object.entries(environment).map(([name, value]) => [
    name,
    value
      .replaceAll(':2379', `:${ports[0]}`)
      .replaceAll(':2380', `:${ports[1]}`)
      .replace(/^\/var/, join(root, 'var'))
      .replace(/,two=.*$/, ''),
  ]);
  const [program = '', ...words] = [command ?? []].flat();
  const etcd = spawn(program, words, {
    uid,
    gid,
    cwd: root,
    env: { PATH: process.env.PATH, ...Object.fromEntries(placed) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [etcd.stdout, etcd.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(etcd, 'close');
  world.later(async () => {
    etcd.kill('SIGTERM');
    await ended;
  });
  const look = async () => {
    if (etcd.exitCode !== null) throw new Error(`etcd has ended:\n${output}`);
    return (await fetch(`http://127.0.0.1:${ports[0]}/health`)).json();
  };
  const healthy = (found: unknown) => JSON.stringify(found).includes('"health":"true"');
  await eventually(
    'etcd of the image is healthy',
    () => look().catch((error: Error) => error.message),
    healthy,
  );
}

const hasEtcd = spawnSync('etcd', ['--version']).status === 0;
const blocked = !hasEtcd
  ? 'etcd (Debian: etcd-server) is not installed'
  : process.getuid?.() === 0
    ? null
    : "only root can take the container's user";

fault(
  'patroni-image',
  "etcd starts as the container's user, with the folders of the image",
  startEtcd,
  blocked,
);
