import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { downloadPackage, type PackageFiles, UnpackedPackage } from '../../support/evidence-package.js';
import { rawLog } from '../../support/log-rows.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { amendUnchecked, bookUnchecked, openNode, type StoreNode } from '../../support/store-node.js';

const GUEST = '証跡花子';
const CHECKED = [
  'ファイルの形式',
  '連番',
  'ハッシュの連鎖',
  '署名',
  'チェックポイントとの一致',
  '版の連続',
  '時刻の順序',
  '範囲の始点',
  '末尾',
  'ログID',
];

let server: TestServer;
let node: StoreNode;
let whole: PackageFiles;

const checkpoint = () => fetch(`${server.url}/api/checkpoints`, { method: 'POST' });
const book = (room: string) =>
  node.store.execute(
    bookUnchecked(room, '2026-11-10', '2026-11-12', { guestName1: GUEST, tel: '090-1234-5678' }),
  );
const textOf = (files: PackageFiles, name: string) => files.get(name)?.toString() ?? '';
const linesOf = (files: PackageFiles, name: string) => textOf(files, name).trim().split('\n');

beforeAll(async () => {
  server = await startTestServer();
  node = openNode(server.databaseUrl);
  const { id } = await book('1001');
  await book('1002');
  await checkpoint(); // 2
  for (const roomNumber of ['1003', '1004', '1005'])
    await node.store.execute(amendUnchecked({ [id]: { roomNumber } }));
  await checkpoint(); // 5
  await book('1006');
  whole = await downloadPackage(server.url); // 6
});

afterAll(async () => {
  await node.close();
  await server.stop();
});

describe('an evidence package', () => {
  test('holds the exact rows of the log, all checkpoints and the key', async () => {
    expect([...whole.keys()].sort()).toEqual(
      [
        'checkpoints.ndjson',
        'index.html',
        'log.ndjson',
        'manifest.json',
        'public-key.pem',
        'verify.mjs',
      ].sort(),
    );
    const rows = linesOf(whole, 'log.ndjson').map((line) => JSON.parse(line));
    const stored = await rawLog(server.databaseUrl);
    expect(rows.map(({ position, payload, hash }) => [String(position), payload, `\\x${hash}`])).toEqual(
      stored.map(({ position, payload, hash }) => [position, payload, hash]),
    );
    const positions = linesOf(whole, 'checkpoints.ndjson').map((line) => JSON.parse(line).position);
    expect(positions).toEqual([2, 5, 6]);
    const manifest = JSON.parse(textOf(whole, 'manifest.json'));
    expect(manifest).toMatchObject({
      from: 1,
      to: 6,
      events: 6,
      checkpoints: 3,
      previous_hash: '0'.repeat(64),
    });
    expect(manifest.product_version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('passes its own program, check by check, and shows the fingerprint of the key', async () => {
    const unpacked = new UnpackedPackage(whole);
    const { code, lines } = await unpacked.verify();
    unpacked.remove();
    expect(lines.slice(0, CHECKED.length).map((line) => line.split(':')[0])).toEqual(
      CHECKED.map((title) => `合格   ${title}`),
    );
    expect(lines.at(-2)).toMatch(/^情報 {3}鍵の指紋: ([0-9a-f]{4} ){15}[0-9a-f]{4}$/);
    expect(lines.at(-1)).toBe('判定: 合格');
    expect(code).toBe(0);
  });

  test('holds no name or number of a guest, only what is sealed', () => {
    for (const bytes of whole.values()) {
      expect(bytes.includes(GUEST)).toBe(false);
      expect(bytes.includes('090-1234-5678')).toBe(false);
    }
    expect(textOf(whole, 'log.ndjson')).toContain('personal');
  });

  test('comes with a program that is short and depends on nothing', () => {
    const program = textOf(whole, 'verify.mjs');
    expect(program.split('\n').length).toBeLessThan(250);
    expect([...program.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual([
      'node:crypto',
      'node:fs',
    ]);
    expect(program).not.toMatch(/\bimport\(|\brequire\(/);
    expect(textOf(whole, 'index.html')).not.toMatch(/https?:|checks\.mjs|\/\* (SCRIPT|STYLE)|POLICY/);
  });

  test.each([
    ['?from=4&to=4', 3, 5],
    ['?from=3', 3, 6],
    ['?from=2&to=2', 1, 2],
    ['?to=3', 1, 5],
    ['?from=6', 6, 6],
  ])('widens %s to the checkpoints around it and passes', async (query, from, to) => {
    const files = await downloadPackage(server.url, query);
    expect(JSON.parse(textOf(files, 'manifest.json'))).toMatchObject({ from, to });
    expect(linesOf(files, 'log.ndjson')).toHaveLength(to - from + 1);
    const unpacked = new UnpackedPackage(files);
    const { code, lines } = await unpacked.verify();
    unpacked.remove();
    expect(lines.filter((line) => line.startsWith('不合格'))).toEqual([]);
    expect(code).toBe(0);
    const versions = lines.find((line) => line.includes('版の連続'));
    expect(versions).toMatch(from === 1 ? /^合格/ : /^注意/);
  });

  test.each(['?from=0', '?from=x', '?from=1.5', '?from=7', '?to=7', '?from=3&to=2', '?to=-1'])(
    'is refused for %s',
    async (query) => {
      const response = await fetch(`${server.url}/api/evidence-package${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: expect.stringMatching(/位置/) });
    },
  );
});
