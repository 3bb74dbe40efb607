import { type ChannelReservation, reservationKey } from '@domain/auto-registration/channel-reservation.js';
import type { CsvReservation, CsvReservationDetails } from '@domain/auto-registration/csv-reservation.js';
import { guestKey } from '@domain/auto-registration/guest-key.js';
import { recordDetails } from '@domain/auto-registration/record-details.js';
import { compareVersions } from '@domain/auto-registration/row-version.js';
import { groupBy } from '@domain/group-by.js';
import { type FactLoader, type Need, need } from '../event-store/needs.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { csvReservationStream } from './csv-reservation.stream.js';
import { loadNamesakes } from './namesakes.js';
import { occupancyOf } from './occupancy.js';

/** What is to be settled: a row of a file, or a record that failed, by id. */
type Request = { row: ChannelReservation } | { id: number };

async function loadRecords(client: Queryable, requests: readonly Request[], unit: UnitOfWork): Promise<void> {
  const { rows } = await client.query({
    name: 'imports-by-reservation',
    text: `select id::text as key, state from csv_reservations
           where reservation_key = any($1::text[]) or id = any($2::int[])`,
    values: [
      requests.flatMap((request) => ('row' in request ? [reservationKey(request.row)] : [])),
      requests.flatMap((request) => ('id' in request ? [request.id] : [])),
    ],
  });
  unit.load(rows.map((row) => ({ definition: csvReservationStream, key: row.key, state: row.state })));
}

/** The bookings that records became, with all members of their groups. */
async function loadBookings(client: Queryable, ids: readonly number[], unit: UnitOfWork): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query({
    name: 'bookings-with-groups',
    text: `select id::text as key, state from bookings
           where group_id in (select group_id from bookings where id = any($1::int[]))`,
    values: [ids],
  });
  unit.load(rows.map((row) => ({ definition: reservationStream, key: row.key, state: row.state })));
}

/** The records that a row will be taken over into; none for one that changes nothing. */
function targets(
  row: ChannelReservation,
  known: readonly CsvReservation[],
  { reference }: UnitOfWork,
): CsvReservationDetails[] {
  const [first] = known;
  if (row.kind === 'キャンセル' || (first && compareVersions(row, first) <= 0)) return [];
  return row.rooms.map((_, index) => recordDetails(row, index + 1, reference));
}

const load: FactLoader<Request> = async (client, requests, begun) => {
  const unit = await begun;
  await loadRecords(client, requests, unit);
  const byKey = groupBy(unit.all(csvReservationStream), reservationKey);
  const byId = new Map(unit.all(csvReservationStream).map((record) => [record.id, record]));
  const known = requests.flatMap((request) =>
    'row' in request ? (byKey.get(reservationKey(request.row)) ?? []) : (byId.get(request.id) ?? []),
  );
  await loadBookings(
    client,
    known.flatMap(({ bookingId }) => bookingId ?? []),
    unit,
  );
  const wanted = requests.flatMap((request): CsvReservationDetails[] => {
    if ('id' in request) return [byId.get(request.id) ?? []].flat();
    return targets(request.row, byKey.get(reservationKey(request.row)) ?? [], unit);
  });
  const starts = [...wanted, ...unit.all(reservationStream)].flatMap(({ stayStart }) => stayStart ?? []);
  const [earliest] = starts.sort();
  if (wanted.length > 0 && earliest) {
    await occupancyOf(unit).refresh(client, earliest, unit.nextPosition - 1);
  }
  const keys = wanted.flatMap((details) => guestKey({ ...details, status: 'failed' }) ?? []);
  await loadNamesakes(client, keys, unit);
};

/** The need for all that decides what becomes of a row. */
export function needForRow(row: ChannelReservation): Need {
  return need(load, { row });
}

/** The need for all that decides whether a failed record can be registered now. */
export function needForRetry(id: number): Need {
  return need(load, { id });
}
