import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BackupError } from '#backend/backup/backup-error.js';
import { type KeysChoice, openBackup } from '#backend/backup/backup-folder.js';
import { restoreBackup } from '#backend/backup/restore-backup.js';
import { editManifest, filesIn, tablesOf } from '../support/backup-folders.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { runCommand } from '../support/server.js';
import { bookUnchecked, openNode } from '../support/store-node.js';
import { temporaryFolder } from '../support/temporary-file.js';

const place = temporaryFolder();
const [GOOD, KEYS, ELSEWHERE] = [place.pathOf('good'), place.pathOf('good-keys'), place.pathOf('other-keys')];
const [BAD, BAD_KEYS] = [place.pathOf('bad'), place.pathOf('bad-keys')];

let source: TestDatabase;
let target: TestDatabase;

beforeAll(async () => {
  [source, target] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
  const node = openNode(source.url);
  for (const room of ['1001', '1002', '1003']) {
    await node.store.execute(bookUnchecked(room, '2026-11-01', '2026-11-02', { guestName1: '山田 太郎' }));
  }
  await node.close();
  const env = { DATABASE_URL: source.url };
  expect(await runCommand('backup', env, GOOD, '--keys', KEYS)).toMatchObject({ code: 0 });
  expect(await runCommand('backup', env, place.pathOf('other'), '--keys', ELSEWHERE)).toMatchObject({
    code: 0,
  });
});

afterAll(async () => {
  place.remove();
  await Promise.all([source.drop(), target.drop()]);
});

beforeEach(() => {
  for (const folder of [BAD, BAD_KEYS]) rmSync(folder, { recursive: true, force: true });
  cpSync(GOOD, BAD, { recursive: true });
  cpSync(KEYS, BAD_KEYS, { recursive: true });
});

function changeByte(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

type Folders = [log: string, keys: KeysChoice];
/** Backup and keys are the damaged ones where no others are named. */
type Case = [name: string, damage: () => void, line: RegExp, folders?: Folders];

const DAMAGED: Folders = [BAD, BAD_KEYS];
const LOG = join(BAD, 'event_log.copy.gz');
const MANIFEST = join(BAD, 'manifest.json');
const change = (fields: object) => editManifest(BAD, (manifest) => Object.assign(manifest, fields));
const CASES: Case[] = [
  ['a log with one flipped bit', () => changeByte(LOG), /event_log\.copy\.gz の内容が記録と違います/],
  [
    'a log that is cut off',
    () => truncateSync(LOG, statSync(LOG).size - 9),
    /event_log\.copy\.gz の大きさが記録と違います/,
  ],
  [
    'keys with one flipped bit',
    () => changeByte(join(BAD_KEYS, 'encryption_keys.copy.gz')),
    /encryption_keys\.copy\.gz の内容が記録と違います/,
  ],
  [
    'a missing file',
    () => rmSync(join(BAD, 'log_head.copy.gz')),
    /log_head\.copy\.gz がありません。バックアップが欠けています/,
  ],
  ['keys that were not given', () => {}, /鍵のフォルダー .*keys がありません。--keys/, [BAD, null]],
  [
    'keys that are nowhere',
    () => rmSync(BAD_KEYS, { recursive: true }),
    /bad-keys はバックアップではありません/,
  ],
  ['keys of another backup', () => {}, /other-keys は別のバックアップの鍵です/, [BAD, ELSEWHERE]],
  ['keys in the place of the log', () => {}, /は鍵のフォルダーです/, [BAD_KEYS, BAD_KEYS]],
  ['the log in the place of keys', () => {}, /は鍵のフォルダーではありません/, [BAD, BAD]],
  ['a manifest that is cut off', () => truncateSync(MANIFEST, 200), /manifest\.json を読み取れません/],
  [
    'a manifest that names a file elsewhere',
    () =>
      editManifest(BAD, ({ files }) => {
        Object.assign((files as object[])[0] as object, { name: '../good/event_log.copy.gz' });
      }),
    /manifest\.json を読み取れません/,
  ],
  [
    'a newer form',
    () => change({ format: 2, more: 'than we know' }),
    /より新しいバージョンで作られたバックアップです\(形式 2\)/,
  ],
  [
    'a newer version of the product',
    () => change({ migration: '9999-new', product_version: '9.1' }),
    /より新しいバージョン\(9\.1\)のバックアップです/,
  ],
  [
    'a log whose end differs from its manifest',
    () => change({ head_hash: '0'.repeat(64) }),
    /^ログの末尾がバックアップの記録と一致しません。/,
  ],
  ['a folder that is none', () => {}, /はバックアップではありません/, [place.pathOf('nothing'), 'none']],
];

/** The message with which a restore into the target is refused. */
async function refusal(url: string, [log, keys]: Folders): Promise<string> {
  try {
    await restoreBackup(url, await openBackup(log, keys), () => undefined);
    return 'restored';
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return error.message;
  }
}

describe('a restore refuses, with one line and nothing written', () => {
  test.each(CASES)('%s', async (_, damage, line, folders = DAMAGED) => {
    damage();
    const message = await refusal(target.url, folders);
    expect(message).toMatch(line);
    expect(message).not.toContain('\n');
    expect(await tablesOf(target.url)).toEqual([]);
  });

  test('on the command line as well', async () => {
    changeByte(LOG);
    const env = { DATABASE_URL: target.url };
    const { code, lines } = await runCommand('restore', env, BAD, '--keys', BAD_KEYS);
    const refused = lines.filter((text) => text !== 'バックアップのファイルを確かめています…');
    expect(refused).toEqual([expect.stringMatching(/event_log\.copy\.gz の内容が記録と違います/)]);
    expect(code).toBe(1);
    expect((await runCommand('restore', env)).lines).toEqual([
      expect.stringMatching(/^使い方: npm run restore/),
    ]);
    expect(await tablesOf(target.url)).toEqual([]);
  });

  test('a database that is not empty', async () => {
    const other = await createTestDatabase();
    expect(await refusal(other.url, DAMAGED)).toMatch(/^復元先のデータベースは空ではありません/);
    await other.drop();
  });
});

describe('a backup refuses', () => {
  test('a folder that holds something, and leaves it as it is', async () => {
    const before = filesIn(GOOD);
    const refused = await runCommand('backup', { DATABASE_URL: source.url }, GOOD);
    expect(refused).toMatchObject({ code: 1, lines: [expect.stringMatching(/good は空ではありません/)] });
    expect(filesIn(GOOD)).toEqual(before);
  });

  test('keys inside the folder of the log, other than by itself', async () => {
    const folder = place.pathOf('inside');
    const args = [folder, '--keys', join(folder, 'k')];
    const refused = await runCommand('backup', { DATABASE_URL: source.url }, ...args);
    expect(refused).toMatchObject({ code: 1, lines: [expect.stringMatching(/^--keys には/)] });
    expect(filesIn(folder)).toEqual([]);
  });

  test('a database with nothing in it', async () => {
    const refused = await runCommand('backup', { DATABASE_URL: target.url }, place.pathOf('empty'));
    const lines = ['このデータベースには、バックアップするものがまだありません。'];
    expect(refused).toMatchObject({ code: 1, lines });
    expect([...filesIn(place.pathOf('empty')), ...filesIn(place.pathOf('empty.unfinished'))]).toEqual([]);
  });
});
