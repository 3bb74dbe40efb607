import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { openClient } from '#backend/platform/database.js';
import { allEnded, Pipeline } from '#backend/platform/pipeline.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();
let client: pg.Client;

beforeAll(async () => {
  await rawQuery(database.url, 'create table marks (mark integer primary key)');
  client = await openClient(database.url, () => undefined, { pipeline: true });
});

beforeEach(() => rawQuery(database.url, 'truncate marks'));

afterAll(() => client.end());

const marked = async () => (await rawQuery(database.url, 'select mark from marks order by mark')).length;

test('statements are done in the order in which they are sent, and nothing waits for an answer', async () => {
  const pipeline = new Pipeline(client);
  const [, , seen] = await allEnded(
    pipeline.query('begin'),
    pipeline.query('insert into marks values (1)'),
    pipeline.query('select mark from marks'),
    pipeline.query('insert into marks values (2)'),
    pipeline.query('commit'),
  );
  expect(seen.rows).toEqual([{ mark: 1 }]);
  expect(await marked()).toBe(2);
});

test('nothing is committed behind a statement that fails, and its error is what all behind it fail with', async () => {
  const pipeline = new Pipeline(client);
  const taken = ['begin', 'insert into marks values (1)', 'insert into marks values (1)'];
  const sent = [...taken, 'select mark from marks', 'insert into marks values (2)'].map((statement) =>
    pipeline.query(statement),
  );
  const outcomes = await Promise.allSettled(sent);
  const failed = { status: 'rejected', reason: { constraint: 'marks_pkey' } };
  const done = { status: 'fulfilled' };
  expect(outcomes).toMatchObject([done, done, failed, failed, failed]);
  await client.query('rollback');
  expect(await marked()).toBe(0);
});

test('a connection that ends under way fails all that was not answered', async () => {
  const own = await openClient(database.url, () => undefined, { pipeline: true });
  const pipeline = new Pipeline(own);
  const statements = [
    'begin',
    'insert into marks values (1)',
    'select pg_terminate_backend(pg_backend_pid())',
    'commit',
  ];
  await expect(allEnded(...statements.map((statement) => pipeline.query(statement)))).rejects.toThrow(
    /terminat/,
  );
  expect(await marked()).toBe(0);
});
