import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import { type CountDelta, countDeltas } from '@domain/calendar/count-deltas.js';
import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { Queryable } from '../platform/database.js';

const AT_ONCE = 2_000;

async function* statesOf<State extends { id: number }>(
  client: Queryable,
  table: string,
): AsyncGenerator<State[]> {
  for (let after = 0; ; ) {
    const { rows } = await client.query({
      text: `select state from ${table} where id > $1 order by id limit ${AT_ONCE}`,
      values: [after],
    });
    const states: State[] = rows.map(({ state }) => state);
    const last = states.at(-1);
    if (!last) return;
    yield states;
    after = last.id;
  }
}

/** The first day and category whose counts are not those of the bookings and imported records; null when all are. */
export async function faultOfDailyCounts(
  client: Queryable,
  { rooms }: Pick<HotelReference, 'rooms'>,
): Promise<string | null> {
  const counted = new Map<string, { actual: number; tema: number }>();
  const add = (deltas: readonly CountDelta[]): void => {
    for (const { date, category, actual, tema } of deltas) {
      const before = counted.get(`${date} ${category}`) ?? { actual: 0, tema: 0 };
      counted.set(`${date} ${category}`, { actual: before.actual + actual, tema: before.tema + tema });
    }
  };
  const madeOf = <State>(states: readonly State[]) => states.map((after) => ({ before: null, after }));
  for await (const bookings of statesOf<Reservation>(client, 'bookings')) {
    add(countDeltas(rooms, { bookings: madeOf(bookings) }));
  }
  for await (const imports of statesOf<CsvReservation>(client, 'csv_reservations')) {
    add(countDeltas(rooms, { imports: madeOf(imports) }));
  }
  const { rows } = await client.query('select date, category, actual, tema from daily_counts');
  for (const { date, category, actual, tema } of rows) {
    const expected = counted.get(`${date} ${category}`) ?? { actual: 0, tema: 0 };
    if (expected.actual !== actual || expected.tema !== tema) return `${date} ${category}`;
    counted.delete(`${date} ${category}`);
  }
  const [missing] = counted.keys();
  return missing ?? null;
}
