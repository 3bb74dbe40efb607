import { day } from '@domain/dates.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { Occupancy } from '../../../backend/auto-registration/occupancy.js';
import type { Queryable } from '../../../backend/platform/database.js';

type Row = { id: number; room_number: string; stay_start: string; stay_end: string; is_cancelled: boolean };

const row = (id: number, room_number: string, start: string, end: string, is_cancelled = false): Row => ({
  id,
  room_number,
  stay_start: `2026-12-${start}`,
  stay_end: `2026-12-${end}`,
  is_cancelled,
});

let occupancy: Occupancy;
let asked: [string, unknown][];

beforeEach(() => {
  occupancy = new Occupancy();
  asked = [];
});

/** A database that answers the next question with these rows. */
function holding(...rows: Row[]): Queryable {
  return {
    query: async (query) => {
      const { name, values } = query as pg.QueryConfig;
      asked.push([name ?? '', values?.[0]]);
      return { rows } as unknown as pg.QueryResult;
    },
  };
}

const stays = (room: string) => occupancy.staysIn(room).map(({ id, start }) => `${id} ${start.slice(8)}`);

describe('which rooms are taken, kept between batches', () => {
  it('is read once and then follows what has changed since', async () => {
    await occupancy.refresh(
      holding(row(1, '1001', '10', '12'), row(2, '1002', '10', '11')),
      day('2026-12-05'),
      40,
    );
    await occupancy.refresh(holding(), day('2026-12-05'), 40);
    await occupancy.refresh(
      holding(row(3, '1001', '01', '02'), row(2, '1002', '10', '11', true)),
      day('2026-12-01'),
      44,
    );
    expect(asked).toEqual([
      ['occupancy', '2025-12-04'],
      ['occupancy-changes', 40],
    ]);
    expect([stays('1001'), stays('1002'), stays('1003')]).toEqual([['3 01', '1 10'], [], []]);
  });

  it('stands a swap of rooms within what has changed', async () => {
    await occupancy.refresh(
      holding(row(1, '1001', '10', '12'), row(2, '1002', '10', '12')),
      day('2026-12-05'),
      1,
    );
    await occupancy.refresh(
      holding(row(1, '1002', '10', '12'), row(2, '1001', '10', '12')),
      day('2026-12-05'),
      2,
    );
    expect([stays('1001'), stays('1002')]).toEqual([['2 10'], ['1 10']]);
  });

  it('is read anew for a stay before what it knows', async () => {
    await occupancy.refresh(holding(row(1, '1001', '10', '12')), day('2026-12-05'), 1);
    await occupancy.refresh(
      holding(row(1, '1001', '10', '12'), row(9, '1001', '20', '21')),
      day('2025-01-01'),
      2,
    );
    expect(asked.map(([name]) => name)).toEqual(['occupancy', 'occupancy']);
    expect(stays('1001')).toEqual(['1 10', '9 20']);
  });
});
