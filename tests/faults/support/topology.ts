import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { readComposeFile } from '#tests/support/compose-file.js';
import { type DoorKind, startDoor } from '#tests/support/doors.js';
import { killAndWait, newDataFolder, postmasterPid, query } from '#tests/support/launched-postgres.js';
import { launchIn } from '#tests/support/server.js';
import { readUnit, type Unit } from '#tests/support/systemd-units.js';
import { startTlsProxy } from '#tests/support/tls-proxy.js';
import type { NodeProcess, World } from '../harness.js';

export type Topology = {
  /** Address that browsers open, and the certificate to trust. */
  origin: string;
  certificate: string;
  nodes: NodeProcess[];
  /** The database as the nodes know it; the world knows it as its owner does. */
  appUrl: string;
  /** Brings the database to this version, as the job of the containers does. */
  migrate: () => Promise<void>;
  evidenceDir: string;
  /** Stops PostgreSQL without a goodbye; it comes up again as after a power cut. */
  crashDatabase: () => Promise<void>;
};

/** The database with its roles, as the containers' scripts make them. */
async function makeRoles(superuserUrl: string, passwords: Record<string, string>): Promise<void> {
  const statements = readFileSync('.container/10-roles.sql', 'utf8')
    .replace(/^--.*$/gm, '')
    .split(';');
  await query(superuserUrl, 'drop database hotel'); // The one that the launcher makes for itself.
  for (const statement of statements) if (statement.trim()) await query(superuserUrl, statement);
  for (const role of ['owner', 'app']) {
    const password = passwords[`database_${role}_password`];
    await query(superuserUrl, `alter role hotel_${role} password '${password}'`);
  }
}

type Options = {
  /** The folder of another version. */
  build?: string;
  settings?: Record<string, string>;
  /** The units of systemd instead of Compose's services, behind this program of Debian. */
  door?: DoorKind;
};

/** The migration and the nodes, as Compose or, behind a `door`, systemd runs them. */
function readServices(origin: string, door: DoorKind | undefined) {
  const compose = readComposeFile({ HOTEL_HOST: new URL(origin).host });
  const { services } = compose;
  if (!door) return { ...compose, services, host: 'database:5432' };
  const withOrigin = ({ environment }: Unit) => ({ environment: { ...environment, APP_ORIGIN: origin } });
  const units: Record<string, { environment: Record<string, string> }> = {
    migrate: withOrigin(readUnit('hotel-migrate.service')),
    'node-a': withOrigin(readUnit('hotel-node@.service', '1')),
    'node-b': withOrigin(readUnit('hotel-node@.service', '2')),
  };
  return { ...compose, services: units, host: '127.0.0.1:5432' };
}

/**
 * docker-compose.yml, or the units of systemd, as plain processes: the same job, nodes and settings. Only names of hosts,
 * ports and folders are others, and all that takes time is ten times as quick: how often the proxy of the tests asks, and
 * how long a node drains.
 */
export async function startTopology(
  world: World,
  { build = process.cwd(), settings = {}, door }: Options = {},
): Promise<Topology> {
  const folder = mkdtempSync(join(tmpdir(), 'hotel-topology-'));
  world.later(() => rmSync(folder, { recursive: true }));
  const dataDir = newDataFolder();
  const { superuserUrl } = await world.cluster(dataDir);
  const ports = [await findFreePort(), await findFreePort()];
  const proxy = door
    ? await startDoor(door, ports)
    : await startTlsProxy(ports.map((port) => `http://127.0.0.1:${port}`));
  world.later(proxy.close);
  const { services, secrets, host } = readServices(proxy.origin, door);

  const passwords: Record<string, string> = {};
  for (const name of Object.keys(secrets)) {
    passwords[name] = randomBytes(32).toString('base64');
    writeFileSync(join(folder, name), `${passwords[name]}\n`);
  }
  await makeRoles(superuserUrl, passwords);
  const placeOf = (name: string, value: string): string => {
    if (name === 'DATABASE_URL') return value.replace(host, new URL(superuserUrl).host);
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

  const migrate = async (program: string) => {
    const job = launchIn(program, environmentOf('migrate'), 'migrate');
    if ((await job.ended) !== 0) throw new Error(`the migration failed:\n${job.output()}`);
  };
  await migrate(build);
  world.databaseUrl = addressOf('migrate', 'database_owner_password');
  const start = (name: string, port?: number) =>
    // The load of the tests comes from few sessions.
    world.nodeProcess(
      { ...environmentOf(name), PORT: String(port), REQUESTS_PER_MINUTE: '1000000', ...settings },
      build,
    );
  return {
    origin: proxy.origin,
    certificate: proxy.certificate,
    nodes: await Promise.all([start('node-a', ports[0]), start('node-b', ports[1])]),
    migrate: () => migrate(process.cwd()),
    evidenceDir: environmentOf('node-a').EVIDENCE_DIR ?? '',
    appUrl: addressOf('node-a', 'database_app_password'),
    crashDatabase: () => killAndWait(postmasterPid(dataDir) ?? 0, 'SIGQUIT'),
  };
}
