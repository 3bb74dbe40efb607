import { undecidedColumns } from '@domain/move-in/column-looks.js';
import { MOVE_IN_FIELDS } from '@domain/move-in/move-in-fields.js';
import { expect } from '@jest/globals';
import { decodeMapping, type MoveInFile, type MoveInRows } from '@wire/move-in.js';
import fc from 'fast-check';
import { apiClient } from '#tests/support/api-client.js';
import { csvOf, endOfRun, uploadMoveIn } from '#tests/support/move-in.js';
import { expectErrorShape } from '#tests/support/refusal.js';
import { seed, timesOf } from '#tests/support/trial-size.js';
import { fault, inHotels } from '../harness.js';

const FILES = timesOf(40, 10_000, 6);

const LABELS = Object.values(MOVE_IN_FIELDS);
const PLAIN = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数'];
// biome-ignore format: read as a list
const CELLS = [
  '', '2096/1/10', '2096年2月30日', '令和78年1月10日', '1/10', '0', '1', '3', '-1', '1e9', '999999999', '¥9,800', "'=1+1",
  '1001', '０９０１', '9999', '1001,901', '1001・902', '901/902', '2室', '男1女1', '女性1名', '大人2小人1', '2名(男1女1)', '合計', '総合計：',
  '26/12/03', '96/1/10', '¥0', '12,000円(税込)', '窓側をご希望です', '現金', '山田太郎', '一', '済', 'キャンセル', 'チェックアウト済', '\0', '"', ',', '\t', '\u202e', '\ud800',
  'あ'.repeat(3_000), '2096/1/10〜2096/1/12', '25:10', '男', 'x@y.jp',
];
/** Words of headers that other systems use beside the fields' own. */
const OTHER_HEADERS = [
  ...[
    '宿泊料',
    '室料',
    '利用料',
    '宿泊代',
    '1泊料金',
    '前受金',
    '消費税',
    '摘要',
    'コメント',
    'メモ',
    '内訳',
    '人数内訳',
  ],
  ...['姓', '名', '姓カナ', '名カナ', '決済', '室数', '部屋数', '子供人数計', '料金合計額', 'X'],
];
const oddCell = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom(...CELLS));
const header = fc.oneof(
  fc.constant(PLAIN),
  fc
    .uniqueArray(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 12 })
    .map((labels) => [...PLAIN, ...labels.filter((label) => !PLAIN.includes(label))]),
  fc
    .uniqueArray(fc.constantFrom(...OTHER_HEADERS), { minLength: 1, maxLength: 6 })
    .map((names) => [...PLAIN, ...names]),
  fc.array(fc.oneof(oddCell, fc.constantFrom(...LABELS)), { maxLength: 8 }),
);
/** A row that fits or nearly does, beside rows of anything. */
const nearlyGood = fc
  .tuple(
    fc.nat(999),
    fc.nat(27),
    fc.constantFrom('1001', '０９０１', '613号室', '9999', '1002・1003', '601,602'),
    fc.array(fc.oneof(oddCell, fc.constantFrom('¥9,800', '8000', '男1', '2室', '')), { maxLength: 6 }),
  )
  .map(([number, night, room, more]) => [
    ...[`F${number}`, '山田 太郎 様', room, `2096/2/${night + 1}`, '1泊'],
    ...more,
  ]);
const anyRow = fc.array(oddCell, { maxLength: 16 });
const rowsFile = fc
  .tuple(
    header,
    fc.array(fc.oneof(nearlyGood, anyRow), { minLength: 1, maxLength: 12 }),
    fc.constantFrom(',', '\t', ';'),
  )
  .map(([columns, rows, delimiter]) => Buffer.from(csvOf([columns, ...rows], delimiter)));
/** A file in which a few bytes were lost, doubled or changed. */
const brokenFile = fc
  .tuple(rowsFile, fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { minLength: 1, maxLength: 4 }))
  .map(([bytes, breaks]) => {
    let broken = bytes;
    for (const [place, byte, kind] of breaks) {
      const at = place % Math.max(1, broken.length);
      const middle = kind === 0 ? [] : kind === 1 ? [byte] : [byte, broken[at] ?? 0];
      broken = Buffer.concat([broken.subarray(0, at), Buffer.from(middle), broken.subarray(at + 1)]);
    }
    return broken;
  });
