import { readFileSync } from 'node:fs';
import { day } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeLargeFile } from '../../support/large-channel-file.js';
import { temporaryFolder } from '../../support/temporary-file.js';
import { channelFileRows } from './channel-file-rows.js';

const ROWS = 2_000;
const FIRST = day('2026-11-21');
let folder: ReturnType<typeof temporaryFolder>;

beforeAll(() => {
  folder = temporaryFolder();
});

afterAll(() => folder.remove());

async function written(name: string, seed: number): Promise<string> {
  await writeLargeFile(folder.pathOf(name), { rows: ROWS, firstDay: FIRST, seed });
  return folder.pathOf(name);
}

describe('a large file', () => {
  it('is the same for the same seed', async () => {
    const [a, b, c] = [await written('a', 1), await written('b', 1), await written('c', 2)].map((path) =>
      readFileSync(path, 'utf8'),
    );
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });

  it('has good rows, each change and cancel after its reservation and newer', async () => {
    const rows = await channelFileRows(await written('d', 3));
    expect(rows).toHaveLength(ROWS);
    const revisions = new Map<string, string>();
    const kinds = { 予約: 0, 予約変更: 0, キャンセル: 0 };
    for (const { reservation } of rows) {
      const { bookingNumber, kind, revision, fault, rooms } = reservation;
      expect([fault, ...rooms.map((room) => room.fault)]).toEqual([null, null]);
      kinds[kind] += 1;
      expect(revisions.get(bookingNumber) ?? (kind === '予約' ? '' : 'known') < revision).toBeTruthy();
      revisions.set(bookingNumber, kind === 'キャンセル' ? 'z' : revision);
    }
    expect(kinds.予約 / ROWS).toBeCloseTo(0.85, 1);
    expect(kinds.予約変更).toBeGreaterThan(100);
    expect(kinds.キャンセル).toBeGreaterThan(100);
  });
});
