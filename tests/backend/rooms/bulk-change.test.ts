import { planChanges, roomsOfMonth } from '@domain/room/room-month-plans.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  DefineRoomMonths,
  DefineRoomMonthsHandler,
} from '../../../backend/rooms/commands/define-room-months.handler.js';
import { month } from '../../support/builders.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  AT_DESK,
  bookUnchecked,
  defineRoom,
  openNode,
  plainRoom,
  type StoreNode,
} from '../../support/store-node.js';

const NOVEMBER = month('2026-11');
const NUMBERS = Array.from({ length: 40 }, (_, index) => String(201 + index));

let database: TestDatabase;
let node: StoreNode;
let sent: string[] = [];
const { query } = pg.Client.prototype;

beforeAll(async () => {
  // Before any connection is opened: each keeps the function that it finds.
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const [what] = given as [string | { text: string }];
    sent.push(typeof what === 'string' ? what : what.text);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as never;
  database = await createTestDatabase();
  node = openNode(database.url);
  await Promise.all(NUMBERS.map((number) => defineRoom(node.store, plainRoom(number, NOVEMBER))));
  await Promise.all(
    NUMBERS.map((number) => node.store.execute(bookUnchecked(number, '2026-11-01', '2026-11-20'))),
  );
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await node.close();
  await database.drop();
});

/** How the statements begin by which so many rooms, each with a booking, are closed or opened. */
async function statements(count: number, reservableStatus: '予約可能' | '予約不可'): Promise<string[]> {
  const { reference } = await node.store.current();
  const rooms = roomsOfMonth(reference.rooms, NOVEMBER).slice(0, count);
  const plan = planChanges(rooms.map(({ id, version }) => ({ id, version, traits: { reservableStatus } })));
  const { rows } = await node.pool.query('select id from bookings');
  const details = { plan, acknowledged: rows.map(({ id }) => id) };
  const command = new DefineRoomMonths(details, { write: AT_DESK, idempotency: null });
  sent = [];
  const { changed } = await new DefineRoomMonthsHandler(node.store).execute(command);
  expect(changed).toBe(count);
  return sent.map((text) => text.trim().split(/\s+/).slice(0, 3).join(' '));
}

test('a change of many rooms is one transaction of the same few statements as that of one', async () => {
  await statements(1, '予約不可');
  await statements(1, '予約可能');
  const [one, many] = [await statements(1, '予約不可'), await statements(1, '予約可能')];
  expect(await statements(NUMBERS.length, '予約不可')).toEqual(one);
  expect(await statements(NUMBERS.length, '予約可能')).toEqual(many);
  expect(one.filter((text) => text.startsWith('begin'))).toHaveLength(1);
  expect(one.length).toBeLessThan(12);
});
