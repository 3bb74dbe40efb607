import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { query } from '../../support/launched-postgres.js';
import { launch } from '../../support/server.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The output and exit code of the command. */
async function adminCode(...args: string[]) {
  const started = launch({ DATABASE_URL: database.url }, 'admin-code', ...args);
  const code = await started.ended;
  return { code, lines: started.output().trim().split('\n') };
}

const staff = () => query(database.url, 'select state from staff order by id');

test('makes an admin once, and prints another code whenever it is asked', async () => {
  const first = await adminCode('Yamada', '山田 花子');
  expect(first.code).toBe(0);
  expect(first.lines[0]).toMatch(/^ワンタイムコード: ([A-Z2-9]{4}-){2}[A-Z2-9]{4}$/);
  expect(first.lines[1]).toMatch(/まで一度だけ使えます。/);
  const again = await adminCode('yamada');
  expect(again.code).toBe(0);
  expect(again.lines[0]).not.toBe(first.lines[0]);
  const made = { id: 1, version: 1, name: '山田 花子', role: 'admin', loginName: 'yamada' };
  expect(await staff()).toEqual([{ state: made }]);
});

test('says in one line what is wrong, and makes nobody', async () => {
  const before = await staff();
  const ends = await Promise.all([adminCode('a', 'b', 'c'), adminCode('山田')]);
  expect(ends).toEqual([
    { code: 1, lines: ['使い方: npm run admin-code -- ログイン名 [氏名]'] },
    { code: 1, lines: ['ログイン名は半角の英数字と . _ - で入力してください。'] },
  ]);
  expect(await staff()).toEqual(before);
});
