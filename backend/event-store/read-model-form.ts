import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { openLongRunningClient } from '../platform/long-running-client.js';
import type { EventStoreParts } from './batch.js';
import { rebuild } from './rebuild/rebuild.js';
import type { ReadModels, RebuildProgress } from './rebuild/rebuild-context.js';

/**
 * Builds the read models anew when they are of another form than the code's, as after an update whose rows know more;
 * nodes that start together wait for the first. Returns whether it did.
 */
export async function renewReadModels(
  databaseUrl: string,
  parts: EventStoreParts,
  models: ReadModels,
  progress: RebuildProgress,
): Promise<boolean> {
  const client = await openLongRunningClient(databaseUrl);
  try {
    await client.query(`select pg_advisory_lock(${ADVISORY_LOCKS.readModelForm})`);
    const { rows } = await client.query('select form, position from read_model_form, log_head');
    if (rows[0].form === models.form) return false;
    const isEmpty = rows[0].position === 0;
    if (!isEmpty) await rebuild(databaseUrl, parts, models, progress);
    await client.query(`update read_model_form set form = ${models.form}`);
    return !isEmpty;
  } finally {
    await client.end();
  }
}
