import type { ChannelReservation } from '@domain/auto-registration/channel-reservation.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChannelFile } from '../../../backend/auto-registration/file/read-channel-file.js';
import { SAMPLE_ROOMS } from '../../../backend/sample/rooms.js';
import {
  defineHotel,
  importRows,
  inFileOrder,
  storedBookings,
  storedRecords,
} from '../../support/channel-desk.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { openNode, type StoreNode } from '../../support/store-node.js';

const FOLDER = 'tests/support/channel-files';
let database: TestDatabase;
let node: StoreNode;

beforeAll(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  await defineHotel(node.store, SAMPLE_ROOMS);
});

afterAll(async () => {
  await node.close();
  await database.drop();
});

async function rowsOf(file: string): Promise<ChannelReservation[]> {
  const rows: ChannelReservation[] = [];
  for await (const row of readChannelFile(`${FOLDER}/${file}`, { timezone: 'Asia/Tokyo' }))
    rows.push(row.reservation);
  return rows;
}

describe('x', () => {
  it('prints', async () => {
    for (const file of ['temairazu_20261121090000.csv', 'temairazu_20261122090000_utf8.csv']) {
      const rows = inFileOrder(await rowsOf(file));
      const results = await importRows(node.store, rows);
      const counts: Record<string, number> = {};
      for (const result of results) counts[result.outcome] = (counts[result.outcome] ?? 0) + 1;
      console.log(
        file,
        rows.length,
        JSON.stringify(counts),
        JSON.stringify(
          results
            .filter((r) => r.outcome === 'failed' || r.warnings.length > 0)
            .map((r) => [r.booking_number, r.reason, r.detail, r.warnings]),
        ),
      );
    }
    console.log((await storedRecords(database.url)).length, (await storedBookings(database.url)).length);
    expect(1).toBe(1);
  });
});
