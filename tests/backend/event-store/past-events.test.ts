import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type pg from 'pg';
import { PastEvents } from '#backend/event-store/event-history.js';
import type { Queryable } from '#backend/platform/database.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { eventStoreParts } from '#backend/streams.js';
import { sharedNodes } from '#tests/support/shared.js';
import { AT_DESK, aWork, bookUnchecked } from '#tests/support/store-node.js';

const STREAMS = ['day-2026-11-01', 'day-2026-11-02', 'day-2026-11-03'] as const;
const [first, second, third] = STREAMS;

const { here: node } = sharedNodes();
let asked: string[][];

/** Three streams of two events each, and what is asked of the database about them. */
beforeAll(async () => {
  const appendTo = (stream: string, weather: string) =>
    aWork((unit) => {
      const date = day(stream.slice('day-'.length));
      for (const _ of [1, 2]) {
        unit.append(weatherDayStream, date, { type: 'WeatherSet', data: { date, weather } }, AT_DESK);
      }
      return null;
    });
  for (const stream of STREAMS) await node.store.execute(appendTo(stream, '晴'));
});

function pastEvents(limit?: number): PastEvents {
  asked = [];
  const watched: Queryable = {
    query: (query: Parameters<Queryable['query']>[0]) => {
      asked.push((typeof query === 'string' ? [] : query.values?.[0]) as string[]);
      return node.pool.query(query as never);
    },
  };
  return new PastEvents(watched, eventStoreParts().registry, limit);
}
const seen = (stream: string, version = 2) => ({ stream, version });
const eventsOf = (pasts: Awaited<ReturnType<PastEvents['of']>>) =>
  [...pasts.values()].flatMap(({ events }) => events);

it('newest states that were kept are not read again, until they are forgotten', async () => {
  const booked = await node.store.execute(bookUnchecked('1001', '2026-11-01', '2026-11-02'));
  const kept: Reservation = { ...booked, notes: '控え' };
  const { position, readModels } = await node.store.current();
  const query = { definition: reservationStream, condition: sql`id = ${booked.id}`, position };
  const notes = async () => (await node.store.statesAt(query)).map((booking) => booking.notes);
  for (const forgotten of [[booked.id], null]) {
    node.store.keepNewest(reservationStream, [kept], readModels);
    expect(await notes()).toEqual(['控え']);
    node.store.forgetNewest(reservationStream, forgotten);
    expect(await notes()).toEqual([booked.notes]);
  }
});

describe('events of the past', () => {
  it('are kept for as long as their streams do not go on', async () => {
    const past = pastEvents();
    await past.of([seen(first), seen(second)]);
    const again = await past.of([seen(second), seen(first, 3), seen(third)]);
    expect([...again.keys()]).toEqual([second, first, third]);
    expect([...again.values()].map(({ events }) => events.length)).toEqual([2, 2, 2]);
    expect(asked).toEqual([
      [first, second],
      [first, third],
    ]);
  });

  it('give a state of any position, looked at in any order, the same one as long as they are kept', async () => {
    const past = (await pastEvents().of([seen(second)])).get(second);
    const at = (position: number) => past?.stateAt(weatherDayStream, position);
    const [begun = 0, changed = 0] = past?.events.map(({ position }) => position) ?? [];
    expect([at(changed)?.version, at(begun - 1), at(begun)?.version]).toEqual([2, null, 1]);
    expect(at(changed + 9)).toBe(at(changed));
  });

  it('later than the position are not decoded', async () => {
    const broken = {
      query: async (query: pg.QueryConfig) => {
        const { rows } = await node.pool.query<{ version: number }>(query);
        return { rows: rows.map((row) => (row.version === 2 ? { ...row, payload: '{' } : row)) };
      },
    } as unknown as Queryable;
    const past = (await new PastEvents(broken, eventStoreParts().registry).of([seen(second)])).get(second);
    const [begun = 0, changed = 0] = past?.rows.map(({ position }) => position) ?? [];
    expect(past?.stateAt(weatherDayStream, begun)?.version).toBe(1);
    expect(() => past?.stateAt(weatherDayStream, changed)).toThrow(`${changed}`);
  });

  it('are read once when they are asked for twice at the same time', async () => {
    const past = pastEvents();
    await Promise.all([past.of([seen(first)]), past.of([seen(first)])]);
    expect(asked).toEqual([[first]]);
  });

  it('are given even when there are too many to keep, and those not asked for the longest go first', async () => {
    const past = pastEvents(4);
    for (const stream of [first, second, first, third]) await past.of([seen(stream)]);
    asked.length = 0;
    await past.of([seen(third), seen(first)]);
    expect(asked).toEqual([]);
    const all = await past.of([seen(third), seen(second), seen(first)]);
    expect(eventsOf(all)).toHaveLength(6);
    expect(asked).toEqual([[second]]);
  });

  it('can be asked for again after the database did not answer', async () => {
    const past = pastEvents();
    await node.pool.query('alter table event_log rename to event_log_gone');
    await expect(past.of([seen(third)])).rejects.toThrow('event_log');
    await node.pool.query('alter table event_log_gone rename to event_log');
    expect(eventsOf(await past.of([seen(third)]))).toHaveLength(2);
  });
});
