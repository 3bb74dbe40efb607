import { type CountDelta, countDeltas, roomMonthDeltas } from '@domain/calendar/count-deltas.js';
import type { CountedBooking } from '@domain/calendar/daily-counts.js';
import { addDays, type Day, monthOf } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { changesOf, type DocumentChange } from '../event-store/document-change.js';
import type { DerivedTable } from '../event-store/projection.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import type { Queryable } from '../platform/database.js';
import { stayChanges } from '../reservations/reservation.stream.js';
import { roomMonthStream } from '../rooms/room-month.stream.js';
import { faultOfDailyCounts } from './daily-counts.fault.js';

/** By how much an event changed a count. */
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
  const { rows } = await client.query({
    name: 'claimed-nights',
    text: `select c.room_number, c.night from unnest($1::text[], $2::date[]) as changed(room, month)
           join room_claims c on c.room_number = changed.room
             and c.night >= changed.month and c.night < changed.month + interval '1 month'`,
    values: [rooms.map((room) => room.roomNumber), rooms.map((room) => room.month)],
  });
  return rows.map((row: { room_number: string; night: Day }) => ({
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
 * Booked and imported nights by day and category (spec 7, booking_type_diff); runs after the claims. `position` is
 * that of the last event that changed a count: terminals that missed it are told by it, so it is kept event by event
 * and a count that went back to nothing keeps its row.
 */
export const dailyCounts: DerivedTable = {
  table: 'daily_counts',
  fault: faultOfDailyCounts,
  async apply(client, { steps, reference: { rooms } }) {
    const deltas = [
      ...stayChanges(steps).flatMap((step) => placed(countDeltas(rooms, { bookings: [step] }), step)),
      ...saleChanges(steps).flatMap((step) => placed(countDeltas(rooms, { imports: [step] }), step)),
      ...(await recategorised(client, changesOf(roomMonthStream, steps))),
    ];
    if (deltas.length === 0) return;
    await client.send({
      name: 'add-daily-counts',
      text: `insert into daily_counts as stored (date, category, actual, tema, position)
             select date, category, sum(actual), sum(tema), max(position)
             from unnest($1::date[], $2::text[], $3::int[], $4::int[], $5::bigint[])
               as delta(date, category, actual, tema, position)
             group by date, category
             on conflict (date, category) do update
             set actual = stored.actual + excluded.actual, tema = stored.tema + excluded.tema,
                 position = greatest(stored.position, excluded.position)`,
      values: [
        deltas.map((delta) => delta.date),
        deltas.map((delta) => delta.category),
        deltas.map((delta) => delta.actual),
        deltas.map((delta) => delta.tema),
        deltas.map((delta) => delta.position),
      ],
    });
  },
};
