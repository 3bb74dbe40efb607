import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type FactLoader, need } from '../../../backend/event-store/needs.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { aWork, openNode, type StoreNode } from '../../support/store-node.js';

const QUESTIONS = 20;

let database: TestDatabase;
let node: StoreNode;

beforeEach(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
});

afterEach(async () => {
  await node.close();
  await database.drop();
});

const failing: [string, FactLoader<null>][] = [
  [
    'an error of the product',
    async () => {
      throw new Error('no facts');
    },
  ],
  [
    'an error of the database',
    async (client) => {
      await client.query('select 1 / 0');
    },
  ],
];

test.each(failing)('after %s in one loader no other queries within the next transaction', async (_, fail) => {
  const transactions = new Set<string>();
  const ended: Promise<unknown>[] = [];
  const askOften: FactLoader<null> = (client) => {
    const asking = (async () => {
      for (let question = 0; question < QUESTIONS; question += 1) {
        const { rows } = await client.query('select pg_current_xact_id()::text as id');
        transactions.add(rows[0].id);
      }
    })();
    ended.push(asking.catch(() => undefined));
    return asking;
  };
  const needs = [need(askOften, null), need(fail, null)];
  const failed = node.store.execute(aWork(() => null, { needs }));
  const next = node.store.execute(aWork(() => null, { needs: [need(askOften, null)] }));
  const outcomes = await Promise.allSettled([failed, next]);
  await Promise.all(ended);
  expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }]);
  // Each attempt of a batch is one transaction: both together, then the one, then the other.
  expect(transactions.size).toBeLessThanOrEqual(ended.length);
});
