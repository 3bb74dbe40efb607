import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  downloadPackage,
  linesOf,
  type PackageFiles,
  UnpackedPackage,
} from '#tests/support/evidence-package.js';
import { rawLog } from '#tests/support/log-rows.js';
import { sharedNodeOn, sharedServer } from '#tests/support/shared.js';
import { amendUnchecked, bookUnchecked } from '#tests/support/store-node.js';

const PUBLIC_KEY = generateKeyPairSync('ed25519')
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();
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
  '日締めの再計算',
  '宿泊税の再計算',
  '書類の再計算',
];

const server = sharedServer();
const node = sharedNodeOn(() => server.databaseUrl);
let whole: PackageFiles;

const checkpoint = () => fetch(`${server.url}/api/checkpoints`, { method: 'POST' });
const book = (room: string) =>
  node.store.execute(
    bookUnchecked(room, '2026-11-10', '2026-11-12', { guestName1: GUEST, tel: '090-1234-5678' }),
  );
/** Runs a package's own program on it, with other bytes in one of its files. */
async function verdictOn(files: PackageFiles, changed: [name: string, bytes: string][] = []) {
  const unpacked = new UnpackedPackage(files);
  for (const [name, bytes] of changed) unpacked.put(name, bytes);
  const verdict = await unpacked.verify();
  unpacked.remove();
  return verdict;
}
const textOf = (files: PackageFiles, name: string) => files.get(name)?.toString() ?? '';

beforeAll(async () => {
  const { id } = await book('1001');
  await book('1002');
  await checkpoint(); // 2
  for (const roomNumber of ['1003', '1004', '1005'])
    await node.store.execute(amendUnchecked({ [id]: { roomNumber } }));
  await checkpoint(); // 5
  await book('1006');
  whole = await downloadPackage(server.url); // 6
});

describe('an evidence package', () => {
  test('holds the exact rows of the log, all checkpoints and the key', async () => {
    const data = ['checkpoints.ndjson', 'index.html', 'log.ndjson', 'manifest.json'];
    expect([...whole.keys()].sort()).toEqual([...data, 'public-key.pem', 'verify.mjs']);
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
    const { code, lines } = await verdictOn(whole);
    expect(lines.slice(0, CHECKED.length).map((line) => line.split(':')[0])).toEqual(
      CHECKED.map((title) => `合格   ${title}`),
    );
    expect(lines.at(-2)).toMatch(/^情報 {3}鍵の指紋: ([0-9a-f]{4} ){15}[0-9a-f]{4}$/);
    expect(lines.at(-1)).toBe('判定: 合格');
    expect(code).toBe(0);
  });

  const inLog = (change: (line: string) => string) => () =>
    linesOf(whole, 'log.ndjson').map(change).join('\n');
  const changed = (name: string, from: RegExp, to: string) => () => textOf(whole, name).replace(from, to);

  test.each<[string, string, () => string, RegExp]>([
    [
      'a changed event',
      'log.ndjson',
      // A hash may hold the number by chance: only this event's line is changed.
      inLog((line) => (line.includes('"position":3,') ? line.replace('\\"1003\\"', '\\"1009\\"') : line)),
      /^判定: 不合格 位置 3$/,
    ],
    [
      'a missing event',
      'log.ndjson',
      inLog((line) => (line.includes('"position":4,') ? '' : line)),
      /^判定: 不合格 位置 4$/,
    ],
    [
      'a changed checkpoint',
      'checkpoints.ndjson',
      changed('checkpoints.ndjson', /"position":5/, '"position":4'),
      /^判定: 不合格/,
    ],
    [
      'another beginning',
      'manifest.json',
      changed('manifest.json', /"from": ?1/, '"from":2'),
      /^判定: 不合格/,
    ],
    ['another key', 'public-key.pem', () => PUBLIC_KEY, /^判定: 不合格/],
  ])('is refused by its program with %s', async (_, name, bytes, verdict) => {
    const { code, lines } = await verdictOn(whole, [[name, bytes()]]);
    expect(lines.at(-1)).toMatch(verdict);
    expect(code).toBe(1);
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
    expect(program.split('\n').length).toBeLessThan(1_400);
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
    const { code, lines } = await verdictOn(files);
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
