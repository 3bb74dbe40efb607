import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A fresh, migrated and empty database of its own, copied from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = new URL(fromRun('TEST_TEMPLATE_URL'));
  await asSuperuser(
    `create database ${name} template ${template.pathname.slice(1)} owner ${template.username}`,
  );
  return {
    url: Object.assign(new URL(template), { pathname: name }).href,
    drop: () => asSuperuser(`drop database if exists ${name} with (force)`),
  };
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
