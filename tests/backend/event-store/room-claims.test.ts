import { day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { requireAdjacentStays } from '../../../backend/reservations/reservation.loaders.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { claims } from '../../support/recount.js';
import { amendUnchecked, aWork, bookUnchecked, openNode, type StoreNode } from '../../support/store-node.js';

// Commands here decide nothing, so that only the store and the database guard the rooms.

let database: TestDatabase;
let here: StoreNode;
let there: StoreNode;

beforeEach(async () => {
  database = await createTestDatabase();
  here = openNode(database.url);
  there = openNode(database.url);
});

afterEach(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

const book = ({ store }: StoreNode, room: string, start: string, end: string) =>
  store.execute(bookUnchecked(room, start, end));

async function expectClaims(...expected: string[]): Promise<void> {
  const { kept, recounted } = await claims(database.url);
  expect(kept).toEqual(expected);
  expect(recounted).toEqual(expected);
}

test('a room is given once for a night; the other commands of the batch stand', async () => {
  const outcomes = await Promise.allSettled([
    book(here, '1001', '2028-02-28', '2028-03-02'),
    book(here, '1001', '2028-02-29', '2028-03-01'),
    book(here, '1002', '2028-02-29', '2028-03-01'),
  ]);
  outcomes.push(...(await Promise.allSettled([book(there, '1001', '2028-03-01', '2028-03-03')])));
  const overlap = { status: 'rejected', reason: { rules: [{ code: 'overlap' }] } };
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, overlap, { status: 'fulfilled' }, overlap]);
  await expectClaims('1001 2028-02-28 1', '1001 2028-02-29 1', '1001 2028-03-01 1', '1002 2028-02-29 2');
});

test('two bookings change rooms in one command', async () => {
  await book(here, '1001', '2028-02-28', '2028-03-01');
  await book(here, '1002', '2028-02-28', '2028-02-29');
  await there.store.execute(amendUnchecked({ 1: { roomNumber: '1002' }, 2: { roomNumber: '1001' } }));
  await expectClaims('1001 2028-02-28 2', '1002 2028-02-28 1', '1002 2028-02-29 1');
});

test('a command sees the neighbours of the room that an earlier one of its batch moved its booking to', async () => {
  await book(here, '1001', '2028-02-28', '2028-03-01');
  await book(here, '1002', '2028-03-02', '2028-03-04');
  const needs = [requireAdjacentStays({ id: 1, to: day('2028-03-03') })];
  const around = aWork((unit) => unit.all(reservationStream).map(({ id }) => id), { requirements: needs });
  const [, , seen] = await Promise.all([
    book(here, '1003', '2028-02-28', '2028-03-01'),
    here.store.execute(amendUnchecked({ 1: { roomNumber: '1002' } })),
    here.store.execute(around),
  ]);
  expect(seen).toEqual(expect.arrayContaining([1, 2]));
});
