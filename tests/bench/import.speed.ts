import { readFileSync } from 'node:fs';
import { day, monthsFromTo } from '@domain/dates.js';
import { test } from '@jest/globals';
import type { ImportSummary } from '@wire/csv-imports.js';
import { SAMPLE_ROOMS } from '../../backend/sample/rooms.js';
import { apiClient, upload } from '../support/api-client.js';
import { defineHotel } from '../support/channel-desk.js';
import { createTestDatabase } from '../support/database.js';
import { writeLargeFile } from '../support/large-channel-file.js';
import { recordGoal, recordMeasured } from '../support/records.js';
import { spawnServer } from '../support/server.js';
import { openNode } from '../support/store-node.js';
import { temporaryFolder } from '../support/temporary-file.js';
import { residentMemory } from './support/peak-memory.js';

const ROWS = Number(process.env.ROWS ?? 50_000);
const LOOK_MS = 250;
const GROUP = 'import';

type Imported = { rate: number; summary: ImportSummary; mib: number[] };

/** Uploads a file and waits until it is worked off; its memory is looked at now and then from when the rows are stored. */
async function imported(url: string, pid: number | undefined, file: Buffer, query = ''): Promise<Imported> {
  const api = apiClient(url);
  const mib: number[] = [];
  const started = performance.now();
  let summary: ImportSummary = (await upload(url, file, { query })).body;
  while (summary.status !== 'done') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    summary = (await api.get<ImportSummary>(`/api/csv-imports/${summary.id}?outcome=superseded`)).body;
    mib.push(residentMemory(pid));
  }
  return { rate: summary.rows / ((performance.now() - started) / 1000), summary, mib };
}

test('a large file with automatic registration, and the same file again', async () => {
  const database = await createTestDatabase();
  const node = openNode(database.url);
  await defineHotel(node.store, SAMPLE_ROOMS, monthsFromTo(day('2026-11-01'), day('2029-01-31')));
  await node.close();
  const folder = temporaryFolder();
  const path = folder.pathOf('large.csv');
  await writeLargeFile(path, { rows: ROWS, firstDay: day('2026-12-01'), seed: 1 });
  const file = readFileSync(path);
  folder.remove();
  const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });

  const run = async (way: string, query?: string): Promise<Imported> => {
    const done = await imported(server.url, server.process.pid, file, query);
    const what = `${ROWS} rows`;
    recordMeasured({ group: GROUP, what, way, role: 'product', unit: 'rows/s', runs: [done.rate] });
    return done;
  };
  const first = await run('a file with automatic registration');
  const again = await run('the same file again');
  await run('the same file, only looked at', '?dry_run=1');
  for (const outcome of ['new', 'changed', 'cancelled', 'superseded', 'failed'] as const) {
    const runs = [first.summary[outcome]];
    const what = 'what became of the rows';
    recordMeasured({ group: GROUP, what, way: outcome, role: 'product', unit: 'rows', runs });
  }
  await server.close();
  await database.drop();

  const half = Math.ceil(first.mib.length / 2);
  const memory = { group: GROUP, what: 'memory of the process', role: 'product', unit: 'MiB' } as const;
  const most = (way: string, mib: number[]) =>
    Math.max(recordMeasured({ ...memory, way, runs: mib }), ...mib);
  const before = most('first half of the file', first.mib.slice(0, half));
  const after = most('second half', first.mib.slice(half));
  const goal = { group: GROUP, unit: '×' };
  const rates = { goal: 'rows with automatic registration', value: first.rate, unit: 'rows/s' };
  recordGoal({ ...goal, ...rates, bound: { atLeast: 500 } });
  recordGoal({
    ...goal,
    goal: 'the same file again, to the first time',
    value: again.rate / first.rate,
    bound: { atLeast: 10 },
  });
  recordGoal({
    ...goal,
    goal: 'most memory in the second half, to that in the first',
    value: after / before,
    bound: { atMost: 1.2 },
  });
});
