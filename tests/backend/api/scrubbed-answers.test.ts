import { expect, test } from '@jest/globals';
import pg from 'pg';
import { scrubAnswers } from '#backend/erasure/scrub-answers.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();

test('remembered answers of an erased guest are found by indexes, however many there are', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  const plans: string[] = [];
  try {
    // As the writer's connection is set.
    await client.query('set enable_seqscan = off');
    const explaining = {
      async query({ text, values }: pg.QueryConfig) {
        const { rows } = await client.query(`explain ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return { rows: [] };
      },
    };
    await scrubAnswers(explaining as never, [{ definition: reservationStream, key: '7' }] as never);
  } finally {
    await client.end();
  }
  expect(plans).toEqual([
    expect.stringMatching(/idempotency_keys_streams_idx[\s\S]*idempotency_keys_expr_idx/),
  ]);
  expect(plans[0]).not.toContain('Seq Scan');
});
