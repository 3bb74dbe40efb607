import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type ServingRole = { name: string; url: string; drop(): Promise<void> };

/** A role of its own that can sign in and no more, and the address of a database as that role. */
export async function aServingRole(databaseUrl: string): Promise<ServingRole> {
  const name = `app_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await asSuperuser(`create role ${name} login password '${password}'`);
  const url = Object.assign(new URL(databaseUrl), { username: name, password }).href;
  return { name, url, drop: () => asSuperuser(`drop role ${name}`) };
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_SUPERUSER_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
