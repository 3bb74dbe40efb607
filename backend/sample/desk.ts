import { addDays } from '@domain/dates.js';
import type { PaymentDetails } from '@domain/masters/masters.js';
import { UNGROUPED } from '@domain/reservation/reservation.js';
import type { PlannedBooking, PlannedDetails } from './bookings.js';
import type { SampleImport } from './imports.js';
import { SAMPLE_MASTERS } from './masters.js';
import { type Draft, draft, type IdOf } from './sample-event.js';
import { dayOf, instantOf, MINUTE, type Setting } from './setting.js';

const MISTAKEN = 0.004;
const PAYS_AT_CHECKOUT = 0.18;
/** When guests who continue their stay are checked out and in again (minutes after midnight). */
const CHANGE_OF_BOOKING = [9.5 * 60, 10 * 60] as const;

/** When the night shift marks who did not come, in the night after (minutes after midnight). */
const MISSED_AT = 2 * 60;

/** The history of a booking, from its creation to the check-out. */
export function bookingDrafts(
  booking: PlannedBooking,
  imported: SampleImport | undefined,
  setting: Setting,
): Draft[] {
  const by = setting.random.pick(SAMPLE_MASTERS.staff);
  const { amendment, cancelledAt, details } = booking;
  const drafts = creationDrafts(booking, imported ?? null);
  const add = (at: number, type: string, data: Partial<PlannedDetails>) =>
    drafts.push(draft('reservation', booking, { at, by }, { type, data }));
  if (amendment) {
    const fields = Object.keys(amendment.before) as (keyof PlannedDetails)[];
    add(amendment.at, 'ReservationAmended', Object.fromEntries(fields.map((name) => [name, details[name]])));
  }
  if (cancelledAt !== null) {
    add(cancelledAt, imported?.isReturned ? 'ReservationReturnedToAutoFail' : 'ReservationCancelled', {});
  }
  const atDesk = deskDrafts(booking, setting);
  const isMissed = booking.noShow || booking.missed;
  return [...drafts, ...(isMissed ? noShowDrafts(booking, setting) : atDesk)];
}

/** The booking's creation, and what it changes in the bookings that it continues (contract 2). */
function creationDrafts(booking: PlannedBooking, imported: SampleImport | null): Draft[] {
  const { createdAt, staff, company, payment, blacklisted, paymentFlag, group, partyOf } = booking;
  const moment = { at: createdAt, by: staff };
  const created = draft('reservation', booking, moment, (idOf) => ({
    type: 'ReservationCreated',
    data: {
      ...booking.details,
      ...booking.amendment?.before,
      corporateId: company ? idOf(company) : 0,
      paymentType: payment ? idOf(payment) : null,
      blacklistId: blacklisted ? idOf(blacklisted) : -1,
      ...placeInGroup(booking, booking, idOf),
      staffId: staff ? idOf(staff) : null,
      paymentFlag,
      csvReservationId: imported ? idOf(imported) : null,
    },
  }));
  const regrouped = group.slice(0, group.indexOf(booking)).map((earlier) =>
    draft('reservation', earlier, moment, (idOf) => ({
      type: 'ReservationAmended',
      data: placeInGroup(earlier, booking, idOf),
    })),
  );
  const joined = partyOf
    ? [
        draft('reservation', booking, moment, (idOf) => ({
          type: 'PartyJoined',
          data: { partyId: idOf(partyOf) },
        })),
      ]
    : [];
  return [created, ...joined, ...regrouped];
}

/** Marks the guest of a booking as a no-show in the night after. */
function noShowDrafts(booking: PlannedBooking, { today }: Setting): Draft[] {
  const at = instantOf(addDays(booking.details.stayStart, 1), MISSED_AT);
  if (booking.cancelledAt !== null || dayOf(at) > today) return [];
  const by = booking.staff ?? SAMPLE_MASTERS.manager;
  return [draft('reservation', booking, { at, by }, { type: 'GuestNoShow', data: {} })];
}

function placeInGroup(booking: PlannedBooking, last: PlannedBooking, idOf: IdOf) {
  const [base] = booking.group;
  if (!base || last === base) return UNGROUPED;
  return { baseBookingId: booking === base ? 0 : idOf(base), groupEndDate: last.details.stayEnd };
}

/** Check-in, payment and check-out, now and then with a mistake undone. */
function deskDrafts(booking: PlannedBooking, setting: Setting): Draft[] {
  const { random, today } = setting;
  if (booking.noShow || booking.cancelledAt !== null || booking.details.stayStart > today) return [];
  const [arrival, departure] = [arrivalOf(booking, setting), departureOf(booking, setting)];
  const steps = [
    ...withMistakes('GuestCheckedIn', 'CheckInReverted', arrival, setting),
    ...paymentSteps(booking, arrival, departure, setting),
    ...withMistakes('GuestCheckedOut', 'CheckOutReverted', departure, setting),
  ];
  return steps
    .filter(({ at }) => dayOf(at) <= today)
    .map(({ at, event }) =>
      draft('reservation', booking, { at, by: random.pick(SAMPLE_MASTERS.staff) }, event),
    );
}

type Step = { at: number; event: Parameters<typeof draft>[3] };

function withMistakes(done: string, reverted: string, at: number, { random }: Setting): Step[] {
  const step = (time: number): Step => ({ at: time, event: { type: done, data: { date: dayOf(time) } } });
  if (!random.chance(MISTAKEN)) return [step(at)];
  return [step(at - 8 * MINUTE), { at: at - 5 * MINUTE, event: { type: reverted, data: {} } }, step(at)];
}

function paymentSteps(booking: PlannedBooking, arrival: number, departure: number, setting: Setting): Step[] {
  const at = paidAt(booking, arrival, departure, setting);
  if (booking.paymentFlag === 1) return [];
  const payment = booking.payment ?? somePayment(setting);
  const data = (idOf: IdOf) => ({ paymentType: idOf(payment), paymentFlag: 1 });
  return [{ at, event: (idOf) => ({ type: 'PaymentRecorded', data: data(idOf) }) }];
}

function somePayment({ random }: Setting): PaymentDetails {
  return SAMPLE_MASTERS.payments[random.byWeight({ cash: 26, card: 48, code: 16, eMoney: 10 })];
}

function paidAt(
  { payment, details }: PlannedBooking,
  arrival: number,
  departure: number,
  { random }: Setting,
) {
  if (payment) return instantOf(addDays(details.stayEnd, random.whole(12, 40)), 14 * 60);
  return random.chance(PAYS_AT_CHECKOUT)
    ? departure - 2 * MINUTE
    : arrival + Math.round(random.between(1, 4) * MINUTE);
}

function arrivalOf(booking: PlannedBooking, { random }: Setting): number {
  const { details, createdAt, group } = booking;
  const [hours, rest] = details.checkinTime.split(':').map(Number) as [number, number];
  const minutes =
    group.indexOf(booking) > 0
      ? CHANGE_OF_BOOKING[1] + random.between(1, 25)
      : hours * 60 + rest + random.between(-15, 40);
  return Math.round(Math.max(instantOf(details.stayStart, minutes), createdAt + 12 * MINUTE));
}

function departureOf({ details, group }: PlannedBooking, { random }: Setting): number {
  const { stayEnd, nextdayOutFlag } = details;
  const staysOn = group.some((other) => other.details.stayStart === stayEnd);
  const usual = nextdayOutFlag === 1 ? ([10.5 * 60, 12 * 60] as const) : ([6 * 60, 10 * 60] as const);
  const [from, to] = staysOn ? CHANGE_OF_BOOKING : usual;
  return instantOf(stayEnd, random.between(from, to));
}
