import { conflict } from '@domain/broken-rule.js';
import { overlaps } from '@domain/dates.js';
import { stayOf } from '@domain/reservation/reservation.js';
import type { VacantRoom } from '@wire/booking-batch.js';
import type { DataRequirement } from '../event-store/data-requirements.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { refusal } from '../platform/errors.js';
import { requireAdjacentStays } from './adjacent-stays.loader.js';
import { reservationStream } from './reservation.stream.js';

const NOT_VACANT = conflict(
  'not_vacant',
  'vacant',
  '空ける部屋に別の予約が入ったため、部屋移動を取りやめました。もう一度提案を確認してください。',
);

/** What must be known to tell whether a room is vacant. */
export function requireVacantRoom({ room_id, stay_start, stay_end }: VacantRoom): DataRequirement {
  return requireAdjacentStays({ roomId: room_id, from: stay_start, to: stay_end });
}

/** Throws the refusal when a room that is to be free for a stay is not. */
export function requireVacant(unit: UnitOfWork, { room_id, stay_start, stay_end }: VacantRoom): void {
  const roomNumber = unit.reference.rooms.byId.get(room_id)?.roomNumber;
  const stay = { start: stay_start, end: stay_end };
  const isTaken = unit
    .all(reservationStream)
    .some(
      (other) =>
        other.status === 'active' && other.roomNumber === roomNumber && overlaps(stayOf(other), stay),
    );
  if (roomNumber === undefined || isTaken) throw refusal([NOT_VACANT]);
}
