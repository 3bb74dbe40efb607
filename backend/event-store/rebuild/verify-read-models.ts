import type { EventStoreParts } from '../batch.js';
import { firstDifference, type RowFault } from './compare-tables.js';
import { catchUp, loadFromLog } from './fill-tables.js';
import { SHADOW_SCHEMAS } from './left-shadows.js';
import { inRebuildContext, type ReadModels, type RebuildProgress } from './rebuild-context.js';
import { readLogRange, replay } from './replay.js';

const TAIL = 1_000_000;

/** What the read models are worth: as of a position, and the first row that is not what the log gives. */
export type ReadModelVerdict = { position: number; fault: RowFault | null };

/**
 * Builds every read model anew beside running nodes and compares it with the live one row by row, both as of one
 * moment. Changes nothing.
 */
export function verifyReadModels(
  databaseUrl: string,
  parts: EventStoreParts,
  models: ReadModels,
  progress: RebuildProgress,
): Promise<ReadModelVerdict> {
  const order = { schema: SHADOW_SCHEMAS.verification, parts, models, progress };
  return inRebuildContext(databaseUrl, order, async (workshop) => {
    const { client, schema } = workshop;
    const filling = await catchUp(workshop, await loadFromLog(workshop));
    progress({ phase: 'checking', done: filling.position, head: filling.position });
    await client.query('begin isolation level repeatable read');
    const { rows } = await client.query('select position from public.log_head');
    const { position } = rows[0];
    if (filling.position < position) {
      const tail = await readLogRange(client, parts, filling, position, TAIL);
      await replay(client, parts, filling, tail);
    }
    const fault = await firstDifference(client, schema, models.tables);
    await client.query(`rollback; drop schema ${schema} cascade`);
    return { position, fault };
  });
}
