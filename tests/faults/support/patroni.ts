import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePostgresAccount, giveTo } from '#backend/tools/embedded-postgres/data-folder.js';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { shiftDatabaseClock } from '#tests/support/clock/chosen-clock.mjs';
import { eventually } from '#tests/support/eventually.js';
import { killAndWait, query } from '#tests/support/launched-postgres.js';
import type { World } from '../harness.js';

const POLL_MS = 100;
/** An election takes until the lock of the one that is gone expires, and a rewound server some time after it. */
const ELECTION_MS = 300_000;
const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];
const POSTGRES = '/usr/lib/postgresql';
const BRIDGE = 'hotel-faults';
const NETWORK = '10.213.77';

const programIn = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

const IP = programIn('ip') ?? 'ip';

/** Debian's folder of the newest PostgreSQL. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number).filter(Boolean) : [];
  const newest = versions.sort((a, b) => b - a)[0];
  return newest ? join(POSTGRES, String(newest), 'bin') : undefined;
}

/** Reason why no cluster can be run on this machine; null where one can. */
export function whyNoPatroni(): string | null {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((name) => !programIn(name));
  if (!postgresPrograms()) missing.push('postgresql');
  return missing.length > 0 ? `there is no ${missing.join(', ')} here` : null;
}

/** Reason why no member can be cut off from the others on this machine; null where one can. */
export function whyNoNetworks(): string | null {
  if (process.getuid?.() !== 0) return 'only root makes networks';
  try {
    ip('netns', 'add', BRIDGE);
    ip('netns', 'delete', BRIDGE);
    return null;
  } catch (error) {
    return `no network can be made here: ${(error as Error).message.split('\n').at(-1)}`;
  }
}

/** A server of a cluster, with the Patroni that looks after it. */
export type Member = {
  name: string;
  /** Its own address, by which only it is reached. */
  url: string;
  killPostgres(): Promise<void>;
  killPatroni(): Promise<void>;
  startPatroni(): void;
  /** Switches over by hand, to a standby of Patroni's choice. */
  handOver(): Promise<void>;
  /** Takes it off the network that it shares with everybody else. */
  cut(): void;
  mend(): void;
  /** Tells whether it takes a write, which need not be confirmed, of who is cut off with it. */
  takesWritesWithin(): boolean;
  /** All that Patroni and PostgreSQL have written. */
  log(): string;
};

export type PatroniCluster = {
  /** Every server, of which the one is meant that takes writes. */
  url: string;
  /** The same by way of HAProxy. */
  proxyUrl: string;
  members: readonly Member[];
  /** The server that holds the lock. */
  primary(): Promise<Member>;
  /** Waits until another server than this holds the lock. */
  primaryAfter(before: Member): Promise<Member>;
  /** Waits until every server runs on the primary's timeline, and one of them confirms its writes. */
  settled(): Promise<void>;
};

export type ClusterOptions = {
  members: number;
  /** Each server on a network of its own, from which it can be cut off. */
  isCuttable?: boolean;
};

/** Programs of the cluster, run by an account that PostgreSQL accepts. */
class Programs {
  readonly folder = mkdtempSync(join(tmpdir(), 'hotel-patroni-'));
  private readonly account = choosePostgresAccount(null);
  private readonly running = new Map<string, ChildProcess>();

  constructor() {
    chmodSync(this.folder, 0o755);
    giveTo(this.account, this.folder);
  }

