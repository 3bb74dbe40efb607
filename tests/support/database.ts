import { randomBytes } from 'node:crypto';
import pg from 'pg';
export type TestDatabase = { url: string; drop(): Promise<void> };

/** A fresh, migrated and empty database of its own, copied from the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(templateUrl().pathname.slice(1));
}

/** A database that no migration has seen yet; with further options of `create database`, such as another encoding. */
export function createEmptyDatabase(options = ''): Promise<TestDatabase> {
  return createDatabase(options === '' ? 'template1' : `template0 ${options}`);
}

/** A copy of a database that the first to ask for it fills; the others of the run wait, and find it filled. */
export async function copyOfFilled(
  name: string,
  fill: (databaseUrl: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const filled = Object.assign(templateUrl(), { pathname: name });
  await asSuperuser(async (query) => {
    await query(`select pg_advisory_lock(hashtext('${name}'))`);
    const [known] = await query(`select from pg_database where datname = '${name}' and datistemplate`);
    if (known) return;
    await query(`drop database if exists ${name}`);
    await query(
      `create database ${name} template ${templateUrl().pathname.slice(1)} owner ${filled.username}`,
    );
    await fill(filled.href);
    await query(`alter database ${name} is_template true`);
  });
  return createDatabase(`${name} strategy file_copy`);
}

export type ServingRole = { name: string; url: string; drop(): Promise<void> };

/** A role of its own that can sign in and no more, and the address of a database as that role. */
export async function aServingRole(databaseUrl: string): Promise<ServingRole> {
  const name = `app_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await asSuperuser((query) => query(`create role ${name} login password '${password}'`));
  const url = Object.assign(new URL(databaseUrl), { username: name, password }).href;
  return { name, url, drop: () => asSuperuser((query) => query(`drop role ${name}`)) };
}

/** The address of a database as the superuser of the run's cluster. */
export function asSuperuserOf(databaseUrl: string): string {
  return Object.assign(new URL(fromRun('TEST_SUPERUSER_URL')), { pathname: new URL(databaseUrl).pathname })
    .href;
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = Object.assign(templateUrl(), { pathname: name });
  await asSuperuser((query) => query(`create database ${name} owner ${url.username} template ${template}`));
  return {
    url: url.href,
    drop: () => asSuperuser((query) => query(`drop database if exists ${name} with (force)`)),
  };
}

function templateUrl(): URL {
  return new URL(fromRun('TEST_TEMPLATE_URL'));
}

type Query = (statement: string) => Promise<unknown[]>;

async function asSuperuser(work: (query: Query) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: fromRun('TEST_SUPERUSER_URL') });
  await client.connect();
  try {
    await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

function fromRun(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run the tests through npm test or tests/jest.config.mjs`);
  return value;
}
