import { nightsOf } from '@domain/dates.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import type { ChangedStreams, DerivedTable } from '../event-store/projection.js';
import type { Statements } from '../platform/pipeline.js';
import { reservationStream } from './reservation.stream.js';

type Claim = { room: string; night: string; id: number };

const nameOf = (claim: Claim): string => `${claim.room} ${claim.night} ${claim.id}`;

function claimsOf(booking: Reservation | null): Claim[] {
  if (!booking || booking.status === 'cancelled') return [];
  return nightsOf(stayOf(booking)).map((night) => ({ room: booking.roomNumber, night, id: booking.id }));
}

/**
 * Which reservation has which room for which night. Its primary key guards against double booking whatever the code
 * above does; what is given up goes before what is taken, so that two bookings can swap rooms in one batch.
 */
export const roomClaims: DerivedTable = {
  table: 'room_claims',
  seenInRehearsal: (changed) =>
    `select * from ${changed}.room_claims
     union all select * from public.room_claims real
     where not exists (select from ${changed}.bookings other where other.id = real.reservation_id)`,
  async fault(client) {
    const { rows } = await client.query(`
      with expected as (
        select room_number, stay_start + n as night, id
        from bookings, generate_series(0, stay_end - stay_start - 1) n where not is_cancelled
      )
      select coalesce(e.room_number, c.room_number) as room, coalesce(e.night, c.night) as night
      from expected e full join room_claims c on c.room_number = e.room_number and c.night = e.night
      where e.id is distinct from c.reservation_id limit 1`);
    return rows.length === 0 ? null : `${rows[0].room} ${rows[0].night}`;
  },
  applyHistories: (client, histories) => change(client, histories),
  apply: (client, range) => change(client, range),
};

async function change(client: Statements, { changes }: Pick<ChangedStreams, 'changes'>): Promise<void> {
  const given: Claim[] = [];
  const taken: Claim[] = [];
  for (const change of changes) {
    if (change.definition !== reservationStream) continue;
    const before = claimsOf(change.before as Reservation | null);
    const after = claimsOf(change.after as Reservation);
    const kept = new Set(before.map(nameOf));
    const wanted = new Set(after.map(nameOf));
    given.push(...before.filter((claim) => !wanted.has(nameOf(claim))));
    taken.push(...after.filter((claim) => !kept.has(nameOf(claim))));
  }
  const columns = (claims: Claim[]) => [
    claims.map((claim) => claim.room),
    claims.map((claim) => claim.night),
  ];
  if (given.length > 0) {
    await client.send({
      name: 'release-claims',
      text: `delete from room_claims c using unnest($1::text[], $2::date[]) as given(room, night)
               where c.room_number = given.room and c.night = given.night`,
      values: columns(given),
    });
  }
  if (taken.length > 0) {
    await client.send({
      name: 'insert-claims',
      text: 'insert into room_claims select * from unnest($1::text[], $2::date[], $3::int[])',
      values: [...columns(taken), taken.map((claim) => claim.id)],
    });
  }
}
