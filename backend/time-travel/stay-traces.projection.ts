import { addDays, type Day } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { changesOf, type DerivedTable, type DocumentChange, firstFault } from '../event-store/projection.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { stayChanges } from '../streams/reservation.stream.js';

type Trace = { id: number; room: string; first: Day; last: Day };

const bookingTrace = ({ id, roomNumber, stayStart, stayEnd }: Reservation): Trace => ({
  id,
  room: roomNumber,
  first: stayStart,
  last: addDays(stayEnd, -1),
});

/** Returns where the channel sold an imported record; null for a record without a stay. */
function importTrace(record: CsvReservation | null): Trace | null {
  if (!record) return null;
  const { id, stayStart, stayEnd } = record;
  if (stayStart === null || stayEnd === null || stayEnd <= stayStart) return null;
  return { id, room: '', first: stayStart, last: addDays(stayEnd, -1) };
}

/** The trace that a change of an imported record adds; null when its nights did not change. */
function newImportTrace({ before, after }: DocumentChange<CsvReservation>): Trace | null {
  const [was, is] = [importTrace(before), importTrace(after)];
  return was?.first === is?.first && was?.last === is?.last ? null : is;
}

/**
 * The range of nights that a reservation ever had in each room, and an imported record anywhere (with an empty room),
 * whether it was moved, changed or cancelled since: an index of past stays by day and room.
 */
export const stayTraces: DerivedTable = {
  table: 'stay_traces',
  fault: firstFault(`
    with stays as (
      select id, room_number, stay_start as first_night, stay_end - 1 as last_night from bookings
      union all
      select id, '', (state ->> 'stayStart')::date, (state ->> 'stayEnd')::date - 1 from csv_reservations
      where state ->> 'stayEnd' > state ->> 'stayStart'
    )
    select s.id::text as fault from stays s left join stay_traces t
      on t.id = s.id and t.room_number = s.room_number
         and t.first_night <= s.first_night and t.last_night >= s.last_night
    where t.id is null limit 1`),
  writes: ({ steps }) => {
    const rows = [
      ...stayChanges(steps).map(({ after }) => bookingTrace(after)),
      ...changesOf(csvReservationStream, steps).flatMap((step) => newImportTrace(step) ?? []),
    ];
    return [{ ...ADD_TRACES, rows }];
  },
};

const ADD_TRACES = {
  name: 'added_traces',
  sql: (rows: string) => `
    insert into stay_traces as stored (id, room_number, first_night, last_night)
    select id, room, min(first), max(last)
    from jsonb_to_recordset(${rows}) as trace(id int, room text, first date, last date)
    group by id, room
    on conflict (id, room_number) do update
    set first_night = least(stored.first_night, excluded.first_night),
        last_night = greatest(stored.last_night, excluded.last_night)`,
};
