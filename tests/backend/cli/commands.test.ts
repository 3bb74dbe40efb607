import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { channelFile, channelRow, goodRows } from '#tests/support/channel-file.js';
import type { TestDatabase } from '#tests/support/database.js';
import { createHotelDatabase } from '#tests/support/hotel.js';
import { LONG_MS } from '#tests/support/limits.js';
import { rawQuery, storedStates, tamper } from '#tests/support/log-rows.js';
import { runCommand } from '#tests/support/server.js';
import { temporaryFolder } from '#tests/support/temporary-file.js';

// Each command is a process of its own.
jest.setTimeout(LONG_MS);

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDatabase;

beforeEach(async () => {
  folder = temporaryFolder();
  database = await createHotelDatabase();
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

const run = (program: string, ...args: string[]) =>
  runCommand(program, { DATABASE_URL: database.url, EVIDENCE_DIR: folder.pathOf('evidence') }, ...args);

const head = async () => {
  const [row] = await rawQuery(database.url, 'select position, hash from log_head');
  return { position: Number(row?.position), hash: row?.hash?.slice(2) };
};
const refused = (line: RegExp) => ({ code: 1, lines: [expect.stringMatching(line)] });

function fileOf(name: string, bytes: Uint8Array): string {
  writeFileSync(folder.pathOf(name), bytes);
  return folder.pathOf(name);
}
function mixedFile(name: string): string {
  const [first, second] = goodRows(2, name);
  const rows = [channelRow({ ...first }), channelRow({ ...second, 部屋記号: 'XX', 部屋名称: '離れ' })];
  return fileOf(`${name}.csv`, channelFile(rows));
}

describe('npm run import-csv', () => {
  const COUNTS = '2 行: 新規 1、変更 0、取消 0、変更なし 0、旧版 0、失敗 1';

  test('imports a file and prints the counts, and the failed rows with their reasons', async () => {
    const { code, lines } = await run('import-csv', mixedFile('手間いらず'));
    expect(code).toBe(0);
    for (const line of ['取り込み中: 2 / 2 行', '取り込みました。', COUNTS]) expect(lines).toContain(line);
    expect(lines.at(-1)).toMatch(/^ {2}3 行目: 部屋タイプ未定義/);
    expect(lines.join('\n')).not.toMatch(/髙橋|タカハシ|090-/);
  });

  test('only tries with --dry-run', async () => {
    const before = await head();
    const { code, lines } = await run('import-csv', '--dry-run', mixedFile('B'));
    expect(code).toBe(0);
    for (const line of ['試しに取り込みました。何も変更していません。', COUNTS])
      expect(lines).toContain(line);
    expect(await head()).toEqual(before);
  });

  test('refuses with one line what it cannot take in', async () => {
    const before = await head();
    const ends = await Promise.all([
      run('import-csv', fileOf('bad.csv', Buffer.from('a,b\r\n'))),
      run('import-csv', '/nonexistent/a.csv'),
      run('import-csv', '--force', 'a.csv'),
    ]);
    const lines = [
      /^ファイルに必要な列がありません/,
      /ファイル .* がありません/,
      /^使い方: npm run import-csv/,
    ];
    expect(ends).toEqual(lines.map(refused));
    expect(await head()).toEqual(before);
  });
});

describe('npm run admin-code', () => {
  const admins = async () =>
    (await storedStates<{ role: string }>(database.url, 'staff')).filter(({ role }) => role === 'admin');

  test('makes an admin once, and prints another code whenever it is asked', async () => {
    const first = await run('admin-code', 'Yamada', '山田 花子');
    expect(first.code).toBe(0);
    expect(first.lines[0]).toMatch(/^ワンタイムコード: ([A-Z2-9]{4}-){2}[A-Z2-9]{4}$/);
    expect(first.lines[1]).toMatch(/まで一度だけ使えます。/);
    const again = await run('admin-code', 'yamada');
    expect(again.code).toBe(0);
    expect(again.lines[0]).not.toBe(first.lines[0]);
    expect(await admins()).toMatchObject([{ name: '山田 花子', role: 'admin', loginName: 'yamada' }]);
  });

  test('says in one line what is wrong, and makes nobody', async () => {
    const before = await admins();
    expect(await Promise.all([run('admin-code', 'a', 'b', 'c'), run('admin-code', '山田')])).toEqual([
      refused(/^使い方: npm run admin-code -- ログイン名 \[氏名\]$/),
      refused(/^ログイン名は半角の英数字と \. _ - で入力してください。$/),
    ]);
    expect(await admins()).toEqual(before);
  });
});

describe('npm run backup -- --unstored', () => {
  const recorded = () => rawQuery(database.url, 'select position from backups');

  test('is recorded once npm run backup-stored says that the copy has left the machine, and only whole', async () => {
    const place = folder.pathOf('backup');
    expect((await run('backup', place, '--keys', folder.pathOf('keys'), '--unstored')).code).toBe(0);
    expect(await recorded()).toEqual([]);
    const { position } = await head();
    for (let time = 0; time < 2; time += 1) {
      expect((await run('backup-stored', place)).code).toBe(0);
      expect(await recorded()).toEqual([{ position: String(position) }]);
    }
    await rawQuery(database.url, 'delete from backups');
    writeFileSync(join(place, 'log_head.copy.gz'), 'damaged');
    expect((await run('backup-stored', place)).code).toBe(1);
    expect(await recorded()).toEqual([]);
  });
});

describe('npm run checkpoint and npm run verify', () => {
  const TITLES =
    '書き換えの防止 署名 連番 ハッシュの連鎖 版の連続 時刻の順序 チェックポイントとの一致 末尾 ログID 日締めの再計算 宿泊税の再計算 書類の再計算'.split(
      ' ',
    );

  test('verify without a checkpoint says what cannot be found then', async () => {
    const { code, lines } = await run('verify');
    expect(lines).toContainEqual(expect.stringMatching(/^注意 {3}署名: チェックポイントがまだない/));
    expect(code).toBe(0);
  });

  test('checkpoint signs where the log stands, verify passes check by check, with how far and fast it is', async () => {
    const { position, hash } = await head();
    const signed = await run('checkpoint');
    const found = new RegExp(`^位置 ${position} のチェックポイントがあります`);
    expect(signed.lines).toContainEqual(expect.stringMatching(found));
    for (const line of [`ハッシュ: ${hash}`, `フォルダー: ${folder.pathOf('evidence')}`])
      expect(signed.lines).toContain(line);
    expect(signed.code).toBe(0);
    const { code, lines } = await run('verify');
    const progress = /^検証中: 100% (\S+) \/ \1 件 \(毎秒 \S+ 件、残り約 0 秒\)$/;
    for (const line of [progress, ...TITLES.map((title) => new RegExp(`^合格 {3}${title}: `))])
      expect(lines).toContainEqual(expect.stringMatching(line));
    expect([code, ...lines.slice(-3)]).toEqual([
      0,
      `情報   範囲: 位置 ${position} までは署名されたチェックポイントと比べました。署名のない記録はありません。`,
      expect.stringMatching(/^情報 {3}限界: データベースと証跡フォルダーの両方を/),
      '判定: 合格',
    ]);
  });

  test('without the evidence folder of a signed log, verify passes no verdict and checkpoint begins no second key', async () => {
    expect((await run('checkpoint')).code).toBe(0);
    const elsewhere = { DATABASE_URL: database.url, DATA_DIR: folder.pathOf('data') };
    const verified = await runCommand('verify', elsewhere);
    expect(verified).toEqual(refused(/EVIDENCE_DIR がありません。サーバーと同じフォルダーを指定/));
    const signed = await runCommand('checkpoint', elsewhere);
    expect(signed.code).toBe(1);
    expect(signed.lines.at(-1)).toMatch(/このログには鍵 [0-9a-f]{16} で署名した/);
    expect(existsSync(folder.pathOf('data/evidence/private-key.pem'))).toBe(false);
    expect((await run('verify')).lines).toContain('判定: 合格');
  });

  test('verify ends with 1 when the evidence of a log is gone', async () => {
    expect((await run('checkpoint')).code).toBe(0);
    renameSync(folder.pathOf('evidence'), folder.pathOf('away'));
    const { code, lines } = await run('verify');
    expect(lines).toContainEqual(
      expect.stringMatching(/^不合格 署名: このログに署名した.*証跡フォルダーにありません。/),
    );
    expect([code, lines.at(-1)]).toEqual([1, '判定: 不合格']);
  });

  test('both end with 1 and name the first bad position of a log that was tampered with', async () => {
    const { position } = await head();
    const bad = (await run('import-csv', mixedFile('B'))).code === 0 ? position + 1 : 0;
    await tamper(database.url, `update event_log set terminal = 'x' where position = ${bad}`);
    const fault = `位置 ${bad}: イベントの内容がハッシュの連鎖と一致しません。`;
    const verified = await run('verify');
    expect(verified.lines).toContain(`不合格 ハッシュの連鎖: ${fault}`);
    expect([verified.code, verified.lines.at(-1)]).toEqual([1, '判定: 不合格']);
    const unsigned = await run('checkpoint');
    expect([unsigned.code, unsigned.lines.at(-1)]).toEqual([1, fault]);
  });
});
