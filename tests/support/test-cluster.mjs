import { randomBytes } from 'node:crypto';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildServer } from '../../backend/cli/prepare.mjs';

const PREFIX = 'hotel-tests-';
const TEMPLATE = 'hotel_template';

/**
 * Starts a throwaway PostgreSQL with one migrated template database, and says how to reach it; `durable` syncs each commit
 * to disk, as speed must be measured.
 */
export async function startTestCluster({ durable = false, connections = 150 } = {}) {
  buildServer();
  const { startEmbeddedPostgres } = await fromServer('embedded-postgres/embedded-postgres.js');
  const { migrateToLatest } = await fromServer('platform/migrate.js');
  await removeLeftOvers(startEmbeddedPostgres);
  const dataDir = join(tmpdir(), `${PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`);
  const server = await startEmbeddedPostgres({ dataDir, durable, connections });
  const templateUrl = Object.assign(new URL(server.url), { pathname: TEMPLATE }).href;
  await createTemplate(server.superuserUrl);
  await migrateToLatest(templateUrl);
  return {
    environment: { TEST_SUPERUSER_URL: server.superuserUrl, TEST_TEMPLATE_URL: templateUrl },
    async stop() {
      await server.stop();
      removeData(dataDir);
    },
  };
}

// Built code, so that the runner needs no TypeScript; the product starts from the same files.
function fromServer(file) {
  return import(new URL(`../../dist/backend/${file}`, import.meta.url).href);
}

async function createTemplate(superuserUrl) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE} owner hotel`);
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
