import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import type { EventStore } from '#backend/event-store/event-store.js';
import { archiveFile, DropFolder } from '#backend/imports/drop-folder.js';
import { ImportIntake } from '#backend/imports/import-intake.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn, openPool } from '#backend/platform/database.js';
import { logger } from '#backend/platform/logger.js';
import { importsOf, reportOf, upload } from '#tests/support/api-client.js';
import { goodFile } from '#tests/support/channel-file.js';
import { eventually } from '#tests/support/eventually.js';
import { type Hotel, startHotel } from '#tests/support/hotel.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'hotel-drop-test-'));
const textOf = (...path: string[]) => readFileSync(join(...path), 'utf8');
/** Waits until a file is there with its text: its name is reserved first, by an empty one. */
const moved = (...path: string[]) =>
  eventually(`${path.join('/')} is there`, () => statSync(join(...path)).size);

const POLL_MS = 100;
let warnings: jest.SpiedFunction<typeof logger.warn>;
/** Lists the warnings of the folder: the rest of a server may warn of something else. */
const reported = () => warnings.mock.calls.filter((call) => `${call.at(-1)}`.includes('the drop folder'));

beforeAll(() => {
  warnings = jest.spyOn(logger, 'warn');
});
afterEach(() => void warnings.mockClear());

describe('a folder that two nodes poll', () => {
  const folder = newFolder();
  const TAKEN = join(folder, '取込済');
  const REFUSED = join(folder, '取込不可');
  const drop = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes);
  const namesOf = async () => (await importsOf(hotel.url)).map(({ file_name }) => file_name);
  /** Regular work of each node. */
  const polls: (() => Promise<void>)[] = [];
  /** Both nodes poll at once, again and again, until a file is there with its text. */
  const archived = (...path: string[]) =>
    eventually(`${path.join('/')} is there`, async () => {
      await Promise.all(polls.map((poll) => poll()));
      return statSync(join(...path)).size;
    });
  let hotel: Hotel;
  let other: DropFolder;
  let pool: pg.Pool;

  beforeAll(async () => {
    const start = jest.spyOn(DropFolder.prototype, 'start').mockImplementation(function (
      this: DropFolder,
      place,
    ) {
      polls.push(() => (this as unknown as { poll(folder: string): Promise<void> }).poll(place));
    });
    hotel = await startHotel({ CSV_DROP_DIR: folder });
    pool = openPool(hotel.databaseUrl);
    const masters = { current: async () => ({ reference: { prepaidWords: new Map() } }) };
    const intake = new ImportIntake(
      kyselyOn(pool),
      new Clock('Asia/Tokyo'),
      masters as unknown as EventStore,
    );
    other = new DropFolder(intake);
    other.start(folder);
    start.mockRestore();
  });
  afterEach(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    expect(reported()).toEqual([]);
  });
  afterAll(async () => {
    await other.beforeApplicationShutdown();
    await pool.end();
    await hotel.stop();
    rmSync(folder, { recursive: true });
  });

  test('files are imported once and archived; what is no such file stays', async () => {
    const before = await namesOf();
    const names = [...Array.from({ length: 8 }, (_, index) => `${index}.csv`), 'b.CSV', '予約 c.csv'];
    for (const name of names) drop(name, goodFile(1, name));
    drop('notes.txt', Buffer.from('memo'));
    mkdirSync(join(folder, 'folder.csv'));
    for (const name of names) await archived(TAKEN, name);
    const imports = (await importsOf(hotel.url)).slice(0, -before.length || undefined);
    expect(imports.map(({ file_name }) => file_name).sort()).toEqual([...names].sort());
    for (const { id } of imports) {
      const wanted = { new: 1, terminal: '取込フォルダー', dry_run: 0 };
      expect(await reportOf(hotel.url, id)).toMatchObject(wanted);
    }
    expect(readdirSync(TAKEN).sort()).toEqual([...names].sort());
    expect(readdirSync(folder).sort()).toEqual(['folder.csv', 'notes.txt', '取込済']);
  });

  test('a file that is still being written is imported once it is whole', async () => {
    const whole = goodFile(3, 'G', '2096-06-01');
    for (const written of [0.4, 0.7, 0.9]) {
      drop('growing.csv', whole.subarray(0, Math.round(whole.length * written)));
      for (const poll of polls) await poll();
      expect(readdirSync(folder).filter((name) => /csv|取込不可/.test(name))).toEqual(['growing.csv']);
    }
    drop('growing.csv', whole);
    await archived(TAKEN, 'growing.csv');
    const [{ id, file_name } = { id: 0, file_name: '' }] = await importsOf(hotel.url);
    expect([file_name, await reportOf(hotel.url, id)]).toMatchObject(['growing.csv', { rows: 3, new: 3 }]);
  });

  test('a refused file is archived with its reason', async () => {
    const before = await namesOf();
    drop('bad.csv', Buffer.from('a,b,c\r\n1,2,3\r\n'));
    await archived(REFUSED, 'bad.csv');
    expect(readdirSync(REFUSED).sort()).toEqual(['bad.csv', 'bad.txt']);
    expect(textOf(REFUSED, 'bad.txt')).toMatch(/必要な列がありません.*予約番号/);
    expect(await namesOf()).toEqual(before);
  });

  test('a file that was uploaded before changes nothing; of an existing name it gets a number', async () => {
    const file = goodFile(2, 'U');
    drop('0.csv', goodFile(1, 'V'));
    await archived(TAKEN, '0.csv');
    await upload(hotel.url, file);
    const before = await hotel.position();
    drop('0.csv', file);
    await archived(TAKEN, '0 (2).csv');
    expect((await importsOf(hotel.url))[0]).toMatchObject({ file_name: '0.csv', unchanged: 2, new: 0 });
    expect(await hotel.position()).toBe(before);
    expect(textOf(TAKEN, '0.csv')).not.toBe(textOf(TAKEN, '0 (2).csv'));
  });

  test('a file that was imported but not archived before a crash is archived and not imported again', async () => {
    const at = new Date('2026-01-01T00:00:00Z');
    const put = () => {
      drop('killed.draft', goodFile(2, 'K'));
      utimesSync(join(folder, 'killed.draft'), at, at);
      renameSync(join(folder, 'killed.draft'), join(folder, 'killed.csv'));
    };
    put();
    await archived(TAKEN, 'killed.csv');
    // What a kill leaves behind: the very file lies where it was.
    put();
    await archived(TAKEN, 'killed (2).csv');
    expect((await namesOf()).filter((name) => name === 'killed.csv')).toEqual(['killed.csv']);
  });
});

