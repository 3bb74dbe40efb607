import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawQuery } from './log-rows.js';

/** Every table of a database, in all schemas that are not PostgreSQL's own. */
export async function tablesOf(url: string): Promise<string[]> {
  const rows = await rawQuery(
    url,
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name ?? '');
}

/** Changes the manifest of a folder. */
export function editManifest(folder: string, change: (manifest: Record<string, unknown>) => void): void {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest));
}

/** Every file below a folder, none when there is no folder. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}
