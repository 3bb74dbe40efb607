import { createHash, randomUUID } from 'node:crypto';
import { invalid } from '@domain/broken-rule.js';
import { day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { forgetOldAnswers, REUSED } from '../../../backend/event-store/idempotency.js';
import { notFound, refusal, staleVersion } from '../../../backend/platform/errors.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawLog, rawQuery } from '../../support/log-rows.js';
import { aWork, openNode, recordWeather, type StoreNode } from '../../support/store-node.js';

const DATE = day('2026-11-21');

let database: TestDatabase;
let here: StoreNode;
let there: StoreNode;

beforeEach(async () => {
  database = await createTestDatabase();
  here = openNode(database.url);
  there = openNode(database.url);
});

afterEach(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

/** What a request with this key and this body says of itself. */
function keyed(key: string, body: string) {
  return { key, fingerprint: createHash('sha256').update(body).digest() };
}

const written = async () => (await rawLog(database.url)).length;

test('the same command once more gets the first answer and writes nothing, on any node', async () => {
  const idempotency = keyed(randomUUID(), '雪');
  const first = await here.store.execute(recordWeather(DATE, '雪', { idempotency }));
  await here.store.execute(recordWeather(DATE, '晴'));
  expect(await here.store.execute(recordWeather(DATE, '雪', { idempotency }))).toEqual(first);
  expect(await there.store.execute(recordWeather(DATE, '雪', { idempotency }))).toEqual(first);
  expect(await written()).toBe(2);
});

test('the same command many times at once, on both nodes, happens once', async () => {
  const idempotency = keyed(randomUUID(), '雪');
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? here : there).store.execute(recordWeather(DATE, '雪', { idempotency })),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await written()).toBe(1);
});

test('a key that is used again for something else is refused, within a batch and later', async () => {
  const key = randomUUID();
  const outcomes = await Promise.allSettled([
    here.store.execute(recordWeather(DATE, '雪', { idempotency: keyed(key, '雪') })),
    here.store.execute(recordWeather(DATE, '雨', { idempotency: keyed(key, '雨') })),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(
    there.store.execute(recordWeather(DATE, '雨', { idempotency: keyed(key, '雨') })),
  ).rejects.toMatchObject({ status: 409, rules: [{ code: 'idempotency_key_reused' }] });
  expect(await written()).toBe(1);
});

const BROKEN = invalid('broken', 'weather', '天気が正しくありません。');

test.each([
  ['a body that is wrong in itself', refusal([BROKEN]), { status: 422, rules: [BROKEN] }],
  ['one that something stands in the way of', staleVersion(), REUSED],
  ['one whose record is gone', notFound('天気がありません。'), REUSED],
  ['an unexpected error', new Error('out of order'), { message: 'out of order' }],
])('a key that is used again: %s', async (_, thrown, told) => {
  const key = randomUUID();
  await here.store.execute(recordWeather(DATE, '雪', { idempotency: keyed(key, '雪') }));
  const refused = aWork(
    () => {
      throw thrown;
    },
    { idempotency: keyed(key, '雨') },
  );
  await expect(there.store.execute(refused)).rejects.toMatchObject(told);
  expect(await written()).toBe(1);
});

test('a refusal is not remembered: the same command may succeed later', async () => {
  const idempotency = keyed(randomUUID(), '雪');
  const work = () => recordWeather(DATE, '雪', { idempotency, expectedVersion: 1 });
  await expect(here.store.execute(work())).rejects.toMatchObject({ status: 409 });
  await here.store.execute(recordWeather(DATE, '晴'));
  expect(await there.store.execute(work())).toMatchObject({ weather: '雪', version: 2 });
});

test('the key is looked at before the version', async () => {
  const idempotency = keyed(randomUUID(), '雪');
  const work = () => recordWeather(DATE, '雪', { idempotency, expectedVersion: 0 });
  const first = await here.store.execute(work());
  await here.store.execute(recordWeather(DATE, '晴'));
  expect(await there.store.execute(work())).toEqual(first);
});

test('the answer of a command that found nothing to change is remembered as well', async () => {
  const idempotency = keyed(randomUUID(), 'look');
  const look = (answer: string) => aWork(() => ({ answer }), { idempotency });
  await here.store.execute(look('first'));
  expect(await there.store.execute(look('second'))).toEqual({ answer: 'first' });
});

test('answers are forgotten after a month', async () => {
  const [old, young] = [keyed(randomUUID(), '雪'), keyed(randomUUID(), '雨')];
  await here.store.execute(recordWeather(DATE, '雪', { idempotency: old }));
  await here.store.execute(recordWeather(DATE, '雨', { idempotency: young }));
  await rawQuery(
    database.url,
    `update idempotency_keys set created_at = created_at - interval '31 days' where key = '${old.key}'`,
  );
  await forgetOldAnswers(here.pool);
  expect(await rawQuery(database.url, 'select key from idempotency_keys')).toEqual([{ key: young.key }]);
});
