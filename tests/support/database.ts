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

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = Object.assign(templateUrl(), { pathname: name });
  await asSuperuser(`create database ${name} template ${template} owner ${url.username}`);
  return { url: url.href, drop: () => asSuperuser(`drop database if exists ${name} with (force)`) };
}

function templateUrl(): URL {
  return new URL(fromRun('TEST_TEMPLATE_URL'));
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: fromRun('TEST_SUPERUSER_URL') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function fromRun(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run the tests through npm test or tests/jest.config.mjs`);
  return value;
}
