import { setTimeout as pause } from 'node:timers/promises';
import { day, monthsFromTo } from '@domain/dates.js';
import { test } from '@jest/globals';
import type { ImportSummary } from '@wire/csv-imports.js';
import { SAMPLE_ROOMS } from '#backend/tools/sample/rooms.js';
import { apiClient, upload } from '../support/api-client.js';
import { rawQuery } from '../support/log-rows.js';
import type { ServerProcess } from '../support/server.js';
import { reportOn } from './harness.js';
import { emptyHotel } from './support/hotels.js';
import { largeChannelFile } from './support/large-channel-file.js';
import { judgeMemory, memoryOf, startProduct, useEnds } from './support/product.js';

useEnds();

const report = reportOn('import');
const { measured, atLeast, atMost } = report;
const ROWS = Number(process.env.ROWS ?? 50_000);
const LOOK_MS = 250;
const OUTCOMES = ['new', 'changed', 'cancelled', 'superseded', 'failed'] as const;

/** Nights that were booked before, in stays of two nights in each room. */
const PAST_NIGHTS = 300_000;
const FEW_ROWS = 3_000;

/** The read models of a hotel with a long past: what an import finds around the stays of its rows. */
const fillPast = (databaseUrl: string) =>
  rawQuery(
    databaseUrl,
    `insert into bookings (id, version, position, room_number, stay_start, stay_end, is_cancelled, group_id, search_text, state)
     select -n, 1, 0, room, first - 2 * (n / rooms), first - 2 * (n / rooms) + 2, false, -n, '', '{}'
     from (select array_agg(distinct room_number) as numbers, count(distinct room_number)::int as rooms from room_months) r,
          (select date '2026-11-01' as first) f, generate_series(1, ${PAST_NIGHTS / 2}) n,
          lateral (select numbers[n % rooms + 1] as room) one;
     insert into room_claims
     select room_number, stay_start + night, id from bookings, generate_series(0, 1) night where id < 0;
     analyze bookings, room_claims`,
  );

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

test('a dry run beside the import of the same file, in a hotel with a long past', async () => {
  const months = monthsFromTo(day('2026-11-01'), day('2029-01-31'));
  const databaseUrl = await emptyHotel(SAMPLE_ROOMS, months);
  await fillPast(databaseUrl);
  const server = await startProduct(databaseUrl);
  const file = largeChannelFile(FEW_ROWS, day('2026-12-01'));
  const what = `${FEW_ROWS} rows among ${PAST_NIGHTS} nights`;
  const run = async (way: string, query?: string): Promise<number> => {
    const { rate } = await imported(server, file, query);
    return measured(what, way, 's', [FEW_ROWS / rate]);
  };
  const dry = await run('only looked at', '?dry_run=1');
  const real = await run('imported');
  atMost('a dry run to the import of the same file', dry / real, '×', 1.2);
});