const anyFile = fc.oneof({ weight: 3, arbitrary: rowsFile }, { weight: 1, arbitrary: brokenFile });
const counts = { taken: 0, refused: 0, undecided: 0, rows: 0, moved: 0, changed: 0, taken_back: 0, kept: 0 };

async function takesOrRefuses(url: string, bytes: Buffer): Promise<void> {
  const api = apiClient(url);
  const upload = await uploadMoveIn(url, bytes);
  if (upload.status !== 201) {
    expect(upload.status).toBe(422);
    expectErrorShape(upload);
    counts.refused += 1;
    return;
  }
  const { id, past, system, header: columns, looks, rows } = upload.body;
  expect([upload.body.mapping.length, looks.length]).toEqual([columns.length, columns.length]);
  const undecided = undecidedColumns(decodeMapping(upload.body.mapping), looks);
  if (undecided.length > 0) {
    const asked = await api.post(`/api/move-in/files/${id}/runs`, {
      ...{ mapping: upload.body.mapping, past, system, dry_run: 0 },
    });
    expect(asked.status).toBe(422);
    counts.undecided += 1;
  }
  const mapping = upload.body.mapping.map((field, column) =>
    undecided.includes(column) ? (column % 2 === 0 ? 'left_out' : 'notes') : field,
  );
  const run = async (dry_run: 0 | 1): Promise<MoveInFile | null> => {
    const started = await api.post(`/api/move-in/files/${id}/runs`, { mapping, past, system, dry_run });
    if (started.status === 202) return endOfRun(api, id);
    expect(started.status).toBe(422);
    expectErrorShape(started);
    return null;
  };
  const tried = await run(1);
  counts.taken += 1;
  if (!tried) return;
  const { new: fits, changed, existing, skipped, failed, money } = tried;
  expect(fits + changed + existing + skipped + failed).toBe(rows);
  const done = await run(0);
  // What was tried is what comes of it, and every row is told of once, with a reason where it has not become a booking.
  expect(done).toMatchObject({
    new: fits,
    changed,
    existing,
    skipped,
    failed,
    moved: fits + changed + existing,
  });
  // Not a yen is lost between the file and its bookings.
  expect(done?.money).toEqual({ ...money, booked: money?.new });
  const { body: told } = await api.get<MoveInRows>(`/api/move-in/files/${id}/rows`);
  expect(new Set(told.rows.map(({ line }) => line)).size).toBe(rows);
  for (const { outcome, faults, booking_id } of told.rows) {
    expect([outcome, faults.length > 0, booking_id !== null]).toEqual([
      outcome,
      outcome === 'failed',
      ['new', 'changed', 'existing'].includes(outcome),
    ]);
    expect(faults.map(({ code }) => code)).not.toContain('unexpected');
  }
  counts.rows += rows;
  counts.moved += fits;
  counts.changed += changed;
  if (id % 4 === 0 && fits > 0) await takenBack(url, id, fits);
}

/** Takes a file back: each of its bookings is cancelled, or kept because a later file corrected it. */
async function takenBack(url: string, id: number, fits: number): Promise<void> {
  const api = apiClient(url);
  expect((await api.post(`/api/move-in/files/${id}/take-back`, {})).status).toBe(202);
  const { taken_back, kept, total } = await endOfRun(api, id);
  expect([total, taken_back + kept]).toEqual([fits, fits]);
  counts.taken_back += taken_back;
  counts.kept += kept;
}

fault(
  'move-in-files',
  'generated files of other systems are moved in with every row told of, or refused whole',
  async (world) => {
    await inHotels(world, FILES, async ({ url }, _own, from, numRuns) => {
      const property = fc.asyncProperty(anyFile, async (bytes) => {
        world.struck += 1;
        await takesOrRefuses(url, bytes).catch((cause) => {
          const shown = bytes.subarray(0, 3_000).toString('base64');
          throw new Error(`${cause.message}\nprintf %s '${shown}' | base64 -d > file.csv`, { cause });
        });
      });
      await fc.assert(property, { seed: seed + from, numRuns });
    });
    expect(counts.taken).toBeGreaterThan(0);
    world.figures = counts;
  },
);
