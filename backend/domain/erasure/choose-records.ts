import type { Day } from '../dates.js';
import { erasureObstacle, type GuestRecord } from './retention.js';

/** The records that staff ticked, by kind and id. */
export type ChosenIds = Record<GuestRecord['kind'], readonly number[]>;

const isCounterpart = (one: GuestRecord, other: GuestRecord): boolean =>
  (one.kind === 'booking' &&
    other.kind === 'csv-reservation' &&
    one.state.csvReservationId === other.state.id) ||
  (one.kind === 'csv-reservation' && other.kind === 'booking' && one.state.bookingId === other.state.id);

/**
 * Which of a guest's records are erased: the first always, those chosen, and with each booking the imported record it
 * came from, or the other way round, since one would give the other away. All that can be erased when none were chosen
 * (null). Null when one that was chosen is none of the guest's.
 */
export function chooseRecords(
  found: readonly [GuestRecord, ...GuestRecord[]],
  chosen: ChosenIds | null,
  today: Day,
): GuestRecord[] | null {
  const [first] = found;
  const can = (record: GuestRecord) => record === first || erasureObstacle(record, today) === null;
  if (chosen === null) return found.filter(can);
  const wanted = found.filter((record) => record === first || chosen[record.kind].includes(record.state.id));
  const wantedIds = new Set(wanted.map(({ kind, state }) => `${kind} ${state.id}`));
  const ids = [
    ...chosen.booking.map((id) => `booking ${id}`),
    ...chosen['csv-reservation'].map((id) => `csv-reservation ${id}`),
  ];
  if (ids.some((id) => !wantedIds.has(id))) return null;
  const added = found.filter(
    (record) =>
      !wanted.includes(record) &&
      !record.state.isErased &&
      wanted.some((one) => isCounterpart(one, record) || isCounterpart(record, one)),
  );
  return [...wanted, ...added];
}
