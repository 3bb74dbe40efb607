import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { startTestServer } from '../../support/server.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('only dry runs older than a day are deleted, with their rows', async () => {
  const made = (name: string, dryRun: boolean, age: string) => `
    with i as (
      insert into csv_imports (file_name, digest, dry_run, status, rows, request_id, received_at)
      values ('${name}', sha256('${name}'), ${dryRun}, 'done', 1, 'test', now() - interval '${age}') returning id)
    insert into csv_import_rows (import_id, line, step, reservation_key, kind, revision, digest)
    select id, 2, 1, 'key', '予約', now(), 'digest' from i`;
  const rows = [
    made('old', true, '25 hours'),
    made('new', true, '23 hours'),
    made('real', false, '900 hours'),
  ];
  await rawQuery(database.url, rows.join(';'));
  const server = await startTestServer({ databaseUrl: database.url });
  await server.stop();
  const left = `select file_name, count(*) from csv_imports join csv_import_rows on import_id = id group by 1 order by 1`;
  expect(await rawQuery(database.url, left)).toEqual([
    { file_name: 'new', count: '1' },
    { file_name: 'real', count: '1' },
  ]);
  expect((await rawQuery(database.url, 'select count(*) from csv_import_rows'))[0]?.count).toBe('2');
});
