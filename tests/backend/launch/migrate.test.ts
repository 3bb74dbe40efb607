import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitForMigration } from '../../../backend/platform/wait-for-migration.js';
import { READ_MODELS } from '../../../backend/streams.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { launch, spawnServer } from '../../support/server.js';

let database: TestDatabase;
const databases: TestDatabase[] = [];
const make = async (create: () => Promise<TestDatabase>) => {
  database = await create();
  databases.push(database);
};

afterEach(async () => {
  for (const each of databases.splice(0)) await each.drop();
});

const migrate = (env: Record<string, string> = {}) =>
  launch({ DATABASE_URL: database.url, ...env }, 'migrate');
const migrations = () => rawQuery(database.url, 'select name from kysely_migration order by name');
const DONE = 'データベースはこのバージョンになっています。';

describe('npm run migrate', () => {
  it('runs everything once when two start together on an empty database, while a node waits for them', async () => {
    await make(createEmptyDatabase);
    const node = spawnServer({ DATABASE_URL: database.url, PORT: '0', MIGRATE: '0' });
    const jobs = [migrate(), migrate()];
    expect(await Promise.all(jobs.map(({ ended }) => ended))).toEqual([0, 0]);
    for (const job of jobs) expect(job.output()).toContain(DONE);
    const names = (await migrations()).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(6);
    expect(new Set(names).size).toBe(names.length);
    const { url, close } = await node;
    expect((await fetch(`${url}/api/hotel`)).status).toBe(200);
    await close();
  });
});

describe('a start that leaves the migration to a job', () => {
  beforeEach(() => make(createEmptyDatabase));

  it('ends in one readable line when nobody migrates', async () => {
    await expect(waitForMigration(database.url, READ_MODELS.form, 0)).rejects.toThrow(
      'データベースがこのバージョンになっていません。npm run migrate を実行してから起動してください。',
    );
    expect(await rawQuery(database.url, `select to_regclass('event_log') as found`)).toEqual([
      { found: null },
    ]);
  });

  it('waits for the read models as well, and not for a database of a newer version', async () => {
    expect(await migrate().ended).toBe(0);
    await waitForMigration(database.url, READ_MODELS.form, 0);
    await expect(waitForMigration(database.url, READ_MODELS.form + 1, 0)).rejects.toThrow('npm run migrate');
    await rawQuery(database.url, `insert into kysely_migration (name, timestamp) values ('9999-later', '')`);
    await expect(waitForMigration(database.url, READ_MODELS.form)).rejects.toThrow('新しいバージョンで');
  });
});
