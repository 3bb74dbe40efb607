import { addIndexes, createShadows } from '../../../backend/event-store/rebuild/shadow-tables.js';
import { openPatientClient } from '../../../backend/platform/patient-client.js';
import { READ_MODELS } from '../../../backend/streams.js';

const SCHEMA = 'sql_rebuild';
const NOTHING = { position: 0, hash: Buffer.alloc(32), checksums: new Map(), loading: null };
const NO_LOG = { logId: '00000000-0000-0000-0000-000000000000', form: 0 };

/**
 * What a rebuild could do at best: the same rows with the same indexes, by SQL from tables that are folded already. Answers
 * how many seconds it took.
 */
export async function fillBySql(databaseUrl: string, indexes: 'live' | 'after'): Promise<number> {
  const client = await openPatientClient(databaseUrl);
  const started = performance.now();
  await createShadows(client, SCHEMA, READ_MODELS.tables, NO_LOG, NOTHING);
  if (indexes === 'live') await addIndexes(client, SCHEMA, READ_MODELS.tables);
  for (const table of READ_MODELS.tables) {
    await client.query(`insert into ${SCHEMA}.${table} select * from public.${table}`);
  }
  if (indexes === 'after') await addIndexes(client, SCHEMA, READ_MODELS.tables);
  const seconds = (performance.now() - started) / 1000;
  await client.query(`drop schema ${SCHEMA} cascade`);
  await client.end();
  return seconds;
}
