import type { Gap, Vacancy } from '@domain/auto-registration/room-choice.js';
import { type Day, daysBetween, overlaps, type Stay } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import type { Fact, UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';
import { reservationStream } from '../reservations/reservation.stream.js';

type Claim = { night: Day; id: number };

/** Claims of a room around a stay: the last night before it, the bookings in it, the first night after it. */
type ClaimsAround = { before: Claim | null; inside: number[]; after: Claim | null };

const nameOf = (roomNumber: string, { start, end }: Stay): string => `${roomNumber} ${start} ${end}`;

const CLAIMS: Fact<Map<string, ClaimsAround[]>> = { nothing: () => new Map() };

/** A room and a stay of which it must be known whether the room is free. */
export type RoomAndStay = { roomNumber: string; stay: Stay };

/** Loads the claims around stays, for `vacancyIn`. */
export async function loadClaimsAround(
  client: Queryable,
  wanted: readonly RoomAndStay[],
  unit: UnitOfWork,
): Promise<void> {
  const distinct = [...new Map(wanted.map((one) => [nameOf(one.roomNumber, one.stay), one])).values()];
  if (distinct.length === 0) return;
  const { rows } = await client.query({
    name: 'claims-around',
    // The first claim from the stay's start on tells whether the room is free, and who comes next if it is. Of a room
    // that is not, only the bookings in the way are asked for: should this batch cancel them, its gap counts as open.
    text: `select w.room, w.first, w.last, before.night as before_night, before.reservation_id as before_id,
                  next.night as next_night, next.reservation_id as next_id,
                  case when next.night < w.last
                    then array(select c.reservation_id from room_claims c
                               where c.room_number = w.room and c.night >= w.first and c.night < w.last)
                    else '{}' end as inside
           from unnest($1::text[], $2::date[], $3::date[]) as w(room, first, last)
           left join lateral (select night, reservation_id from room_claims
                              where room_number = w.room and night >= w.first
                              order by night limit 1) next on true
           left join lateral (select night, reservation_id from room_claims
                              where (next.night is null or next.night >= w.last)
                                and room_number = w.room and night < w.first
                              order by night desc limit 1) before on true`,
    values: [
      distinct.map(({ roomNumber }) => roomNumber),
      distinct.map(({ stay }) => stay.start),
      distinct.map(({ stay }) => stay.end),
    ],
  });
  const known = unit.fact(CLAIMS);
  for (const row of rows) {
    const name = nameOf(row.room, { start: row.first, end: row.last });
    const claim = (night: Day | null, id: number) => (night === null ? null : { night, id });
    const around = {
      before: claim(row.before_night, row.before_id),
      inside: row.inside,
      after: row.inside.length > 0 ? null : claim(row.next_night, row.next_id),
    };
    known.set(name, [...(known.get(name) ?? []), around]);
  }
}

const longest = (days: (Day | null)[], later: 1 | -1): Day | null =>
  days.reduce((best, one) => {
    if (one === null || best === null) return one ?? best;
    return one > best === (later === 1) ? one : best;
  }, null);

function gapAround(stay: Stay, claims: readonly ClaimsAround[], others: readonly Reservation[]): Gap {
  const ends = others.filter(({ stayEnd }) => stayEnd <= stay.start).map(({ stayEnd }) => stayEnd);
  const starts = others.filter(({ stayStart }) => stayStart >= stay.end).map(({ stayStart }) => stayStart);
  const lastNight = longest(
    claims.map(({ before }) => before?.night ?? null),
    1,
  );
  const lastEnd = longest(ends, 1);
  const next = longest([...claims.map(({ after }) => after?.night ?? null), ...starts], -1);
  // A claim is a night: the guest leaves the day after.
  const fromClaim = lastNight && daysBetween(lastNight, stay.start) - 1;
  const fromStay = lastEnd && daysBetween(lastEnd, stay.start);
  const before =
    fromClaim === null || fromStay === null ? (fromClaim ?? fromStay) : Math.min(fromClaim, fromStay);
  return { before, after: next && daysBetween(stay.end, next) };
}

/**
 * Which rooms are free as the batch sees it: the stored claims, but for those of reservations that the unit of work
 * holds, which are as it has them. A room and stay that was not loaded counts as taken.
 */
export function vacancyIn(unit: UnitOfWork): Vacancy {
  const held = new Map(unit.all(reservationStream).map((one) => [one.id, one]));
  const active = [...held.values()].filter(({ status }) => status === 'active');
  const byRoom = groupBy(active, ({ roomNumber }) => roomNumber);
  const isStored = (id: number, except: number | null): boolean => id !== except && !held.has(id);
  return (roomNumber, stay, except) => {
    const around = unit.fact(CLAIMS).get(nameOf(roomNumber, stay));
    if (!around || around.some(({ inside }) => inside.some((id) => isStored(id, except)))) return null;
    const others = (byRoom.get(roomNumber) ?? []).filter(({ id }) => id !== except);
    if (others.some((other) => overlaps(stayOf(other), stay))) return null;
    const stored = around.map(({ before, inside, after }) => ({
      before: before && isStored(before.id, except) ? before : null,
      inside,
      after: after && isStored(after.id, except) ? after : null,
    }));
    return gapAround(stay, stored, others);
  };
}
