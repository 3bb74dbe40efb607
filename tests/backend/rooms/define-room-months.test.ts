import { addMonths, monthOf } from '@domain/dates.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import { planChanges, roomsOfMonth } from '@domain/room/room-month-plans.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import type { EventPage } from '@wire/event-record.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import pg from 'pg';
import { Clock } from '#backend/platform/clock.js';
import {
  DefineRoomMonths,
  DefineRoomMonthsHandler,
} from '#backend/rooms/commands/define-room-months.handler.js';
import { MonthsAhead } from '#backend/rooms/months-ahead.js';
import { apiClient } from '#tests/support/api-client.js';
import { month } from '#tests/support/builders.js';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { startTestServer } from '#tests/support/server.js';
import {
  AT_DESK,
  bookUnchecked,
  defineRoom,
  openNode,
  plainRoom,
  type StoreNode,
} from '#tests/support/store-node.js';

describe('months ahead', () => {
  let database: TestDatabase;
  let node: StoreNode;
  let now = '';

  beforeEach(async () => {
    database = await createTestDatabase();
    node = openNode(database.url);
    now = '2026-11-30T14:59:00Z';
  });
  afterEach(async () => {
    await node.close();
    await database.drop();
  });

  /** One node that looks ahead; its clock shows `now`. */
  function aNode(store = node.store): MonthsAhead {
    const handler = new DefineRoomMonthsHandler(store);
    const commands = { execute: (command: DefineRoomMonths) => handler.execute(command) };
    return new MonthsAhead(commands as never as CommandBus, new Clock('Asia/Tokyo', () => new Date(now)));
  }

  async function monthsOf(room: string): Promise<string[]> {
    const rows = await rawQuery(
      database.url,
      `select to_char(month, 'YYYY-MM') as month from room_months where room_number = '${room}' order by month`,
    );
    return rows.map((row) => String(row.month));
  }
  const define = (room: string, at: string, change: Partial<RoomMonthDetails> = {}) =>
    defineRoom(node.store, { ...plainRoom(room, month(at)), ...change });

  it('are made as the newest month is, at the start and after the midnight of the hotel', async () => {
    await define('1001', '2026-10', { roomLabel: '古' });
    await define('1001', '2026-11', { roomLabel: '新' });
    const ahead = aNode();
    ahead.start(2);
    await ahead.check();
    expect(await monthsOf('1001')).toEqual(['2026-10', '2026-11', '2026-12', '2027-01']);
    await ahead.check();
    expect(await monthsOf('1001')).toHaveLength(4);

    now = '2026-11-30T15:00:00Z';
    await ahead.check();
    expect(await monthsOf('1001')).toEqual(['2026-10', '2026-11', '2026-12', '2027-01', '2027-02']);
    const labels = await rawQuery(database.url, `select state ->> 'roomLabel' as label from room_months`);
    expect(labels.map(({ label }) => label).sort()).toEqual(['古', ...Array(4).fill('新')]);
    await ahead.onApplicationShutdown();
  });

  it('are created once a day only, and retried soon after a failure', async () => {
    await define('1001', '2026-11');
    const stores = [{ execute: () => Promise.reject(new Error('away')) }, node.store];
    let asked = 0;
    const wandering = { execute: (work: never) => (stores[asked++] ?? node.store).execute(work) };
    const ahead = aNode(wandering as never);
    ahead.start(1);
    await ahead.check();
    expect(asked).toBe(2);
    await ahead.check();
    expect(asked).toBe(2);
    expect(await monthsOf('1001')).toEqual(['2026-11', '2026-12']);
    await ahead.onApplicationShutdown();
  });

  it('are never made for 0', async () => {
    await define('1001', '2026-11');
    const ahead = aNode();
    ahead.start(0);
    await ahead.check();
    expect(await monthsOf('1001')).toEqual(['2026-11']);
  });

  it('are created once by two nodes at the same time', async () => {
    for (const room of ['1001', '1002', '1003']) await define(room, '2026-11');
    const other = openNode(database.url);
    const nodes = [aNode(), aNode(other.store), aNode(), aNode(other.store)];
    for (const one of nodes) one.start(12);
    await Promise.all(nodes.map((one) => one.check()));
    await other.close();
    const [counted] = await rawQuery(
      database.url,
      `select count(*) as rows, count(distinct (room_number, month)) as places,
              (select position from log_head) as position from room_months`,
    );
    expect([counted?.rows, counted?.places, counted?.position].map(Number)).toEqual([39, 39, 39]);
    await Promise.all(nodes.map((one) => one.onApplicationShutdown()));
  });

  it('are created by a server at its start, unless the setting is 0', async () => {
    const thisMonth = monthOf(new Clock('Asia/Tokyo').today());
    await defineRoom(node.store, plainRoom('1001', thisMonth));
    const wanted = addMonths(thisMonth, 3);
    const roomsIn = async (url: string) =>
      (await apiClient(url).get<ManagedRoomMonth[]>(`/api/room-months?year_month=${wanted}`)).body;
    const idle = await startTestServer({ databaseUrl: database.url });
    const busy = await startTestServer({ databaseUrl: database.url, env: { ROOM_MONTHS_AHEAD: '3' } });
    await eventually(
      'the rooms of the third month ahead are there',
      () => roomsIn(idle.url),
      (rooms) => expect(rooms).toMatchObject([{ room_number: '1001', version: 1 }]),
    );
    const { body } = await apiClient(idle.url).get<EventPage>('/api/events?type=RoomMonthDefined');
    expect(body.events).toHaveLength(4);
    expect(body.events.at(-1)).toMatchObject({ staff_id: null, terminal: null });
    await busy.stop();
    await idle.stop();
  });
});

describe('a change of many rooms', () => {
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

  /** Lists the beginnings of the statements that close or open so many rooms, each with a booking. */
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

  test('is one transaction of the same few statements as that of one', async () => {
    await statements(1, '予約不可');
    await statements(1, '予約可能');
    const [one, many] = [await statements(1, '予約不可'), await statements(1, '予約可能')];
    expect(await statements(NUMBERS.length, '予約不可')).toEqual(one);
    expect(await statements(NUMBERS.length, '予約可能')).toEqual(many);
    expect(one.filter((text) => text.startsWith('begin'))).toHaveLength(1);
    expect(one.length).toBeLessThan(12);
  });
});
