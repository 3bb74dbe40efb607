import { roomMonthDeltas } from '@domain/calendar/count-deltas.js';
import type { CountedBooking } from '@domain/calendar/daily-counts.js';
import { addDays, type Day, monthOf } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { DocumentChange } from '../event-store/document-change.js';
import type { DerivedTable } from '../event-store/projection.js';
import type { Queryable } from '../platform/database.js';
import type { Statements } from '../platform/pipeline.js';
import { roomMonthStream } from '../rooms/room-month.stream.js';
import { faultOfDailyCounts } from './daily-counts.fault.js';
import { historyDeltas, type PlacedDelta, placed, stepDeltas } from './placed-deltas.js';

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
  async apply(client, { steps, reference }) {
    const roomSteps = steps.filter((step) => step.definition === roomMonthStream);
    const deltas = [
      ...steps.flatMap((step) => stepDeltas(step, reference.rooms)),
      ...(await recategorised(client, roomSteps as DocumentChange<RoomMonth>[])),
    ];
    await addDeltas(client, deltas);
  },
  async applyHistories(client, { steps, masters }) {
    await addDeltas(client, historyDeltas(steps, masters));
  },
};

async function addDeltas(client: Statements, deltas: readonly PlacedDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  await client.send({
    name: 'add-daily-counts',
    text: `insert into daily_counts as kept (date, category, actual, tema, position)
             select date, category, sum(actual), sum(tema), max(position)
             from unnest($1::date[], $2::text[], $3::int[], $4::int[], $5::bigint[])
               as delta(date, category, actual, tema, position)
             group by date, category
             on conflict (date, category) do update
             set actual = kept.actual + excluded.actual, tema = kept.tema + excluded.tema,
                 position = greatest(kept.position, excluded.position)`,
    values: [
      deltas.map((delta) => delta.date),
      deltas.map((delta) => delta.category),
      deltas.map((delta) => delta.actual),
      deltas.map((delta) => delta.tema),
      deltas.map((delta) => delta.position),
    ],
  });
}
