import { rebuild } from '#backend/event-store/rebuild/rebuild.js';
import type { RebuildProgress } from '#backend/event-store/rebuild/rebuild-context.js';
import { eventStoreParts, READ_MODELS } from '#backend/streams.js';
import { rawQuery } from './log-rows.js';

/** Every row of every projected table as text, in the order of the text. */
export async function projectedRows(url: string): Promise<Record<string, string[]>> {
  const contents = Object.fromEntries(READ_MODELS.tables.map((table) => [table, [] as string[]]));
  const each = READ_MODELS.tables.map(
    (table) => `select '${table}' as table, t::text as row from ${table} t`,
  );
  for (const { table, row } of await rawQuery(url, `${each.join(' union all ')} order by 1, 2`)) {
    contents[table ?? '']?.push(row ?? '');
  }
  return contents;
}

/** Rebuilds every projected table from the log, as the product's command does. */
export function rebuildAll(url: string, progress: RebuildProgress = () => {}): Promise<number> {
  return rebuild(url, eventStoreParts(), READ_MODELS, progress);
}
