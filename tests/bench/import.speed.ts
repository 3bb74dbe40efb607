import { setTimeout as pause } from 'node:timers/promises';
import { day, monthsFromTo } from '@domain/dates.js';
import { test } from '@jest/globals';
import type { ImportSummary } from '@wire/csv-imports.js';
import { SAMPLE_ROOMS } from '../../backend/sample/rooms.js';
import { apiClient, upload } from '../support/api-client.js';
import type { ServerProcess } from '../support/server.js';
import { reportOn } from './harness.js';
import { emptyHotel } from './support/hotels.js';
import { largeChannelFile } from './support/large-channel-file.js';
import { judgeMemory, memoryOf, startProduct } from './support/product.js';

const report = reportOn('import');
const { measured, atLeast } = report;
const ROWS = Number(process.env.ROWS ?? 50_000);
const LOOK_MS = 250;
const OUTCOMES = ['new', 'changed', 'cancelled', 'superseded', 'failed'] as const;

type Imported = { rate: number; summary: ImportSummary; mib: number[] };

/** Uploads a file and waits until it is worked off; its memory is looked at now and then from when the rows are stored. */
async function imported({ url, process }: ServerProcess, file: Buffer, query = ''): Promise<Imported> {
  const api = apiClient(url);
  const mib: number[] = [];
  const started = performance.now();
  let summary: ImportSummary = (await upload(url, file, { query })).body;
  while (summary.status !== 'done') {
    await pause(LOOK_MS);
    summary = (await api.get<ImportSummary>(`/api/csv-imports/${summary.id}?outcome=superseded`)).body;
    mib.push(memoryOf(process.pid));
  }
  return { rate: summary.rows / ((performance.now() - started) / 1000), summary, mib };
}

test('a large file with automatic registration, and the same file again', async () => {
  const months = monthsFromTo(day('2026-11-01'), day('2029-01-31'));
  const databaseUrl = await emptyHotel(SAMPLE_ROOMS, months);
  const file = largeChannelFile(ROWS, day('2026-12-01'));
  const server = await startProduct(databaseUrl);

  const run = async (way: string, query?: string): Promise<Imported> => {
    const done = await imported(server, file, query);
    measured(`${ROWS} rows`, way, 'rows/s', [done.rate]);
    return done;
  };
  const first = await run('a file with automatic registration');
  const again = await run('the same file again');
  await run('the same file, only looked at', '?dry_run=1');
  for (const way of OUTCOMES) measured('what became of the rows', way, 'rows', [first.summary[way]]);

  atLeast('rows with automatic registration', first.rate, 'rows/s', 500);
  atLeast('the same file again, to the first time', again.rate / first.rate, '×', 10);
  judgeMemory(report, first.mib);
});
