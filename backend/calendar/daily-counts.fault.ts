import { type CountDelta, type CountedImport, countDeltas } from '@domain/calendar/count-deltas.js';
import type { CountedBooking } from '@domain/calendar/daily-counts.js';
import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';

const AT_ONCE = 2_000;

const BOOKING = `state ->> 'status' as status, state ->> 'roomNumber' as "roomNumber",
  state ->> 'stayStart' as "stayStart", state ->> 'stayEnd' as "stayEnd"`;
const IMPORT = `state ->> 'status' as status, state ->> 'kind' as kind, state -> 'soldCategories' as "soldCategories",
  state ->> 'stayStart' as "stayStart", state ->> 'stayEnd' as "stayEnd"`;

async function* statesOf<State>(
  client: Queryable,
  table: string,
  fields: string,
): AsyncGenerator<(State & { id: number })[]> {
  for (let after = 0; ; ) {
    const { rows } = await client.query({
      text: `select id, ${fields} from ${table} where id > $1 order by id limit ${AT_ONCE}`,
      values: [after],
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
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
  for await (const bookings of statesOf<CountedBooking>(client, 'bookings', BOOKING)) {
    add(countDeltas(rooms, { bookings: madeOf(bookings) }));
  }
  for await (const imports of statesOf<CountedImport>(client, 'csv_reservations', IMPORT)) {
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
