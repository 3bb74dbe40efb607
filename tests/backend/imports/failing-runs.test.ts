import { expect, test } from '@jest/globals';
import type { ImportReport, ImportSummary } from '@wire/csv-imports.js';
import type { MoveInFile } from '@wire/move-in.js';
import { upload } from '#tests/support/api-client.js';
import { goodFile } from '#tests/support/channel-file.js';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { csvOf, uploadMoveIn } from '#tests/support/move-in.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

/** Runs SQL whenever results of rows are written for which a condition holds. */
const whenWritten = (table: string, condition: string, sql: string) =>
  rawQuery(
    hotel.databaseUrl,
    `create or replace function meddle_${table}() returns trigger language plpgsql as $$
     begin if ${condition} then ${sql}; end if; return new; end $$;
     create or replace trigger meddle before update on ${table} for each row execute function meddle_${table}()`,
  );

const imports = async (id: number) => (await hotel.api.get<ImportReport>(`/api/csv-imports/${id}`)).body;
const failedRuns = async (files: string) => {
  const text = await (await fetch(`${hotel.url}/metrics`)).text();
  return Number(new RegExp(`hotel_file_runs_failed_total\\{files="${files}"\\} (\\d+)`).exec(text)?.[1]);
};
const REASON = '3回続けて失敗したため中止しました。サーバーでエラーが発生しました(P0001)。';

test.each([
  ['an import', ''],
  ['a dry run of one', '?dry_run=1'],
])('%s that fails three times has failed, with its reason, and later ones go on', async (_, query) => {
  const prefix = query ? 'D' : 'R';
  await whenWritten('csv_import_rows', `new.reservation_key like '%${prefix}X%'`, "raise 'out of order'");
  const before = await failedRuns('csv_imports');
  const failed = await upload(hotel.url, goodFile(2, `${prefix}X`), { query });
  expect(failed.body).toMatchObject({ status: 'failed', failure: REASON, rows: 2, done: 0 });
  const next = await upload(hotel.url, goodFile(2, `${prefix}Y`), { query });
  expect(next.body).toMatchObject({ status: 'done', failure: null, rows: 2, done: 2 });
  expect(await failedRuns('csv_imports')).toBe(before + 1);
  const { body: listed } = await hotel.api.get<ImportSummary[]>('/api/csv-imports');
  const told = listed.filter(({ id }) => id === failed.body.id);
  expect(told).toMatchObject(query ? [] : [{ status: 'failed', failure: REASON }]);
});

test('an import that failed runs to its end when its file is sent again', async () => {
  await whenWritten('csv_import_rows', "new.reservation_key like '%AX%'", "raise 'out of order'");
  const file = goodFile(2, 'AX');
  expect((await upload(hotel.url, file)).body.status).toBe('failed');
  await whenWritten('csv_import_rows', 'false', 'null');
  expect((await upload(hotel.url, file)).body).toMatchObject({ status: 'done', rows: 2, done: 2 });
});

test('imports do not wait for a dry run', async () => {
  const gate = 7_401;
  await rawQuery(hotel.databaseUrl, `create table held (id int); insert into held values (${gate})`);
  await whenWritten('csv_import_rows', "new.reservation_key like '%WD%'", 'perform from held for share');
  const { default: pg } = await import('pg');
  const holder = new pg.Client(hotel.databaseUrl);
  await holder.connect();
  await holder.query('begin; select from held for update');
  const dry = upload(hotel.url, goodFile(2, 'WD'), { query: '?dry_run=1' });
  await eventually(
    'the dry run waits',
    () => rawQuery(hotel.databaseUrl, "select 1 from pg_stat_activity where wait_event_type = 'Lock'"),
    (rows) => rows.length > 0,
  );
  const real = await upload(hotel.url, goodFile(2, 'WR'));
  expect(real.body).toMatchObject({ status: 'done', done: 2 });
  await holder.query('commit');
  await holder.end();
  const { body } = await dry;
  await eventually(
    'the dry run ends',
    () => imports(body.id),
    ({ status }) => status === 'done',
  );
});

test('a run of a move-in that fails three times has failed, with its reason, and can be tried again', async () => {
  await whenWritten('move_in_rows', "new.cells::text like '%MX%'", "raise 'out of order'");
  const before = await failedRuns('move_ins');
  const header = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数'];
  const { body: file } = await uploadMoveIn(
    hotel.url,
    csvOf([header, ['MX1', '山田', '1001', '2096-03-01', 1]]),
  );
  const { mapping, past, system, id } = file;
  const run = () => hotel.api.post(`/api/move-in/files/${id}/runs`, { mapping, past, system, dry_run: 1 });
  const ended = () =>
    eventually(
      'the run ends',
      async () => (await hotel.api.get<MoveInFile>(`/api/move-in/files/${id}`)).body,
      ({ status }) => status === 'idle',
    );
  expect((await run()).status).toBe(202);
  expect(await ended()).toMatchObject({ failure: REASON, total: 1, done: 0 });
  expect(await failedRuns('move_ins')).toBe(before + 1);
  await whenWritten('move_in_rows', 'false', 'null');
  expect((await run()).status).toBe(202);
  expect(await ended()).toMatchObject({ failure: null, total: 1, done: 1 });
});
