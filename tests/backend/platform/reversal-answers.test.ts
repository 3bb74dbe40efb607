import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { kyselyOn, openPool } from '../../../backend/platform/database.js';
import { up } from '../../../migrations/0017-reversal-answers.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery } from '../../support/log-rows.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('remembered answers of reversals lose their texts, and no other answer anything', async () => {
  const bookings = [{ id: 7, guest_name_1: '山田 太郎' }];
  const texts = { plan: 'p', obstacles: [{ message: '鈴木 次郎 の予約' }], changes: [] };
  const answers = [{ request_id: 'r', ...texts, bookings }, { bookings }, { id: 7, changes: 1 }];
  const pool = openPool(database.url);
  const db = kyselyOn(pool);
  try {
    for (const answer of answers) {
      await pool.query('insert into idempotency_keys (key, fingerprint, answer) values ($1, $2, $3)', [
        randomUUID(),
        Buffer.from('fingerprint'),
        JSON.stringify(answer),
      ]);
    }
    await up(db as never);
  } finally {
    await db.destroy();
  }
  const rows = await rawQuery(database.url, 'select answer from idempotency_keys order by created_at');
  expect(rows.map(({ answer }) => JSON.parse(answer ?? ''))).toEqual([
    { request_id: 'r', bookings },
    ...answers.slice(1),
  ]);
});
