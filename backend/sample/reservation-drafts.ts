import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import { UNGROUPED } from '@domain/reservation/reservation.js';
import type { PlannedBooking } from './planned-booking.js';
import type { Draft, IdOf } from './sample-event.js';

type At = { at: number; by: object | null };

/** A draft of an event of this booking. */
export function reservationDraft(
  booking: PlannedBooking,
  { at, by }: At,
  event: (idOf: IdOf) => ReservationEvent,
): Draft {
  return { category: 'reservation', subject: booking, at, by, event };
}

function placeIn(booking: PlannedBooking, last: PlannedBooking, idOf: IdOf) {
  const [base] = booking.group;
  if (!base || last === base) return UNGROUPED;
  return { baseBookingId: booking === base ? 0 : idOf(base), groupEndDate: last.details.stayEnd };
}

/** The booking's creation, and what it changes in the bookings it continues (contract 2). */
export function creationDrafts(booking: PlannedBooking, imported: object | null): Draft[] {
  const { createdAt, staff, company, payment, blacklisted, paymentFlag } = booking;
  const moment = { at: createdAt, by: staff };
  const earlier = booking.group.slice(0, booking.group.indexOf(booking));
  const created = reservationDraft(booking, moment, (idOf) => ({
    type: 'ReservationCreated',
    data: {
      ...booking.details,
      ...booking.amendment?.before,
      corporateId: company ? idOf(company) : 0,
      paymentType: payment ? idOf(payment) : null,
      blacklistId: blacklisted ? idOf(blacklisted) : -1,
      ...placeIn(booking, booking, idOf),
      staffId: staff ? idOf(staff) : null,
      paymentFlag,
      csvReservationId: imported ? idOf(imported) : null,
    },
  }));
  const regrouped = earlier.map((member) =>
    reservationDraft(member, moment, (idOf) => ({
      type: 'ReservationAmended',
      data: placeIn(member, booking, idOf),
    })),
  );
  return [created, ...regrouped];
}

/** What staff changed of the booking before the guest came. */
export function amendmentDrafts(booking: PlannedBooking, by: object): Draft[] {
  const { amendment, details } = booking;
  if (!amendment) return [];
  const fields = Object.keys(amendment.before) as (keyof typeof details)[];
  const data = Object.fromEntries(fields.map((field) => [field, details[field]]));
  return [reservationDraft(booking, { at: amendment.at, by }, () => ({ type: 'ReservationAmended', data }))];
}

/** The booking's cancellation, or its return to 自動登録失敗. */
export function cancellationDrafts(
  booking: PlannedBooking,
  by: object,
  type: 'ReservationCancelled' | 'ReservationReturnedToAutoFail',
): Draft[] {
  const { cancelledAt } = booking;
  return cancelledAt === null
    ? []
    : [reservationDraft(booking, { at: cancelledAt, by }, () => ({ type, data: {} }))];
}