describe('a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('that is still being written is imported once it no longer changes', async () => {
    const path = join(folder, 'growing.csv');
    let imported = '';
    const take = async (file: { path: string }) => {
      imported = textOf(file.path);
      return 1;
    };
    const watched = new DropFolder({ take } as unknown as ImportIntake);
    watched.start(folder, 4 * POLL_MS);
    for (let length = 1; length <= 12; length += 1) {
      writeFileSync(path, 'x'.repeat(length));
      await pause(POLL_MS / 2);
      expect(imported).toBe('');
    }
    await moved(folder, '取込済', 'growing.csv');
    await watched.beforeApplicationShutdown();
    expect(imported).toBe('x'.repeat(12));
  });

  test('that cannot be imported is reported once and retried', async () => {
    const path = join(folder, 'locked.csv');
    writeFileSync(path, 'x');
    let tries = 0;
    const take = async () => {
      tries += 1;
      if (tries < 3) throw Object.assign(new Error(`EACCES: ${tries}`), { code: 'EACCES' });
      return 1;
    };
    const watched = new DropFolder({ take } as unknown as ImportIntake);
    watched.start(folder, POLL_MS);
    await moved(folder, '取込済', 'locked.csv');
    await watched.beforeApplicationShutdown();
    expect(tries).toBe(3);
    expect(reported()).toEqual([[{ path, reason: 'EACCES' }, expect.any(String)]]);
  });

  const ASIDE = '取込不可';
  const drop = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const hasText = (text: string) => async (path: string) => textOf(path) === text;

  test('that was replaced in the last moment stays, with the one that replaced it again', async () => {
    const path = drop('a.csv', 'new');
    expect(await archiveFile(path, ASIDE, 'wrong', hasText('old'))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['a.csv', ASIDE].sort());
    const replacing = async () => {
      drop('a.csv', 'newer');
      return false;
    };
    expect(await archiveFile(path, ASIDE, null, replacing)).toBe(false);
    expect(textOf(path)).toBe('newer');
    const [left = ''] = readdirSync(folder).filter((name) => name !== 'a.csv' && name.endsWith('.csv'));
    expect(textOf(folder, left)).toBe('new');
    expect(readdirSync(join(folder, ASIDE))).toEqual([]);
  });

  test('that cannot be read gets its name back', async () => {
    const path = drop('a.csv', 'a');
    const fails = () => Promise.reject(new Error('out of order'));
    await expect(archiveFile(path, ASIDE, null, fails)).rejects.toThrow('out of order');
    expect(textOf(path)).toBe('a');
  });

  test('is moved by one of two nodes', async () => {
    const path = drop('a.csv', 'a');
    const outcomes = await Promise.allSettled([1, 2].map(() => archiveFile(path, ASIDE, null, hasText('a'))));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([readdirSync(folder), readdirSync(join(folder, ASIDE))]).toEqual([[ASIDE], ['a.csv']]);
  });

  test('moved in the same moment as others of its name is there afterwards with its own reason', async () => {
    const names = ['a.csv', 'a.CSV', 'a.csv', 'a.CSV', 'a.csv'];
    const moves: Promise<boolean>[] = [];
    const { promise: all, resolve: go } = withResolvers();
    for (const [index, name] of names.entries()) {
      const path = drop(name, `file ${index}`);
      await new Promise<void>((claimed) => {
        const isExpected = async () => {
          claimed();
          await all;
          return true;
        };
        moves.push(archiveFile(path, ASIDE, `reason ${index}`, isExpected));
      });
    }
    go();
    expect(await Promise.all(moves)).toEqual(names.map(() => true));
    const aside = readdirSync(join(folder, ASIDE));
    expect(aside).toHaveLength(2 * names.length);
    for (const name of aside.filter((one) => !one.endsWith('.txt'))) {
      const reason = textOf(folder, ASIDE, name.replace(/csv$/i, 'txt'));
      expect({ name, reason }).toEqual({
        name,
        reason: textOf(folder, ASIDE, name).replace('file', 'reason'),
      });
    }
  });
});

function withResolvers() {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
