import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rawQuery, tamper } from '../../support/log-rows.js';
import { launch } from '../../support/server.js';
import { bookUnchecked, openNode, type StoreNode } from '../../support/store-node.js';

const EVIDENCE_DIR = mkdtempSync(join(tmpdir(), 'hotel-evidence-test-'));
const TITLES = [
  '署名',
  '連番',
  'ハッシュの連鎖',
  '版の連続',
  '時刻の順序',
  'チェックポイントとの一致',
  '末尾',
  'ログID',
];

let database: TestDatabase;
let node: StoreNode;

beforeAll(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  await book('1001');
  await book('1002');
});
afterAll(async () => {
  await node.close();
  await database.drop();
  rmSync(EVIDENCE_DIR, { recursive: true });
});

const book = (room: string) => node.store.execute(bookUnchecked(room, '2026-11-01', '2026-11-02'));

async function run(program: 'verify' | 'checkpoint') {
  const started = launch({ DATABASE_URL: database.url, EVIDENCE_DIR }, program);
  const code = await started.ended;
  return { code, lines: started.output().trim().split('\n') };
}

describe('npm run checkpoint and npm run verify', () => {
  test('verify without a checkpoint says what cannot be found then', async () => {
    const { code, lines } = await run('verify');
    expect(lines).toContainEqual(expect.stringMatching(/^注意 {3}署名: チェックポイントがまだない/));
    expect(code).toBe(0);
  });

  test('checkpoint signs where the log stands', async () => {
    const { code, lines } = await run('checkpoint');
    const [head] = await rawQuery(database.url, 'select hash from log_head');
    expect(lines).toContainEqual(expect.stringMatching(/^位置 2 のチェックポイントがあります/));
    expect(lines).toContain(`ハッシュ: ${head?.hash?.slice(2)}`);
    expect(lines).toContain(`フォルダー: ${EVIDENCE_DIR}`);
    expect(code).toBe(0);
  });

  test('verify passes check by check, with how far and how fast it is', async () => {
    await book('1003');
    const { code, lines } = await run('verify');
    expect(lines).toContainEqual(
      expect.stringMatching(/^検証中: 100% 3 \/ 3 件 \(毎秒 \d+ 件、残り約 0 秒\)$/),
    );
    for (const title of TITLES)
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^合格 {3}${title}: `)));
    expect(lines.at(-1)).toBe('判定: 合格');
    expect(code).toBe(0);
  });

  test('both end with 1 and name the first bad position of a log that was tampered with', async () => {
    await tamper(database.url, "update event_log set terminal = 'x' where position = 3");
    const verified = await run('verify');
    expect(verified.lines).toContain(
      '不合格 ハッシュの連鎖: 位置 3: イベントの内容がハッシュの連鎖と一致しません。',
    );
    expect(verified.lines.at(-1)).toBe('判定: 不合格');
    expect(verified.code).toBe(1);
    const refused = await run('checkpoint');
    expect(refused.lines.at(-1)).toBe('位置 3: イベントの内容がハッシュの連鎖と一致しません。');
    expect(refused.code).toBe(1);
  });
});
