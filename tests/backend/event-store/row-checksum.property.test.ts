import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonbText } from '../../../backend/event-store/rebuild/row-checksum.js';
import { openPool } from '../../../backend/platform/database.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { runs } from '../../support/trial-size.js';

let database: TestDatabase;
let pool: ReturnType<typeof openPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function storedText(value: unknown): Promise<string> {
  const { rows } = await pool.query('select $1::jsonb::text as text', [JSON.stringify(value)]);
  return rows[0].text;
}

/** Text that PostgreSQL can store: everything but a zero. */
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\u0000', ''));
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 6 }),
  ),
})).value;

describe('a JSON value as text', () => {
  test('is what PostgreSQL writes for it as jsonb', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (any) => expect(jsonbText(any)).toBe(await storedText(any))),
      { numRuns: runs(500) },
    );
  });

  test('has shorter keys first, counted in bytes, and leaves out what JSON leaves out', async () => {
    const state = { 備考: 'そば\n"\\', b: 1, aa: [true, null], a: undefined, é: {}, A: '\u001f\u2028' };
    expect(jsonbText(state)).toBe(
      '{"A": "\\u001f\u2028", "b": 1, "aa": [true, null], "é": {}, "備考": "そば\\n\\"\\\\"}',
    );
    expect(jsonbText(state)).toBe(await storedText(state));
  });
});