  /** Writes a file that the programs may read. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    giveTo(this.account, path);
    return path;
  }

  makeFolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { mode: 0o700 });
    giveTo(this.account, path);
    return path;
  }

  start(name: string, program: string, args: readonly string[], network?: string): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const asAccount = this.account
      ? ['setpriv', `--reuid=${this.account.uid}`, `--regid=${this.account.gid}`, '--clear-groups']
      : [];
    const inNetwork = network ? ['ip', 'netns', 'exec', network] : [];
    const [command = '', ...rest] = [...inNetwork, ...asAccount, programIn(program) ?? program, ...args];
    const { PATH } = process.env;
    const env = { PATH, HOME: this.folder, LC_ALL: 'C.UTF-8', PYTHONUNBUFFERED: '1' };
    this.running.set(name, spawn(command, rest, { cwd: this.folder, env, stdio: ['ignore', log, log] }));
  }

  /** kill -9. */
  async kill(name: string): Promise<void> {
    const child = this.running.get(name);
    this.running.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  log(name: string): string {
    return readFileSync(join(this.folder, `${name}.log`), 'utf8');
  }

  async end(): Promise<void> {
    await Promise.all([...this.running.keys()].map((name) => this.kill(name)));
    for (const folder of readdirSync(this.folder)) await killAndWait(this.postmaster(folder));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The process number of a server; of none that can be where it does not run. */
  postmaster(folder: string): number {
    const file = join(this.folder, folder, 'data', 'postmaster.pid');
    return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 2 ** 30;
  }
}

/** Networks of single servers, joined by a bridge. */
class Networks {
  private readonly names: string[] = [];

  constructor() {
    ip('link', 'add', BRIDGE, 'type', 'bridge');
    ip('addr', 'add', `${NETWORK}.1/24`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
  }

  /** The address of a new server. */
  add(name: string, number: number): string {
    const address = `${NETWORK}.${number + 10}`;
    ip('netns', 'add', name);
    this.names.push(name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', name, 'master', BRIDGE, 'up');
    for (const [device, ...of] of [['lo'], ['eth0', `${address}/24`]]) {
      for (const one of of) ip('-n', name, 'addr', 'add', one, 'dev', device as string);
      ip('-n', name, 'link', 'set', device as string, 'up');
    }
    return address;
  }

  remove(): void {
    for (const name of this.names) ip('netns', 'delete', name);
    ip('link', 'delete', BRIDGE);
  }
}

function ip(...args: string[]): void {
  execFileSync(IP, args, { stdio: 'pipe' });
}

type Listed = { name: string; role: string; state: string; timeline?: number };

/** Starts etcd, a Patroni for each server, and HAProxy, as plain processes; with an empty database `hotel`. */
export async function startPatroni(
  world: World,
  { members: count, isCuttable = false }: ClusterOptions,
): Promise<PatroniCluster> {
  const programs = new Programs();
  const networks = isCuttable ? new Networks() : null;
  world.later(() => networks?.remove());
  world.later(() => programs.end());
  const here = networks ? `${NETWORK}.1` : '127.0.0.1';
  const names = Array.from({ length: count }, (_, number) => `hotel-${number + 1}`);
  const password = randomBytes(12).toString('hex');
  const [clients, peers, proxyPort] = [await findFreePort(), await findFreePort(), await findFreePort()];

  const etcd = `http://${here}:${clients}`;
  const peer = `http://127.0.0.1:${peers}`;
  programs.start('etcd', 'etcd', [
    ...['--name', 'etcd', '--data-dir', programs.makeFolder('etcd-data'), '--log-level', 'error'],
    ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `etcd=${peer}`],
  ]);

  const places: { name: string; host: string; port: number; rest: string }[] = [];
  for (const [number, name] of names.entries()) {
    const host = networks?.add(name, number) ?? here;
    const [port, restPort] = [await findFreePort(), await findFreePort()];
    places.push({ name, host, port, rest: `${host}:${restPort}` });
    const home = programs.makeFolder(name);
    programs.write(
      `${name}.yml`,
      JSON.stringify({
        scope: 'hotel',
        name,
        restapi: { listen: `${host}:${restPort}`, connect_address: `${host}:${restPort}` },
        etcd3: { host: `${here}:${clients}` },
        bootstrap: {
          dcs: {
            ttl: 15,
            loop_wait: 2,
            retry_timeout: 3,
            // A primary that ended is not waited for, but replaced.
            primary_start_timeout: 0,
            synchronous_mode: true,
            postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: '32MB' } },
          },
          initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
        },
        postgresql: {
          listen: `${host}:${port}`,
          connect_address: `${host}:${port}`,
          bin_dir: postgresPrograms(),
          data_dir: join(home, 'data'),
          pgpass: join(home, 'pgpass'),
          parameters: { unix_socket_directories: home },
          pg_hba: [
            'local all all trust',
            'host all all all scram-sha-256',
            'host replication all all scram-sha-256',
          ],
          authentication: {
            superuser: { username: 'postgres', password },
            replication: { username: 'replicator', password },
          },
        },
      }),
    );
  }
  const hosts = places.map(({ host, port }) => `${host}:${port}`);
  programs.write(
    'haproxy.cfg',
    [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 1h',
      '  timeout server 1h',
      'listen primary',
      `  bind 127.0.0.1:${proxyPort}`,
      '  option httpchk OPTIONS /primary',
      '  http-check expect status 200',
      '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...places.map(
        ({ name, host, port, rest }) => `  server ${name} ${host}:${port} check port ${rest.split(':')[1]}`,
      ),
      '',
    ].join('\n'),
  );
  programs.start('haproxy', 'haproxy', ['-db', '-f', join(programs.folder, 'haproxy.cfg')]);

