import {
  type CountDelta,
  type CountedImport,
  countDeltas,
  roomMonthDeltas,
} from '@domain/calendar/count-deltas.js';
import type { CountedBooking } from '@domain/calendar/daily-counts.js';
import { addDays, type Day, monthOf } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { HotelReference } from '@domain/reference.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { changesOf, type DerivedTable, type DocumentChange } from '../event-store/projection.js';
import type { Queryable } from '../platform/database.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { stayChanges } from '../streams/reservation.stream.js';
import { roomMonthStream } from '../streams/room-month.stream.js';
import type { CountRow } from './daily-counts.public.js';

/** The change of a count by an event. */
type PlacedDelta = CountDelta & { position: number };

const placed = (deltas: readonly CountDelta[], { position }: DocumentChange): PlacedDelta[] =>
  deltas.map((delta) => ({ ...delta, position }));

/** The changes of imported records that may change a count. */
function saleChanges(steps: readonly DocumentChange[]): DocumentChange<CsvReservation>[] {
  return changesOf(csvReservationStream, steps).filter(
    ({ before, after }) =>
      before?.status !== after.status ||
      before.kind !== after.kind ||
      before.soldCategories !== after.soldCategories ||
      before.stayStart !== after.stayStart ||
      before.stayEnd !== after.stayEnd,
  );
}

async function claimedNights(client: Queryable, rooms: readonly RoomMonth[]): Promise<CountedBooking[]> {
  const { rows } = await client.query<{ room_number: string; night: Day }>({
    name: 'claimed-nights',
    text: `select c.room_number, c.night from unnest($1::text[], $2::date[]) as changed(room, month)
           join room_claims c on c.room_number = changed.room
             and c.night >= changed.month and c.night < changed.month + interval '1 month'
           where c.reservation_id is not null`,
    values: [rooms.map((room) => room.roomNumber), rooms.map((room) => room.month)],
  });
  return rows.map((row) => ({
    status: 'active',
    roomNumber: row.room_number,
    stayStart: row.night,
    stayEnd: addDays(row.night, 1),
  }));
}

async function recategorised(
  client: Queryable,
  steps: readonly DocumentChange<RoomMonth>[],
): Promise<PlacedDelta[]> {
  if (steps.length === 0) return [];
  const rooms = new Map(steps.map(({ after }) => [after.id, after]));
  const nights = await claimedNights(client, [...rooms.values()]);
  const nightsOf = groupBy(nights, (night) => `${night.roomNumber} ${monthOf(night.stayStart)}`);
  return steps.flatMap((step) => {
    const { roomNumber, month } = step.after;
    return placed(roomMonthDeltas(step, nightsOf.get(`${roomNumber} ${month}`) ?? []), step);
  });
}

/**
 * Booked and imported nights by day and category (spec 7, booking_type_diff); runs after the claims. `position` is that of
 * the last event that changed a count. Terminals catch up by it: a count that returns to 0 keeps its row.
 */
export const dailyCounts: DerivedTable = {
  table: 'daily_counts',
  fault: faultOfDailyCounts,
  async writes({ steps, reference: { rooms } }, client) {
    const rows = [
      ...stayChanges(steps).flatMap((step) => placed(countDeltas(rooms, { bookings: [step] }), step)),
      ...saleChanges(steps).flatMap((step) => placed(countDeltas(rooms, { imports: [step] }), step)),
      ...(await recategorised(client, changesOf(roomMonthStream, steps))),
    ];
    return [{ ...ADD_COUNTS, rows }];
  },
};

/** The part of an append that adds to counts; frames for terminals find its result by this name. */
const ADDED_COUNTS = 'added_counts';

/** SQL for the counts of all categories on the days to which it added, as they are afterwards. */
const WRITTEN_COUNTS = `(
  select coalesce(json_agg(now), '[]') from (
    select date, category, actual, tema from ${ADDED_COUNTS}
    union all
    select date, category, actual, tema from daily_counts other
    where date = any(array(select date from ${ADDED_COUNTS}))
      and not exists (select from ${ADDED_COUNTS} added
                      where added.date = other.date and added.category = other.category)) now)`;

const ADD_COUNTS = {
  name: ADDED_COUNTS,
  sql: (rows: string) => `
    insert into daily_counts as stored (date, category, actual, tema, position)
    select date, category, sum(actual), sum(tema), max(position)
    from jsonb_to_recordset(${rows})
      as delta(date date, category text, actual int, tema int, position bigint)
    group by date, category
    on conflict (date, category) do update
    set actual = stored.actual + excluded.actual, tema = stored.tema + excluded.tema,
        position = greatest(stored.position, excluded.position)
    returning date, category, actual, tema`,
  result: WRITTEN_COUNTS,
};

const BATCH_ROWS = 2_000;

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
    const { rows } = await client.query<State & { id: number }>({
      text: `select id, ${fields} from ${table} where id > $1 order by id limit ${BATCH_ROWS}`,
      values: [after],
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

/** The first day and category whose counts differ from the bookings and imported records; null when none does. */
async function faultOfDailyCounts(
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
  const created = <State>(states: readonly State[]) => states.map((after) => ({ before: null, after }));
  for await (const bookings of statesOf<CountedBooking>(client, 'bookings', BOOKING)) {
    add(countDeltas(rooms, { bookings: created(bookings) }));
  }
  for await (const imports of statesOf<CountedImport>(client, 'csv_reservations', IMPORT)) {
    add(countDeltas(rooms, { imports: created(imports) }));
  }
  const { rows } = await client.query<CountRow>('select date, category, actual, tema from daily_counts');
  for (const { date, category, actual, tema } of rows) {
    const expected = counted.get(`${date} ${category}`) ?? { actual: 0, tema: 0 };
    if (expected.actual !== actual || expected.tema !== tema) return `${date} ${category}`;
    counted.delete(`${date} ${category}`);
  }
  const [missing] = counted.keys();
  return missing ?? null;
}
