import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { logger } from './logger.js';
import { isMigrated, MigrationError } from './migrate.js';

const WAIT_MS = 60_000;
const POLL_MS = 500;

/** Waits until a job has brought a database to this version, its read models to this form; not for ever. */
export async function waitForMigration(databaseUrl: string, form: number, waitMs = WAIT_MS): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (let told = false; !(await isThere(databaseUrl, form)); told = true) {
    if (Date.now() > deadline) {
      throw new MigrationError(
        'データベースがこのバージョンになっていません。npm run migrate を実行してから起動してください。',
      );
    }
    if (!told) logger.info({}, 'waiting until the database is brought to this version');
    await pause(POLL_MS);
  }
}

async function isThere(databaseUrl: string, form: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // A lost connection shows up as the next query's error.
  await client.connect();
  try {
    if (!(await isMigrated(client))) return false;
    const { rows } = await client.query('select form from read_model_form');
    return rows[0].form === form;
  } finally {
    await client.end();
  }
}
