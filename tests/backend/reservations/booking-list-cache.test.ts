import { randomBytes } from 'node:crypto';
import { type Day, day, type Month } from '@domain/dates.js';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { rawQuery, tamper } from '#tests/support/log-rows.js';
import {
  amendUnchecked,
  bookUnchecked,
  defineRoom,
  openNode,
  plainRoom,
  type StoreNode,
} from '#tests/support/store-node.js';
import { keptLists, listFromScratch } from './night-lists.js';

// Whatever happens at two nodes: booking-list-cache.property.test.ts.
let database: TestDatabase;
let writer: StoreNode;
let reader: StoreNode;
let lists: ReturnType<typeof keptLists>;

beforeEach(async () => {
  database = await createTestDatabase();
  writer = openNode(database.url);
  reader = openNode(database.url);
  lists = keptLists(reader);
  for (const month of ['2026-01-01', '2026-02-01'])
    await defineRoom(writer.store, plainRoom('1001', day(month) as Month));
});
afterEach(async () => {
  lists.close();
  await Promise.all([writer.close(), reader.close()]);
  await database.drop();
});

const JANUARY = ['2026-01-01', '2026-01-31'] as const;
const NIGHTS = Array.from({ length: 29 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);

const range = (start: string, end: string, byStay = false) => ({
  start: day(start),
  end: day(end),
  byStay,
});
const book = (start: string, end: string, more = {}) =>
  writer.store.execute(bookUnchecked('1001', start, end, more));
const amend = (changes: Parameters<typeof amendUnchecked>[0]) =>
  writer.store.execute(amendUnchecked(changes));
/** Bookings and nights as they are listed, which is as they are listed from scratch. */
const read = async (start: string, end: string): Promise<string[]> => {
  const text = await lists.textOf(range(start, end));
  expect(text).toBe(await listFromScratch(database.url, range(start, end)));
  return JSON.parse(text).map(({ id, date }: BookingRecord) => `${id} ${date.slice(5)}`);
};

it('a stay over the edges of a range is listed with its nights in the range, and in a later range with the others', async () => {
  const { id } = await book('2026-01-10', '2026-01-15');
  expect(await read('2026-01-08', '2026-01-11')).toEqual([`${id} 01-10`, `${id} 01-11`]);
  expect(await read('2026-01-12', '2026-01-13')).toEqual([`${id} 01-12`, `${id} 01-13`]);
  expect(await read('2026-01-08', '2026-01-20')).toHaveLength(5);
  expect(await read('2026-01-14', '2026-01-20')).toEqual([`${id} 01-14`]);
  expect(await read('2026-01-15', '2026-01-20')).toEqual([]);
});

it('a booking that is moved leaves the days it was on and appears on the others, in ranges that know only one of them', async () => {
  const { id } = await book('2026-01-10', '2026-01-12');
  const [there, elsewhere] = [['2026-01-09', '2026-01-12'] as const, ['2026-02-09', '2026-02-12'] as const];
  expect(await read(...there)).toHaveLength(2);
  expect(await read(...elsewhere)).toEqual([]);
  await amend({ [id]: { stayStart: day('2026-02-11'), stayEnd: day('2026-02-14') } });
  expect(await read(...there)).toEqual([]);
  expect(await read(...elsewhere)).toEqual([`${id} 02-11`, `${id} 02-12`]);
});

it('what was written to leaves the states that are kept of it, also when its list is not read again', async () => {
  const { id } = await book('2026-01-10', '2026-01-12');
  await read('2026-01-09', '2026-01-12');
  const forgotten = jest.spyOn(reader.store, 'forgetNewest');
  await amend({ [id]: { notes: '控え' } });
  await read('2026-02-09', '2026-02-12');
  expect(forgotten.mock.calls.map(([, ids]) => ids)).toEqual([[id]]);
});

it('a room that is given a month gives its id to the nights that lie in it', async () => {
  await book('2026-02-27', '2026-03-03');
  const roomIds = async () =>
    JSON.parse(await lists.textOf(range('2026-02-25', '2026-03-05'))).map(
      ({ room_id }: BookingRecord) => room_id,
    );
  expect((await roomIds()).filter((id: number | null) => id === null)).toHaveLength(2);
  const { id } = await defineRoom(writer.store, plainRoom('1001', day('2026-03-01') as Month));
  expect((await roomIds()).slice(-2)).toEqual([id, id]);
});

it('by stay there is one record of a booking, of its first night in the range that has a room', async () => {
  const { id } = await book('2026-04-29', '2026-05-03');
  const nights = async (start: string, end: string) => {
    const wanted = range(start, end, true);
    const text = await lists.textOf(wanted);
    expect(text).toBe(await listFromScratch(database.url, wanted));
    return JSON.parse(text).map((record: BookingRecord) => [record.id, record.date, record.room_id]);
  };
  expect(await nights('2026-04-20', '2026-05-10')).toEqual([[id, '2026-04-29', null]]);
  const may = await defineRoom(writer.store, plainRoom('1001', day('2026-05-01') as Month));
  expect(await nights('2026-04-20', '2026-05-10')).toEqual([[id, '2026-05-01', may.id]]);
  expect(await nights('2026-05-02', '2026-05-10')).toEqual([[id, '2026-05-02', may.id]]);
  expect(await nights('2026-05-03', '2026-05-10')).toEqual([]);
});

it('what was changed elsewhere leaves an answer as it is, the same piece of memory', async () => {
  const answer = async () => (await lists.answers.of(range(...JANUARY), await reader.store.current())).list;
  await book('2026-01-10', '2026-01-12');
  const before = await answer();
  await book('2026-02-10', '2026-02-12');
  expect(await answer()).toBe(before);
  const { id } = await book('2026-01-20', '2026-01-22');
  const after = await answer();
  expect(after).not.toBe(before);
  const renewed = after.segments.filter((segment) => !before.segments.includes(segment));
  expect(renewed.map(({ part: { on }, ids }) => ({ on, ids: [...ids] }))).toEqual([
    { on: day('2026-01-20') as Day, ids: [id] },
  ]);
});

type Named = { name?: string };

it('a change that leaves a stay where it begins takes one look at the bookings', async () => {
  const { id } = await book('2026-01-10', '2026-01-12');
  await read(...JANUARY);
  const spy = (client: object) => jest.spyOn(client as { query: (query: Named) => unknown }, 'query');
  const spies: ReturnType<typeof spy>[] = [];
  reader.pool.on('acquire', (client) => spies.push(spy(client)));
  await amend({ [id]: { stayEnd: day('2026-01-13') } });
  expect(await read(...JANUARY)).toEqual([`${id} 01-10`, `${id} 01-11`, `${id} 01-12`]);
  const names = [...new Set(spies)].flatMap(({ mock }) => mock.calls.map(([query]) => query.name));
  expect(names.filter((name) => name === 'read-nights')).toHaveLength(1);
});

it('another log under the same position is not taken for the one that was read', async () => {
  const { id } = await book('2026-01-10', '2026-01-12');
  await read(...JANUARY);
  // As when the database was restored from a backup and the log went on differently.
  const last = 'position = (select max(position) from event_log)';
  await tamper(database.url, `update event_log set hash = sha256(hash) where ${last}`);
  await rawQuery(
    database.url,
    `update log_head set hash = sha256(hash);
     update bookings set state = jsonb_set(state, '{notes}', '"別"') where id = ${id}`,
  );
  await read(...JANUARY);
});

it('many bookings changed at once, and many one after another, are in the next answer', async () => {
  const ids: number[] = [];
  for (const [index, night] of NIGHTS.slice(0, -2).entries()) {
    ids.push((await book(night, NIGHTS[index + 1] as string)).id);
  }
  await read(...JANUARY);
  for (let round = 0; round < 40; round++) {
    await amend(Object.fromEntries(ids.map((id) => [id, { notes: `回 ${round}` }])));
  }
  // More than a thousand events since: everything is read anew.
  expect(await read(...JANUARY)).toHaveLength(27);
});

it('what is kept stays within its bound, however many ranges are asked for', async () => {
  for (const [index, night] of NIGHTS.slice(0, -1).entries()) {
    await book(night, NIGHTS[index + 1] as string, { notes: randomBytes(20_000).toString('base64') });
  }
  for (const start of NIGHTS.slice(0, 8)) {
    for (const end of NIGHTS.slice(-9, -1)) {
      await lists.textOf(range(start, end));
      expect(lists.answers.bytes).toBeLessThan(34 * 2 ** 20);
    }
  }
  expect(lists.answers.bytes).toBeGreaterThan(30 * 2 ** 20);
});
