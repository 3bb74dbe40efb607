import { erasedAnswer } from '@wire/erasure.js';
import { streamName } from '../event-store/event-stream.js';
import type { Scrubber } from '../event-store/personal-data.js';

/** Erases the guest from the answers stored for repeated requests; only the records in them contain names. */
export const scrubAnswers: Scrubber = async (client, erased) => {
  const ids = new Set(erased.map(({ key }) => Number(key)));
  const streams = erased.map(({ definition, key }) => streamName(definition, key));
  const { rows } = await client.query<{ key: string; answer: unknown }>({
    text: `select key::text, answer from idempotency_keys
           where streams && $1::text[] or (streams = '{}' and answer ->> 'id' = any($2::text[]))`,
    values: [streams, erased.map(({ key }) => key)],
  });
  if (rows.length === 0) return;
  await client.query({
    text: `update idempotency_keys known set answer = erased.answer
           from unnest($1::uuid[], $2::json[]) as erased(key, answer) where known.key = erased.key`,
    values: [rows.map(({ key }) => key), rows.map(({ answer }) => JSON.stringify(erasedAnswer(answer, ids)))],
  });
};
