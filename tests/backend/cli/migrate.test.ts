import { afterEach, expect, it, jest } from '@jest/globals';
import { waitForMigration } from '#backend/platform/migrate.js';
import { READ_MODELS } from '#backend/streams.js';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database.js';
import { LONG_MS } from '#tests/support/limits.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { launch, spawnServer } from '#tests/support/server.js';

// Three processes of the product work on an empty database.
jest.setTimeout(LONG_MS);

let database: TestDatabase;

afterEach(() => database.drop());

const DONE = 'データベースはこのバージョンになっています。';

it('npm run migrate runs everything once when two start on an empty database, while a node waits for them', async () => {
  database = await createEmptyDatabase();
  const env = { DATABASE_URL: database.url };
  const node = spawnServer({ ...env, PORT: '0', MIGRATE: '0' });
  const jobs = [launch(env, 'migrate'), launch(env, 'migrate')];
  expect(await Promise.all(jobs.map(({ ended }) => ended))).toEqual([0, 0]);
  for (const job of jobs) expect(job.output()).toContain(DONE);
  const rows = await rawQuery(database.url, 'select name from kysely_migration order by name');
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(6);
  expect(new Set(names).size).toBe(names.length);
  const { url, close } = await node;
  expect((await fetch(`${url}/api/hotel`)).status).toBe(200);
  await close();

  // A node waits for the read models as well, but not for a database of a newer version.
  await waitForMigration(database.url, READ_MODELS.form, 0);
  await expect(waitForMigration(database.url, READ_MODELS.form + 1, 0)).rejects.toThrow('npm run migrate');
  await rawQuery(database.url, `insert into kysely_migration (name, timestamp) values ('9999-later', '')`);
  await expect(waitForMigration(database.url, READ_MODELS.form)).rejects.toThrow('新しいバージョンで');
});

it.each(['SQL_ASCII', 'EUC_JP'])(
  'npm run migrate refuses a database in %s, in a sentence that says what to do',
  async (encoding) => {
    database = await createEmptyDatabase(`encoding '${encoding}' locale 'C' locale_provider 'libc'`);
    const job = launch({ DATABASE_URL: database.url }, 'migrate');
    expect(await job.ended).toBe(1);
    expect(job.output().trim()).toBe(
      `データベースの文字コードが UTF-8 ではありません(${encoding})。createdb --encoding=UTF8 --template=template0 で作り直してください。`,
    );
  },
);

it('a start that leaves the migration to a job fails with one readable line when none runs', async () => {
  database = await createEmptyDatabase();
  await expect(waitForMigration(database.url, READ_MODELS.form, 0)).rejects.toThrow(
    'データベースがこのバージョンになっていません。npm run migrate を実行してから起動してください。',
  );
  const [{ found } = {}] = await rawQuery(database.url, `select to_regclass('event_log') as found`);
  expect(found).toBeNull();
});
