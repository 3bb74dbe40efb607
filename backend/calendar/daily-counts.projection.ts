import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import { type CountDelta, countDeltas, roomMonthDeltas } from '@domain/calendar/count-deltas.js';
import type { CountedBooking } from '@domain/calendar/daily-counts.js';
import { addDays, type Day, monthOf } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { csvReservationStream } from '../auto-registration/csv-reservation.stream.js';
import type { DerivedTable } from '../event-store/projection.js';
import type { StreamDefinition, Versioned } from '../event-store/stream-definition.js';
import type { DocumentChange } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { roomMonthStream } from '../rooms/room-month.stream.js';

function changesOf<State extends Versioned>(
  definition: StreamDefinition<State, never>,
  changes: readonly DocumentChange[],
): DocumentChange<State>[] {
  return changes.filter((change) => change.definition === definition) as unknown as DocumentChange<State>[];
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
  changes: readonly DocumentChange<RoomMonth>[],
): Promise<CountDelta[]> {
  if (changes.length === 0) return [];
  const nights = await claimedNights(
    client,
    changes.map((change) => change.after),
  );
  const nightsOf = groupBy(nights, (night) => `${night.roomNumber} ${monthOf(night.stayStart)}`);
  return changes.flatMap((change) => {
    const { roomNumber, month } = change.after;
    return roomMonthDeltas(change, nightsOf.get(`${roomNumber} ${month}`) ?? []);
  });
}

/** Booked and imported nights by day and category (spec 7, booking_type_diff); runs after the claims. */
export const dailyCounts: DerivedTable = {
  table: 'daily_counts',
  async apply(client, changes, reference) {
    const deltas = [
      ...countDeltas(reference.before.rooms, {
        bookings: changesOf<Reservation>(reservationStream, changes),
        imports: changesOf<CsvReservation>(csvReservationStream, changes),
      }),
      ...(await recategorised(client, changesOf<RoomMonth>(roomMonthStream, changes))),
    ];
    if (deltas.length === 0) return;
    const position = Math.max(...changes.map((change) => change.position));
    await client.query({
      name: 'add-daily-counts',
      text: `insert into daily_counts as kept (date, category, actual, tema, position)
             select date, category, sum(actual), sum(tema), $5
             from unnest($1::date[], $2::text[], $3::int[], $4::int[]) as delta(date, category, actual, tema)
             group by date, category
             on conflict (date, category) do update
             set actual = kept.actual + excluded.actual, tema = kept.tema + excluded.tema,
                 position = excluded.position`,
      values: [
        deltas.map((delta) => delta.date),
        deltas.map((delta) => delta.category),
        deltas.map((delta) => delta.actual),
        deltas.map((delta) => delta.tema),
        position,
      ],
    });
  },
};
