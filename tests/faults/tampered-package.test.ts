import { day } from '@domain/dates.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { downloadPackage, type PackageFiles, UnpackedPackage } from '../support/evidence-package.js';
import { recordTrial } from '../support/records.js';
import { startTestServer } from '../support/server.js';
import { amendUnchecked, bookUnchecked, openNode, recordWeather } from '../support/store-node.js';
import { byteChange, forgedAt, linesOf, logOf, packageLog } from '../support/tampered-package.js';
import { anyChange } from '../support/tampering.js';
import { timesOf } from '../support/trial-size.js';

const CHECKPOINTS = [4, 8, 12];
const CHANGES = timesOf(40, 500);
const TIME_LIMIT_MS = timesOf(120_000, 900_000);

let files: PackageFiles;
/** The same hotel's package, signed with another key. */
let foreign: PackageFiles;
let unpacked: UnpackedPackage;

async function writeAndPack(): Promise<PackageFiles[]> {
  const server = await startTestServer();
  const node = openNode(server.databaseUrl);
  const { id } = await node.store.execute(bookUnchecked('1001', '2026-11-01', '2026-11-02'));
  for (let event = 1; event < 12; event += 1) {
    if (event % 4 === 0) await fetch(`${server.url}/api/checkpoints`, { method: 'POST' });
    if (event % 2 === 0) await node.store.execute(recordWeather(day('2026-11-01'), `晴${event}`));
    else await node.store.execute(amendUnchecked({ [id]: { roomNumber: String(1001 + event) } }));
  }
  const packed = await downloadPackage(server.url);
  const other = await startTestServer({
    databaseUrl: server.databaseUrl,
    env: { EVIDENCE_DIR: unpacked.pathOf('other-key') },
  });
  const packedByOther = await downloadPackage(other.url);
  await other.stop();
  await node.close();
  await server.stop();
  return [packed, packedByOther];
}

beforeAll(async () => {
  unpacked = new UnpackedPackage(new Map());
  [files = new Map(), foreign = new Map()] = await writeAndPack();
});

afterEach(() => {
  for (const [name, bytes] of files) unpacked.put(name, bytes);
});

afterAll(() => unpacked.remove());

const verdictOf = async (...args: string[]) => (await unpacked.verify(...args)).lines.at(-1);
const shown = (position: number) => position.toLocaleString('ja-JP');

describe('the program of a package', () => {
  test('passes what it came with', async () => {
    for (const [name, bytes] of files) unpacked.put(name, bytes);
    expect(await unpacked.verify()).toMatchObject({ code: 0 });
    expect(await verdictOf()).toBe('判定: 合格');
  });

  test(
    'finds every random change of the log, and names the first bad position',
    async () => {
      const log = logOf(files);
      const changes = anyChange(log).filter(({ name }) => name !== 'the head row');
      await fc.assert(
        fc.asyncProperty(changes, async ({ log: { rows }, exact, around = 0 }) => {
          unpacked.put('log.ndjson', packageLog(rows));
          const { code, lines } = await unpacked.verify();
          expect(code).toBe(1);
          if (exact !== undefined) {
            expect(lines.at(-1)).toBe(`判定: 不合格 位置 ${shown(exact)}`);
            return;
          }
          const [, from, to = from] = /位置 (\d+)(?:〜(\d+))?$/.exec(lines.at(-1) ?? '') ?? [];
          const first = Math.max(0, ...CHECKPOINTS.filter((position) => position < around)) + 1;
          const last = CHECKPOINTS.find((position) => position >= around) ?? Number.POSITIVE_INFINITY;
          expect(Number(from)).toBeGreaterThanOrEqual(first);
          expect(Number(to)).toBeLessThanOrEqual(last);
        }),
        { numRuns: CHANGES },
      );
    },
    TIME_LIMIT_MS,
  );

  test(
    'finds every random change of a byte, in whatever file',
    async () => {
      await fc.assert(
        fc.asyncProperty(byteChange(files), async ({ name, bytes }) => {
          fc.pre(!bytes.equals(files.get(name) ?? Buffer.alloc(0)));
          for (const [each, whole] of files) unpacked.put(each, each === name ? bytes : whole);
          const { code, lines } = await unpacked.verify();
          expect(lines.at(-1)).toMatch(/^判定: 不合格/);
          expect(code).toBe(1);
        }),
        { numRuns: CHANGES },
      );
      const what = 'a tampered evidence package: rejected by the program that comes with it';
      recordTrial({ part: 'faults', what, tried: 2 * CHANGES, wrong: 0 });
    },
    TIME_LIMIT_MS,
  );

  test('finds a chain computed anew, between the checkpoints around it', async () => {
    unpacked.put('log.ndjson', packageLog(forgedAt(logOf(files), 6)));
    const { lines } = await unpacked.verify();
    expect(lines).toContain('不合格 チェックポイントとの一致: 位置 5〜8: 署名されたハッシュと違います。');
    expect(lines.at(-1)).toBe('判定: 不合格 位置 5〜8');
  });

  test('tells which events no checkpoint covers', async () => {
    const [first = '', second = ''] = linesOf(files, 'checkpoints.ndjson');
    unpacked.put('checkpoints.ndjson', `${first}\n${second}\n`);
    const { lines } = await unpacked.verify();
    expect(lines).toContain('注意   末尾: 位置 9〜12 は署名の対象外です。');
  });

  test('holds a package made anew with another key against checkpoints from before', async () => {
    for (const [name, bytes] of foreign) unpacked.put(name, bytes);
    expect(await verdictOf()).toBe('判定: 合格');
    unpacked.put('2026-10.ndjson', files.get('checkpoints.ndjson') ?? '');
    const { code, lines } = await unpacked.verify('2026-10.ndjson');
    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/^不合格 署名: 位置 4: /));
  });

  test('says which file is missing', async () => {
    const alone = new UnpackedPackage(new Map([...files].filter(([name]) => name !== 'log.ndjson')));
    const { code, lines } = await alone.verify();
    alone.remove();
    expect(code).toBe(2);
    expect(lines).toEqual([expect.stringMatching(/log\.ndjson がありません。$/)]);
  });
});
