import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { DropFolder } from '../../../backend/imports/drop-folder.js';
import { ImportIntake } from '../../../backend/imports/import-intake.js';
import { Clock } from '../../../backend/platform/clock.js';
import { kyselyOn, openPool } from '../../../backend/platform/database.js';
import { logger } from '../../../backend/platform/logger.js';
import { importsOf, reportOf, upload } from '../../support/api-client.js';
import { goodFile } from '../../support/channel-file.js';
import type { Hotel } from '../../support/hotel.js';
import { startHotel } from '../../support/hotel.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const folder = mkdtempSync(join(tmpdir(), 'hotel-drop-test-'));
const TAKEN = join(folder, '取込済');
const REFUSED = join(folder, '取込不可');

const LOOK_MS = 500;
const { start } = DropFolder.prototype;

let hotel: Hotel;
let other: TestServer;
let warnings: ReturnType<typeof jest.spyOn>;

beforeAll(async () => {
  warnings = jest.spyOn(logger, 'warn');
  jest.spyOn(DropFolder.prototype, 'start').mockImplementation(function (this: DropFolder, place) {
    start.call(this, place, LOOK_MS);
  });
  hotel = await startHotel({ CSV_DROP_DIR: folder });
  other = await startTestServer({ databaseUrl: hotel.databaseUrl, env: { CSV_DROP_DIR: folder } });
});
afterEach(() => {
  warnings.mockClear();
});
afterAll(async () => {
  await other.stop();
  await hotel.stop();
  rmSync(folder, { recursive: true });
});

const drop = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes);
const until = async (condition: () => boolean) => {
  while (!condition()) await pause(20);
};
const moved = (...path: string[]) => until(() => existsSync(join(...path)));
const namesOf = async () => (await importsOf(hotel.url)).map(({ file_name }) => file_name);

test('files are imported once and archived when two servers watch the folder', async () => {
  const names = ['a.csv', 'b.CSV', '予約 c.csv'];
  for (const [index, name] of names.entries()) drop(name, goodFile(3, `A${index}`));
  drop('notes.txt', Buffer.from('memo'));
  mkdirSync(join(folder, 'folder.csv'));
  for (const name of names) await moved(TAKEN, name);
  expect((await namesOf()).sort()).toEqual([...names].sort());
  for (const { id } of await importsOf(hotel.url)) {
    expect(await reportOf(other.url, id)).toMatchObject({ new: 3, terminal: '取込フォルダー', dry_run: 0 });
  }
  expect(readdirSync(folder).sort()).toEqual(['folder.csv', 'notes.txt', '取込済']);
  expect(warnings).not.toHaveBeenCalled();
});

test('a refused file is archived with its reason', async () => {
  const before = await namesOf();
  drop('bad.csv', Buffer.from('a,b,c\r\n1,2,3\r\n'));
  await moved(REFUSED, 'bad.txt');
  expect(readdirSync(REFUSED).sort()).toEqual(['bad.csv', 'bad.txt']);
  expect(readFileSync(join(REFUSED, 'bad.txt'), 'utf8')).toMatch(/必要な列がありません.*予約番号/);
  expect(await namesOf()).toEqual(before);
  expect(warnings).not.toHaveBeenCalled();
});

test('an existing name gets a number, and nothing is overwritten', async () => {
  const first = goodFile(1, 'N1');
  drop('same.csv', first);
  await moved(TAKEN, 'same.csv');
  drop('same.csv', goodFile(1, 'N2'));
  await moved(TAKEN, 'same (2).csv');
  expect(readFileSync(join(TAKEN, 'same.csv')).equals(first)).toBe(true);
});

test('a file that is still being written is left alone until it rests', async () => {
  const file = goodFile(40, 'W');
  const path = join(folder, 'growing.csv');
  for (let part = 1; part <= 12; part += 1) {
    writeFileSync(path, file.subarray(0, Math.ceil((file.length * part) / 12)));
    await pause(LOOK_MS / 8);
    expect(existsSync(path)).toBe(true);
  }
  await moved(TAKEN, 'growing.csv');
  const grown = (await importsOf(hotel.url)).filter(({ file_name }) => file_name === 'growing.csv');
  expect(grown.length).toBe(1);
  expect(await reportOf(hotel.url, grown[0]?.id as number)).toMatchObject({ rows: 40, failed: 0 });
});

test('a file that was imported but not archived before a crash is archived and not imported again', async () => {
  const file = goodFile(2, 'K');
  const at = new Date('2026-01-01T00:00:00Z');
  const put = () => {
    drop('killed.draft', file);
    utimesSync(join(folder, 'killed.draft'), at, at);
    renameSync(join(folder, 'killed.draft'), join(folder, 'killed.csv'));
  };
  put();
  await moved(TAKEN, 'killed.csv');
  // What a kill leaves behind: the very file lies where it was. Under what name it goes is left open: the other node may
  // just have looked for one for the first.
  put();
  await until(() => !existsSync(join(folder, 'killed.csv')));
  expect((await namesOf()).filter((name) => name === 'killed.csv')).toEqual(['killed.csv']);
});

test('a file that was uploaded before changes nothing when it is put there', async () => {
  const file = goodFile(2, 'U');
  await upload(hotel.url, file);
  const before = await hotel.position();
  drop('uploaded.csv', file);
  await moved(TAKEN, 'uploaded.csv');
  expect((await importsOf(hotel.url))[0]).toMatchObject({ file_name: 'uploaded.csv', unchanged: 2, new: 0 });
  expect(await hotel.position()).toBe(before);
});

test('two nodes that poll at the same moment import each file once and report nothing', async () => {
  const place = mkdtempSync(join(tmpdir(), 'hotel-drop-test-'));
  const names = Array.from({ length: 8 }, (_, index) => `once-${index}.csv`);
  for (const name of names) writeFileSync(join(place, name), goodFile(1, name));
  const pools = [openPool(hotel.databaseUrl), openPool(hotel.databaseUrl)];
  const nodes = pools.map(
    (pool) => new DropFolder(new ImportIntake(kyselyOn(pool), new Clock('Asia/Tokyo'))),
  );
  for (const node of nodes) node.start(place);
  for (const name of names) await moved(place, '取込済', name);
  for (const node of nodes) await node.beforeApplicationShutdown();
  const imported = (await namesOf()).filter((name) => name.startsWith('once-'));
  expect(imported.sort()).toEqual(names);
  expect(readdirSync(join(place, '取込済')).sort()).toEqual(names);
  expect(warnings).not.toHaveBeenCalled();
  for (const pool of pools) await pool.end();
  rmSync(place, { recursive: true });
});

test('a file that cannot be imported is reported once and retried', async () => {
  const place = mkdtempSync(join(tmpdir(), 'hotel-drop-test-'));
  const path = join(place, 'locked.csv');
  writeFileSync(path, 'x');
  let tries = 0;
  const take = async () => {
    tries += 1;
    if (tries < 3) throw Object.assign(new Error(`EACCES: ${tries}`), { code: 'EACCES' });
    return 1;
  };
  const watched = new DropFolder({ take } as unknown as ImportIntake);
  watched.start(place);
  await moved(place, '取込済', 'locked.csv');
  await watched.beforeApplicationShutdown();
  expect(tries).toBe(3);
  expect(warnings.mock.calls).toEqual([[{ path, reason: 'EACCES' }, expect.any(String)]]);
  rmSync(place, { recursive: true });
});
