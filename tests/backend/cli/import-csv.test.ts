import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { channelFile, channelRow, goodRows } from '../../support/channel-file.js';
import type { TestDatabase } from '../../support/database.js';
import { createHotelDatabase } from '../../support/hotel.js';
import { rawQuery } from '../../support/log-rows.js';
import { launch } from '../../support/server.js';

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
    const refused: [string[], RegExp][] = [
      [[fileOf('bad.csv', Buffer.from('a,b\r\n'))], /^ファイルに必要な列がありません/],
      [['/nonexistent/a.csv'], /ファイル .* がありません/],
      [['--force', 'a.csv'], /^使い方: npm run import-csv/],
    ];
    const ends = await Promise.all(refused.map(([args]) => importCsv(here(), ...args)));
    expect(ends).toEqual(refused.map(([, line]) => ({ code: 1, lines: [expect.stringMatching(line)] })));
    expect(await position()).toBe(before);
  });
});
