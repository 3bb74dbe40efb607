import { day, type Month } from '@domain/dates.js';
import { beforeAll, expect, test } from '@jest/globals';
import { GENESIS_HASH } from '../../../backend/event-store/hash-chain.js';
import { readLogRange } from '../../../backend/event-store/rebuild/replay.js';
import { roomMonthStream } from '../../../backend/rooms/room-month.stream.js';
import { eventStoreParts } from '../../../backend/streams.js';
import { sharedNodes } from '../../support/shared.js';
import { AT_DESK, aWork, plainRoom } from '../../support/store-node.js';

// Positions 1 to 2, 3 to 6 and 7 to 9 are each written together.
const SIZES = [2, 4, 3];

const { here: node } = sharedNodes();

beforeAll(async () => {
  for (const size of SIZES) {
    await node.store.execute(
      aWork((unit) => {
        for (let count = 0; count < size; count++) {
          const data = plainRoom(String(unit.nextPosition), day('2026-11-01') as Month);
          unit.append(roomMonthStream, unit.nextPosition, { type: 'RoomMonthDefined', data }, AT_DESK);
        }
      }),
    );
  }
});

test.each([
  [2, 2],
  [3, 2],
  [5, 2],
  [6, 6],
  [8, 6],
  [9, 9],
  [100, 9],
  // The first command is longer than that: it is cut.
  [1, 1],
])('of at most %d events those of whole commands are replayed together: up to %d', async (limit, last) => {
  const start = { position: 0, hash: GENESIS_HASH };
  const { events, end } = await readLogRange(node.pool, eventStoreParts(), start, 9, limit);
  expect([events.length, end.position]).toEqual([last, last]);
});
