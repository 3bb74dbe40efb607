import { setTimeout as pause } from 'node:timers/promises';
import { addDays, day, monthsFromTo } from '@domain/dates.js';
import { test } from '@jest/globals';
import type { MoveInFile } from '@wire/move-in.js';
import { SAMPLE_ROOMS } from '#backend/tools/sample/rooms.js';
import { apiClient } from '../support/api-client.js';
import { csvOf, uploadMoveIn } from '../support/move-in.js';
import type { ServerProcess } from '../support/server.js';
import { reportOn } from './harness.js';
import { emptyHotel } from './support/hotels.js';
import { judgeMemory, memoryOf, startProduct, useEnds } from './support/product.js';

useEnds();

const report = reportOn('move-in');
const { measured, atLeast } = report;
const ROWS = Number(process.env.ROWS ?? 20_000);
const LOOK_MS = 250;
const FIRST_DAY = day('2026-12-01');

/** Runs a file to its end; its memory is looked at now and then. */
async function run(
  { url, process }: ServerProcess,
  { id, mapping, system, past }: MoveInFile,
  dry_run: 0 | 1,
) {
  const api = apiClient(url);
  const mib: number[] = [];
  const started = performance.now();
  await api.post(`/api/move-in/files/${id}/runs`, { mapping, system, past, dry_run });
  for (;;) {
    await pause(LOOK_MS);
    mib.push(memoryOf(process.pid));
    const { body } = await api.get<MoveInFile>(`/api/move-in/files/${id}`);
    if (body.status === 'idle')
      return { done: body, mib, rate: body.total / ((performance.now() - started) / 1000) };
  }
}

test('the bookings of another system, looked at, moved in, and once more', async () => {
  const months = monthsFromTo(day('2026-11-01'), day('2027-12-31'));
  const databaseUrl = await emptyHotel(SAMPLE_ROOMS, months);
  const rooms = [...new Set(SAMPLE_ROOMS.map(({ roomNumber }) => roomNumber))];
  const rows = Array.from({ length: ROWS }, (_, index) => [
    `Y${index}`,
    `宿泊 ${index}郎 様`,
    rooms[index % rooms.length],
    addDays(FIRST_DAY, Math.floor(index / rooms.length)),
    '1泊',
    '1名',
    '¥9,800',
  ]);
  const header = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数', '宿泊人数', '合計料金'];
  const file = csvOf([header, ...rows]);
  const server = await startProduct(databaseUrl);
  const { body: first } = await uploadMoveIn(server.url, file);
  const tried = await run(server, first, 1);
  measured(`${ROWS} rows`, 'a dry run', 'rows/s', [tried.rate]);
  const moved = await run(server, first, 0);
  measured(`${ROWS} rows`, 'moved in', 'rows/s', [moved.rate]);
  const again = await run(server, (await uploadMoveIn(server.url, file)).body, 0);
  measured(`${ROWS} rows`, 'the same file again', 'rows/s', [again.rate]);
  measured('what became of the rows', 'new', 'rows', [moved.done.new]);
  measured('what became of the rows', 'existing the second time', 'rows', [again.done.existing]);

  atLeast('bookings moved in', moved.rate, 'rows/s', 334);
  judgeMemory(report, moved.mib);
});
