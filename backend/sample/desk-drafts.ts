import { addDays } from '@domain/dates.js';
import type { PaymentDetails } from '@domain/masters/masters.js';
import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import { dayOf, instantOf, MINUTE, minutesOf } from './hotel-time.js';
import type { PlannedBooking } from './planned-booking.js';
import { reservationDraft } from './reservation-drafts.js';
import type { Draft, IdOf } from './sample-event.js';
import type { Setting } from './setting.js';

const MISTAKEN = 0.004;
const PAYS_AT_CHECKOUT = 0.18;
/** From here to there guests who stay on are booked out and in again. */
const CHANGE_OF_BOOKING = [9.5 * 60, 10 * 60] as const;

function arrivalOf(booking: PlannedBooking, { random }: Setting): number {
  const { details, createdAt, group } = booking;
  const staysOn = group.indexOf(booking) > 0;
  const minutes = staysOn
    ? CHANGE_OF_BOOKING[1] + random.between(1, 25)
    : minutesOf(details.checkinTime) + random.between(-15, 40);
  return Math.round(Math.max(instantOf(details.stayStart, minutes), createdAt + 12 * MINUTE));
}

function departureOf({ details, group }: PlannedBooking, { random }: Setting): number {
  const staysOn = group.some((other) => other.details.stayStart === details.stayEnd);
  const [from, to] = staysOn
    ? CHANGE_OF_BOOKING
    : details.nextdayOutFlag === 1
      ? [10.5 * 60, 12 * 60]
      : [6 * 60, 10 * 60];
  return instantOf(details.stayEnd, random.between(from, to));
}

function somePayment({ random, masters }: Setting): PaymentDetails {
  const { cash, card, code, eMoney } = masters.payments;
  return random.weighted([
    [cash, 26],
    [card, 48],
    [code, 16],
    [eMoney, 10],
  ] as const);
}

function paidAt(booking: PlannedBooking, arrival: number, departure: number, { random }: Setting): number {
  if (booking.payment) return instantOf(addDays(booking.details.stayEnd, random.whole(12, 40)), 14 * 60);
  return random.chance(PAYS_AT_CHECKOUT)
    ? departure - 2 * MINUTE
    : arrival + Math.round(random.between(1, 4) * MINUTE);
}

type Step = { at: number; event: (idOf: IdOf) => ReservationEvent };

const fixed = (event: ReservationEvent) => () => event;

function checkInSteps(arrival: number, { random }: Setting): Step[] {
  const checkIn = (at: number): Step => ({
    at,
    event: fixed({ type: 'GuestCheckedIn', data: { date: dayOf(at) } }),
  });
  if (!random.chance(MISTAKEN)) return [checkIn(arrival)];
  const undone: Step = { at: arrival - 5 * MINUTE, event: fixed({ type: 'CheckInReverted', data: {} }) };
  return [checkIn(arrival - 8 * MINUTE), undone, checkIn(arrival)];
}

function checkOutSteps(departure: number, { random }: Setting): Step[] {
  const checkOut = (at: number): Step => ({
    at,
    event: fixed({ type: 'GuestCheckedOut', data: { date: dayOf(at) } }),
  });
  if (!random.chance(MISTAKEN)) return [checkOut(departure)];
  const undone: Step = { at: departure - 5 * MINUTE, event: fixed({ type: 'CheckOutReverted', data: {} }) };
  return [checkOut(departure - 8 * MINUTE), undone, checkOut(departure)];
}

function paymentSteps(booking: PlannedBooking, at: number, setting: Setting): Step[] {
  if (booking.paymentFlag === 1) return [];
  const payment = booking.payment ?? somePayment(setting);
  const event = (idOf: IdOf): ReservationEvent => ({
    type: 'PaymentRecorded',
    data: { paymentType: idOf(payment), paymentFlag: 1 },
  });
  return [{ at, event }];
}

/** What happens at the desk once the guests come: check-in, payment, check-out, now and then a mistake undone. */
export function deskDrafts(booking: PlannedBooking, setting: Setting): Draft[] {
  const { random, masters, today } = setting;
  if (booking.noShow || booking.cancelledAt !== null || booking.details.stayStart > today) return [];
  const [arrival, departure] = [arrivalOf(booking, setting), departureOf(booking, setting)];
  const steps = [
    ...checkInSteps(arrival, setting),
    ...paymentSteps(booking, paidAt(booking, arrival, departure, setting), setting),
    ...checkOutSteps(departure, setting),
  ];
  return steps
    .filter(({ at }) => dayOf(at) <= today)
    .map(({ at, event }) => reservationDraft(booking, { at, by: random.pick(masters.staff) }, event));
}