  const startPatroniOf = (name: string) =>
    programs.start(name, 'patroni', [join(programs.folder, `${name}.yml`)], networks ? name : undefined);
  const addressOf = (host: string, user = 'hotel', database = 'hotel') =>
    `postgresql://${user}:${password}@${host}/${database}`;
  const members = places.map(
    ({ name, host, port, rest }): Member => ({
      name,
      url: addressOf(`${host}:${port}`),
      killPostgres: () => killAndWait(programs.postmaster(name)),
      killPatroni: () => programs.kill(name),
      startPatroni: () => startPatroniOf(name),
      async handOver() {
        const body = JSON.stringify({ leader: name });
        const answer = await fetch(`http://${rest}/switchover`, { method: 'POST', body });
        if (!answer.ok) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`);
      },
      cut: () => ip('link', 'set', name, 'down'),
      mend: () => ip('link', 'set', name, 'up'),
      takesWritesWithin() {
        const write = ['psql', addressOf(`${host}:${port}`), '--command', 'create table written_within ()'];
        const env = { PATH: process.env.PATH, PGOPTIONS: '-c synchronous_commit=local' };
        return spawnSync(IP, ['netns', 'exec', name, ...write], { env }).status === 0;
      },
      log: () => programs.log(name),
    }),
  );

  /** The cluster as one of those sees it that can be asked. */
  async function list(): Promise<Listed[]> {
    for (const { rest } of places) {
      const answer = fetch(`http://${rest}/cluster`, { signal: AbortSignal.timeout(1_000) });
      const cluster = await answer
        .then((response) => (response.ok ? response.json() : null))
        .catch(() => null);
      if (cluster) return (cluster as { members: Listed[] }).members;
    }
    return [];
  }
  /** Asks until what is found is something. */
  async function found<Found>(
    find: (listed: readonly Listed[]) => Found | undefined | false,
  ): Promise<Found> {
    const something = await eventually('the cluster is as awaited', async () => find(await list()), Boolean, {
      within: ELECTION_MS,
      every: POLL_MS,
    });
    return something as Found;
  }
  const leaderOf = (listed: readonly Listed[]) => {
    const leader = listed.find(({ role, state }) => role === 'leader' && state === 'running');
    return members.find(({ name }) => name === leader?.name);
  };
  const isSettled = (listed: readonly Listed[]) => {
    const leader = listed.find(({ role }) => role === 'leader');
    const isUp = ({ state, timeline }: Listed) =>
      ['running', 'streaming'].includes(state) && timeline === leader?.timeline;
    const isConfirmed = listed.some(({ role }) => role === 'sync_standby');
    return leader !== undefined && listed.length === count && listed.every(isUp) && isConfirmed;
  };

  for (const { name } of places) startPatroniOf(name);
  await found(isSettled);
  const superuserUrl = addressOf(`127.0.0.1:${proxyPort}`, 'postgres', 'postgres');
  await query(superuserUrl, `create role hotel login password '${password}'`);
  await query(superuserUrl, 'create database hotel owner hotel');
  await shiftDatabaseClock(superuserUrl, 'hotel');
  const proxyUrl = addressOf(`127.0.0.1:${proxyPort}`);
  world.databaseUrl = proxyUrl;
  return {
    url: `${addressOf(hosts.join())}?target_session_attrs=read-write`,
    proxyUrl,
    members,
    primary: () => found(leaderOf),
    primaryAfter: (before) =>
      found((listed) => {
        const leader = leaderOf(listed);
        return leader !== before && leader;
      }),
    settled: async () => {
      await found(isSettled);
    },
  };
}
