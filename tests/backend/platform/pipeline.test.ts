import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { openClient } from '../../../backend/platform/database.js';
import { Pipeline } from '../../../backend/platform/pipeline.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await rawQuery(database.url, 'create table marks (mark integer primary key)');
  client = await openClient(database.url, () => undefined, { pipeline: true });
});

beforeEach(() => rawQuery(database.url, 'truncate marks'));

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const marked = async () => (await rawQuery(database.url, 'select mark from marks order by mark')).length;

test('statements are done in the order in which they are sent, and a question sees them', async () => {
  const pipeline = new Pipeline(client);
  await pipeline.send('begin');
  await pipeline.send('insert into marks values (1)');
  const seen = pipeline.query('select mark from marks');
  await pipeline.send('insert into marks values (2)');
  await pipeline.send('commit');
  await pipeline.done();
  expect((await seen).rows).toEqual([{ mark: 1 }]);
  expect(await marked()).toBe(2);
});

test('what is sent is done only once it is waited for', async () => {
  await rawQuery(database.url, 'insert into marks values (1)');
  const pipeline = new Pipeline(client);
  await pipeline.send('begin');
  await pipeline.send('update marks set mark = 2');
  await pipeline.send('select pg_sleep(0.2)');
  await pipeline.send('commit');
  expect(await rawQuery(database.url, 'select mark from marks')).toEqual([{ mark: '1' }]);
  await pipeline.done();
  expect(await rawQuery(database.url, 'select mark from marks')).toEqual([{ mark: '2' }]);
});

test('nothing is committed behind a statement that fails, and its error is what all behind it fail with', async () => {
  const pipeline = new Pipeline(client);
  await pipeline.send('begin');
  await pipeline.send('insert into marks values (1)');
  await pipeline.send('insert into marks values (1)');
  const question = pipeline.query('select mark from marks');
  await pipeline.send('insert into marks values (2)');
  await pipeline.send('commit');
  await expect(question).rejects.toMatchObject({ constraint: 'marks_pkey' });
  await expect(pipeline.done()).rejects.toMatchObject({ constraint: 'marks_pkey' });
  expect(await marked()).toBe(0);
});

test('a connection that ends under way fails all that was not answered', async () => {
  const own = await openClient(database.url, () => undefined, { pipeline: true });
  const pipeline = new Pipeline(own);
  await pipeline.send('begin');
  await pipeline.send('insert into marks values (1)');
  await pipeline.send('select pg_terminate_backend(pg_backend_pid())');
  await pipeline.send('commit');
  await expect(pipeline.done()).rejects.toThrow(/terminat/);
  expect(await marked()).toBe(0);
});
