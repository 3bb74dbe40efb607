import { day } from '@domain/dates.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBackup } from '../../backend/backup/open-backup.js';
import { renewReadModels } from '../../backend/event-store/read-model-form.js';
import { openPatientClient } from '../../backend/platform/patient-client.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { backupPlace, filesIn, runCommand, tablesOf } from '../support/backup-folders.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { copyLargeLog } from '../support/large-log.js';
import { rawQuery } from '../support/log-rows.js';
import { launch } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { timesOf } from '../support/trial-size.js';

const EVENTS = timesOf(5_000, 40_000);
const place = backupPlace();
const [BACKUP, KEYS] = [place.at('backup'), place.at('keys')];
const READ = [BACKUP, '--keys', KEYS];

let source: TestDatabase;
let target: TestDatabase;

beforeAll(async () => {
  [source, target] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
  await copyLargeLog(source.url, { events: EVENTS, today: day('2026-11-22'), seed: 7 });
});

afterAll(async () => {
  place.remove();
  await Promise.all([source.drop(), target.drop()]);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Runs a command and kills it as soon as something is so; it must not have ended before. */
async function kill(program: ReturnType<typeof launch>, isNow: (output: string) => Promise<boolean>) {
  while (program.process.exitCode === null && !(await isNow(program.output()))) await turn();
  program.process.kill('SIGKILL');
  const code = await program.ended;
  if (code !== null) throw new Error(`it ended before it could be killed:\n${program.output()}`);
}

test('a backup killed at its last table is none, and the next one takes its place', async () => {
  const client = await openPatientClient(source.url);
  await client.query('begin; lock table csv_import_rows in access exclusive mode');
  const waits = `select from pg_locks where not granted and relation = 'csv_import_rows'::regclass`;
  const program = launch({ DATABASE_URL: source.url }, 'backup', ...READ);
  await kill(program, async () => (await client.query(waits)).rows.length > 0);
  await client.query('rollback');
  await client.end();

  expect(filesIn(`${BACKUP}.unfinished`)).toContain('event_log.copy.gz');
  expect([...filesIn(BACKUP), ...filesIn(KEYS)]).toEqual([]);
  await expect(openBackup(`${BACKUP}.unfinished`, 'none')).rejects.toThrow(/はバックアップではありません/);
  await expect(openBackup(`${BACKUP}.unfinished`, `${KEYS}.unfinished`)).rejects.toThrow(
    /はバックアップではありません/,
  );

  expect(await runCommand('backup', { DATABASE_URL: source.url }, ...READ)).toMatchObject({ code: 0 });
  expect([...filesIn(`${BACKUP}.unfinished`), ...filesIn(`${KEYS}.unfinished`)]).toEqual([]);
  expect((await openBackup(BACKUP, KEYS)).log.manifest.position).toBeGreaterThanOrEqual(EVENTS);
});

test(
  'a restore killed while it reads the log has written nothing; killed later, the next start ends it',
  async () => {
    const env = { DATABASE_URL: target.url };
    const client = await openPatientClient(target.url);
    const copied =
      'select from pg_stat_progress_copy where datname = current_database() and tuples_processed > 0';
    await kill(launch(env, 'restore', ...READ), async () => (await client.query(copied)).rows.length > 0);
    await client.end();
    expect(await tablesOf(target.url)).toEqual([]);

    await kill(launch(env, 'restore', ...READ), async (output) => output.includes('再構築中'));
    const last = "select position, encode(hash, 'hex') as hash from log_head";
    expect(await rawQuery(target.url, last)).toEqual(await rawQuery(source.url, last));
    const again = await runCommand('restore', env, ...READ);
    expect(again.lines.at(-1)).toMatch(/^復元先のデータベースは空ではありません/);
    await renewReadModels(target.url, eventStoreParts(), READ_MODELS, () => undefined);
    await survived({
      what: 'a backup killed at its last table; a restore killed while it reads, and while it rebuilds',
      tried: 3,
      databaseUrl: target.url,
    });
  },
  timesOf(300_000, 600_000),
);
