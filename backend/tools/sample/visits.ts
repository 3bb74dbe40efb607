import { addDays } from '@domain/dates.js';
import { keysOf } from '@domain/records.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { type Booking, someStaff } from './bookings.js';
import { amend, type Desk, type Step } from './desk.js';
import { SAMPLE_MASTERS } from './masters.js';
import type { House } from './rooms.js';
import { dayOf, instantOf, MINUTE } from './setting.js';

const MISTAKEN = 0.004;
const PAYS_AT_CHECKOUT = 0.18;
/** Minutes after midnight at which guests who continue their stay are checked out and in again. */
const CHANGE_OF_BOOKING = [9.5 * 60, 10 * 60] as const;
/** Minutes after midnight at which the night shift marks no-shows, in the night after. */
const MISSED_AT = 2 * 60;

/** Returns the acts on a booking, from its creation to the check-out. */
export function stepsOf(booking: Booking, house: House): Step[] {
  const { amendment, cancellation, draft } = booking;
  const steps = [creation(booking)];
  const add = (at: number, command: ReservationCommand, by = someStaff(house)) =>
    steps.push({ at, by, run: (desk) => desk.change(booking.id, command) });
  if (amendment) {
    const changed = keysOf(amendment.before).map((name) => [name, draft[name]]);
    add(amendment.at, amend(Object.fromEntries(changed)));
  }
  if (cancellation) return [...steps, cancellation];
  if (draft.stayStart > house.today) return steps;
  if (booking.isMissed) {
    add(instantOf(addDays(draft.stayStart, 1), MISSED_AT), { type: 'mark-no-show' }, booking.staffId);
    return steps;
  }
  const [arrival, departure] = [arrivalOf(booking, house), departureOf(booking, house)];
  const addWithMistakes = (type: 'check-in' | 'check-out', at: number) => {
    const date = dayOf(at);
    if (house.random.chance(MISTAKEN)) {
      add(at - 8 * MINUTE, { type, date: dayOf(at - 8 * MINUTE) });
      add(at - 5 * MINUTE, { type: `revert-${type}` });
    }
    add(at, { type, date });
  };
  addWithMistakes('check-in', arrival);
  if (booking.paymentFlag === 0) {
    const paymentType = booking.payment ?? somePayment(house);
    add(paidAt(booking, arrival, departure, house), { type: 'record-payment', paymentType, paymentFlag: 1 });
  }
  addWithMistakes('check-out', departure);
  return steps;
}

function creation(booking: Booking): Step {
  const { row, room, draft, amendment, group, partyOf, paymentFlag, staffId } = booking;
  const sameAsDayBefore = group.indexOf(booking) > 0 ? 1 : 0;
  const first = { ...draft, ...amendment?.before };
  const run = (desk: Desk) => {
    booking.id = row
      ? desk.receive(row, [room.roomNumber])
      : desk.create(first, { staffId, paymentFlag, sameAsDayBefore }, partyOf?.id);
  };
  return { at: booking.createdAt, by: row ? null : staffId, run };
}

function somePayment({ random, ids }: House): number | null {
  const way = random.byWeight({ cash: 26, card: 48, code: 16, eMoney: 10 });
  return ids.get(SAMPLE_MASTERS.payments[way]) ?? null;
}

function paidAt({ payment, draft }: Booking, arrival: number, departure: number, { random }: House): number {
  if (payment !== null) return instantOf(addDays(draft.stayEnd, random.whole(12, 40)), 14 * 60);
  return random.chance(PAYS_AT_CHECKOUT)
    ? departure - 2 * MINUTE
    : arrival + Math.round(random.between(1, 4) * MINUTE);
}

function arrivalOf(booking: Booking, { random }: House): number {
  const { draft, createdAt, group } = booking;
  const [hours = 0, rest = 0] = draft.checkinTime.split(':').map(Number);
  const minutes =
    group.indexOf(booking) > 0
      ? CHANGE_OF_BOOKING[1] + random.between(1, 25)
      : hours * 60 + rest + random.between(-15, 40);
  return Math.round(Math.max(instantOf(draft.stayStart, minutes), createdAt + 12 * MINUTE));
}

function departureOf({ draft: { stayEnd, nextdayOutFlag }, group }: Booking, { random }: House): number {
  const staysOn = group.some((other) => other.draft.stayStart === stayEnd);
  const usual = nextdayOutFlag === 1 ? ([10.5 * 60, 12 * 60] as const) : ([6 * 60, 10 * 60] as const);
  const [from, to] = staysOn ? CHANGE_OF_BOOKING : usual;
  return instantOf(stayEnd, random.between(from, to));
}
