import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importsOf } from '../../support/api-client.js';
import { channelFile, channelRow, goodRows } from '../../support/channel-file.js';
import type { TestDatabase } from '../../support/database.js';
import { createHotelDatabase } from '../../support/hotel.js';
import { newDataFolder, removeDataFolder } from '../../support/launched-postgres.js';
import { rawQuery } from '../../support/log-rows.js';
import { launch, spawnServer } from '../../support/server.js';

const folder = mkdtempSync(join(tmpdir(), 'hotel-command-test-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createHotelDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The output and exit code of the command. */
async function importCsv(env: Record<string, string>, ...args: string[]) {
  const started = launch(env, 'import-csv', ...args);
  const code = await started.ended;
  return { code, lines: started.output().trim().split('\n') };
}

function fileOf(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

function mixedFile(prefix: string): Buffer {
  const [first, second] = goodRows(2, prefix);
  return channelFile([channelRow({ ...first }), channelRow({ ...second, 部屋記号: 'XX', 部屋名称: '離れ' })]);
}

describe('import-csv without a server', () => {
  const here = () => ({ DATABASE_URL: database.url });
  const position = async () => (await rawQuery(database.url, 'select position from log_head'))[0]?.position;

  test('imports a file and prints the counts, and the failed rows with their reasons', async () => {
    const { code, lines } = await importCsv(here(), fileOf('手間いらず.csv', mixedFile('A')));
    expect(code).toBe(0);
    expect(lines).toContain('取り込みました。');
    expect(lines).toContain('2 行: 新規 1、変更 0、取消 0、変更なし 0、旧版 0、失敗 1');
    expect(lines.at(-1)).toMatch(/^ {2}3 行目: 部屋タイプ未定義/);
    expect(lines).toContainEqual(expect.stringMatching(/^取り込み中: 2 \/ 2 行$/));
    expect(lines.join('\n')).not.toMatch(/髙橋|タカハシ|090-/);
  });

  test('only tries with --dry-run', async () => {
    const before = await position();
    const { code, lines } = await importCsv(here(), '--dry-run', fileOf('b.csv', mixedFile('B')));
    expect(code).toBe(0);
    expect(lines).toContain('試しに取り込みました。何も変更していません。');
    expect(lines).toContain('2 行: 新規 1、変更 0、取消 0、変更なし 0、旧版 0、失敗 1');
    expect(await position()).toBe(before);
  });

  test('refuses with one line what it cannot take in', async () => {
    const before = await position();
    const usage = expect.stringMatching(/^使い方: npm run import-csv/);
    const refused: Record<string, [string[], unknown]> = {
      'a file that is refused whole': [
        [fileOf('bad.csv', Buffer.from('a,b\r\n'))],
        expect.stringMatching(/^ファイルに必要な列がありません/),
      ],
      'a file that is too large': [
        [fileOf('big.csv', Buffer.alloc(40 * 1024 * 1024 + 1, 'a'))],
        expect.stringMatching(/40MB/),
      ],
      'a file that does not exist': [
        ['/nonexistent/a.csv'],
        expect.stringMatching(/ファイル .* がありません/),
      ],
      'no file': [[], usage],
      'an unknown option': [['--force', 'a.csv'], usage],
    };
    const ends = Object.entries(refused).map(async ([what, [args]]) => [
      what,
      await importCsv(here(), ...args),
    ]);
    expect(Object.fromEntries(await Promise.all(ends))).toEqual(
      Object.fromEntries(
        Object.entries(refused).map(([what, [, line]]) => [what, { code: 1, lines: [line] }]),
      ),
    );
    expect(await position()).toBe(before);
  });
});

test('import-csv works beside a server with its own database, and on its folder when it has ended', async () => {
  const DATA_DIR = newDataFolder();
  const server = await spawnServer({ PORT: '0', DATA_DIR, SAMPLE_DATA: '0' });
  const beside = await importCsv({ DATA_DIR }, fileOf('d.csv', mixedFile('D')));
  expect(beside.lines).toContain('取り込みました。');
  expect(await importsOf(server.url)).toMatchObject([
    { file_name: 'd.csv', terminal: 'コマンド', status: 'done', new: 0, failed: 2 },
  ]);
  await server.close();
  const alone = await importCsv({ DATA_DIR }, fileOf('d.csv', mixedFile('D')));
  expect(alone.code).toBe(0);
  expect(alone.lines).toContain('2 行: 新規 0、変更 0、取消 0、変更なし 2、旧版 0、失敗 0');
  await removeDataFolder(DATA_DIR);
});
