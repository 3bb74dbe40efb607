import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../backend/launch/free-port.js';
import { readComposeFile } from './compose-file.js';
import {
  killAndWait,
  launchPostgres,
  newDataFolder,
  postmasterPid,
  query,
  removeDataFolder,
} from './launched-postgres.js';
import { launch, type ServerProcess, spawnServer } from './server.js';
import { startTlsProxy } from './tls-proxy.js';

const NODES = ['node-a', 'node-b'] as const;
type NodeName = (typeof NODES)[number];

export type Topology = {
  /** What browsers open, and the certificate to trust. */
  origin: string;
  certificate: string;
  /** The address of a node behind the proxy. */
  nodeUrl: (name: NodeName) => string;
  /** The database as its owner, and as the nodes. */
  ownerUrl: string;
  appUrl: string;
  kill: (name: NodeName) => Promise<void>;
  /** SIGTERM, and waits for the end: the code that it ended with. */
  end: (name: NodeName) => Promise<number | null>;
  start: (name: NodeName) => Promise<void>;
  /** Stops PostgreSQL without a goodbye; it comes up again as after a power cut. */
  crashDatabase: () => Promise<void>;
  /** What the nodes have written. */
  output: () => string;
  stop: () => Promise<void>;
};

/** The database with its roles, as the containers' scripts make them. */
async function makeRoles(superuserUrl: string, passwords: Record<string, string>): Promise<string> {
  const statements = readFileSync('.container/10-roles.sql', 'utf8')
    .replace(/^--.*$/gm, '')
    .split(';');
  await query(superuserUrl, 'drop database hotel'); // The one that the launcher makes for itself.
  for (const statement of statements) if (statement.trim()) await query(superuserUrl, statement);
  for (const role of ['owner', 'app']) {
    await query(
      superuserUrl,
      `alter role hotel_${role} password '${passwords[`database_${role}_password`]}'`,
    );
  }
  return new URL(superuserUrl).host;
}

/**
 * docker-compose.yml as plain processes: the same job, nodes and settings. Only names of hosts, ports and folders are
 * others, and all that takes time is ten times as quick: how often the proxy asks, and how long a node drains.
 */
export async function startTopology(): Promise<Topology> {
  const folder = mkdtempSync(join(tmpdir(), 'hotel-topology-'));
  const dataDir = newDataFolder();
  const postgres = await launchPostgres(dataDir);
  const ports: Record<NodeName, number> = { 'node-a': await findFreePort(), 'node-b': await findFreePort() };
  const nodeUrl = (name: NodeName) => `http://127.0.0.1:${ports[name]}`;
  const proxy = await startTlsProxy(NODES.map(nodeUrl));
  const { services, secrets } = readComposeFile({ HOTEL_HOST: new URL(proxy.origin).host });

  const passwords: Record<string, string> = {};
  for (const name of Object.keys(secrets)) {
    passwords[name] = randomBytes(32).toString('base64');
    writeFileSync(join(folder, name), `${passwords[name]}\n`);
  }
  const databaseHost = await makeRoles(postgres.superuserUrl, passwords);
  const placeOf = (name: string, value: string): string => {
    if (name === 'DATABASE_URL') return value.replace('database:5432', databaseHost);
    if (name === 'HOST') return '127.0.0.1';
    if (name === 'DRAIN_SECONDS') return String(Number(value) / 10);
    if (value.startsWith('/run/secrets/')) return value.replace('/run/secrets', folder);
    if (!value.startsWith('/')) return value;
    mkdirSync(join(folder, value), { recursive: true });
    return join(folder, value);
  };
  const environmentOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, placeOf(key, value)]),
    );
  const addressOf = (service: string, secret: string): string => {
    const url = new URL(environmentOf(service).DATABASE_URL ?? '');
    return Object.assign(url, { password: encodeURIComponent(passwords[secret] ?? '') }).href;
  };

  const job = launch(environmentOf('migrate'), 'migrate');
  if ((await job.ended) !== 0) throw new Error(`the migration failed:\n${job.output()}`);
  const running = new Map<NodeName, ServerProcess>();
  const earlier: string[] = [];
  const start = async (name: NodeName): Promise<void> => {
    // The load of the tests comes from few sessions.
    const env = { ...environmentOf(name), PORT: String(ports[name]), REQUESTS_PER_MINUTE: '1000000' };
    running.set(name, await spawnServer(env));
  };
  const endWith = (signal: NodeJS.Signals) => async (name: NodeName) => {
    const node = running.get(name);
    if (!node) return null;
    const ended = new Promise<number | null>((done) => node.process.once('close', done));
    node.process.kill(signal);
    const code = await ended;
    earlier.push(node.output());
    running.delete(name);
    return code;
  };
  await Promise.all(NODES.map(start));
  const end = endWith('SIGTERM');
  return {
    ...proxy,
    nodeUrl,
    ownerUrl: addressOf('migrate', 'database_owner_password'),
    appUrl: addressOf('node-a', 'database_app_password'),
    kill: async (name) => void (await endWith('SIGKILL')(name)),
    end,
    start,
    crashDatabase: () => killAndWait(postmasterPid(dataDir) ?? 0, 'SIGQUIT'),
    output: () => [...earlier, ...[...running.values()].map((node) => node.output())].join('\n'),
    async stop() {
      await Promise.all(NODES.map(end));
      await proxy.close();
      await postgres.stop();
      await removeDataFolder(dataDir);
      rmSync(folder, { recursive: true });
    },
  };
}
