import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { day, monthsFromTo } from '@domain/dates.js';
import { test } from '@jest/globals';
import type { ImportSummary } from '@wire/csv-imports.js';
import { SAMPLE_ROOMS } from '../../backend/sample/rooms.js';
import { apiClient } from '../support/api-client.js';
import { defineHotel } from '../support/channel-desk.js';
import { createTestDatabase } from '../support/database.js';
import { upload } from '../support/import-hotel.js';
import { writeLargeFile } from '../support/large-channel-file.js';
import { spawnServer } from '../support/server-process.js';
import { openNode } from '../support/store-node.js';
import { temporaryFolder } from '../support/temporary-file.js';

const ROWS = Number(process.env.ROWS ?? 50_000);
const LOOK_MS = 500;

/** What a process holds in memory, in MiB. */
const memoryOf = (pid: number | undefined): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

test('a large file, and the same file again: rows a second, memory', async () => {
  const database = await createTestDatabase();
  const node = openNode(database.url);
  await defineHotel(node.store, SAMPLE_ROOMS, monthsFromTo(day('2026-11-01'), day('2029-01-31')));
  await node.close();
  const folder = temporaryFolder();
  const path = folder.pathOf('large.csv');
  await writeLargeFile(path, { rows: ROWS, firstDay: day('2026-12-01'), seed: 1 });
  const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });
  const { pid } = server.process;
  const api = apiClient(server.url);
  const peaks: number[] = [];

  const run = async (query = ''): Promise<{ seconds: number; summary: ImportSummary }> => {
    const started = performance.now();
    let summary: ImportSummary = (await upload(server.url, readFileSync(path), { query })).body;
    const tenth = summary.rows / 10;
    while (summary.status !== 'done') {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const before = summary.done;
      summary = (await api.get<ImportSummary>(`/api/csv-imports/${summary.id}?outcome=superseded`)).body;
      if (Math.floor(before / tenth) !== Math.floor(summary.done / tenth))
        peaks.push(Math.round(memoryOf(pid)));
    }
    return { seconds: (performance.now() - started) / 1000, summary };
  };

  const told: string[] = [];
  for (const [name, query] of [
    ['first', ''],
    ['again', ''],
    ['dry run', '?dry_run=1'],
  ] as const) {
    const { seconds, summary } = await run(query);
    const { rows, new: made, changed, cancelled, unchanged, superseded, failed } = summary;
    told.push(
      `${name}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, ` +
        JSON.stringify({ rows, made, changed, cancelled, unchanged, superseded, failed }),
    );
  }
  await server.close();
  folder.remove();
  await database.drop();
  console.log([...told, `MiB by tenths of the files: ${peaks.join(' ')}`].join('\n'));
});
