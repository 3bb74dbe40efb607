import { rebuild } from '../../backend/event-store/rebuild.js';
import { eventStoreParts, PROJECTED_TABLES } from '../../backend/streams.js';
import { rawQuery } from './log-rows.js';

/** Every row of every projected table as text, in the order of the text. */
export async function projectedRows(url: string): Promise<Record<string, string[]>> {
  const contents = Object.fromEntries(PROJECTED_TABLES.map((table) => [table, [] as string[]]));
  const each = PROJECTED_TABLES.map((table) => `select '${table}' as table, t::text as row from ${table} t`);
  for (const { table, row } of await rawQuery(url, `${each.join(' union all ')} order by 1, 2`)) {
    contents[table ?? '']?.push(row ?? '');
  }
  return contents;
}

/** Rebuilds every projected table from the log, as the product's command does. */
export function rebuildAll(
  url: string,
  progress: (done: number, head: number) => void = () => {},
): Promise<number> {
  return rebuild(url, eventStoreParts(), PROJECTED_TABLES, progress);
}
