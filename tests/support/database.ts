import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A fresh, migrated and empty database of its own, copied from the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(templateUrl().pathname.slice(1));
}

/** A database that no migration has seen yet. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1');
}

/**
 * A copy of a database that the first to ask for it fills; the others of the run find it filled. For contents that take
 * minutes to make.
 */
export async function copyOfFilled(
  name: string,
  fill: (databaseUrl: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const filled = Object.assign(templateUrl(), { pathname: name });
  const [known] = await asSuperuser(`select from pg_database where datname = '${name}' and datistemplate`);
  if (!known) {
    await asSuperuser(`drop database if exists ${name}`);
    await asSuperuser(
      `create database ${name} template ${templateUrl().pathname.slice(1)} owner ${filled.username}`,
    );
    await fill(filled.href);
    await asSuperuser(`alter database ${name} is_template true`);
  }
  return createDatabase(`${name} strategy file_copy`);
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = Object.assign(templateUrl(), { pathname: name });
  await asSuperuser(`create database ${name} owner ${url.username} template ${template}`);
  return {
    url: url.href,
    drop: async () => void (await asSuperuser(`drop database if exists ${name} with (force)`)),
  };
}

function templateUrl(): URL {
  return new URL(fromRun('TEST_TEMPLATE_URL'));
}

async function asSuperuser(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: fromRun('TEST_SUPERUSER_URL') });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function fromRun(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run the tests through npm test or tests/jest.config.mjs`);
  return value;
}
