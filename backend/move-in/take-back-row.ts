import { decideReservation } from '@domain/reservation/decide.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { roomText } from '@domain/room/room-number.js';
import type { MoveInResult } from '@wire/move-in.js';
import type { UnitOfWork, Work } from '../event-store/unit-of-work.js';
import type { Idempotency } from '../platform/write-context.js';
import { appendDecision, factsOf } from '../reservations/decisions.public.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { laterChange } from './later-changes.loader.js';
import { requirementsOfTakeBack } from './move-in-facts.loader.js';
import type { Author } from './move-in-order.js';
import { resultOf } from './move-in-result.js';

/** Says why a booking stays although its file is taken back; null when nobody has changed it. */
function keptBecause(booking: Reservation, unit: UnitOfWork, own: string | null): string | null {
  if (booking.isErased) return '個人情報を削除した予約です。';
  if (booking.status === 'cancelled') return '移行の後に取り消されています。';
  const later = laterChange(unit, booking.id, { own, now: own });
  return later === null ? null : `移行の後に「${later}」がありました。`;
}

/** The work of a line whose bookings are taken back: those that nobody has changed since; it says why others stay. */
export function takeBackWork(
  bookings: readonly number[],
  { write, clock, idempotency }: Author & { idempotency: Idempotency },
): Work<MoveInResult> {
  return {
    idempotency,
    requirements: requirementsOfTakeBack(bookings),
    decide: (unit) => {
      const kept: { id: number; why: string }[] = [];
      for (const id of bookings) {
        const booking = unit.get(reservationStream, id);
        if (!booking) throw new Error(`booking ${id} has no events`);
        if (booking.status === 'cancelled' && booking.movedInFrom?.isTakenBack) continue;
        const why = keptBecause(booking, unit, write.requestId);
        if (why !== null) {
          kept.push({ id, why: `${roomText(booking.roomNumber)}: ${why}` });
          continue;
        }
        appendDecision(
          unit,
          id,
          decideReservation({ type: 'take-back' }, booking, factsOf(unit, clock)),
          write,
        );
      }
      const [first, ...further] = kept.map(({ id }) => id);
      return resultOf({
        outcome: first === undefined ? 'taken_back' : 'kept',
        booking_id: first ?? null,
        further_booking_ids: further,
        warnings: kept.map(({ why }) => why),
      });
    },
  };
}
