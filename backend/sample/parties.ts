import { addDays, daysBetween, monthsFromTo } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type { ReservationFacts } from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import { NOT_BLACKLISTED, type Reservation } from '@domain/reservation/reservation.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { BOOKABLE, TWIN } from '@domain/room/room-month.js';
import type { PlannedBooking } from './bookings.js';
import { isOnline } from './channels.js';
import { SAMPLE_MASTERS } from './masters.js';
import { type Draft, draft, type IdOf } from './sample-event.js';
import { dayOf, instantOf, type Setting } from './setting.js';

const PARTIES = 5;
const PARTIES_FROM = -2;
const PARTIES_TO = 10;
/** Who is expected later is still waited for then. */
const LATEST_DUE = '23:00';
const MISSED_YESTERDAY = 2;
/** When the night shift marks who did not come, in the night after (minutes after midnight). */
const MISSED_AT = 2 * 60;

/** Whether a booking is of a guest who pays here, and has nothing that ties it to others. */
const isPlain = ({ group, company, amendment, blacklisted, noShow, payment, details }: PlannedBooking) =>
  group.length === 1 &&
  !company &&
  !amendment &&
  !blacklisted &&
  !noShow &&
  !payment &&
  details.bookingSource !== '訪問';

/** Whether the party of one room would get the other. */
function isSuited({ room: one }: PlannedBooking, { room: other }: PlannedBooking): boolean {
  const isSameSize = (one.roomType === TWIN) === (other.roomType === TWIN);
  return isSameSize && one.smokingStatus === other.smokingStatus && one.priority === other.priority;
}

function isSecondRoomOf(second: PlannedBooking, first: PlannedBooking): boolean {
  const [one, other] = [first.details, second.details];
  const isSameStay = one.stayStart === other.stayStart && one.stayEnd === other.stayEnd;
  return first.createdAt < second.createdAt && isSameStay && isSuited(first, second);
}

/**
 * Makes some bookings of these days the second room of an earlier one; draws nothing at random, so that all
 * else stays as it is.
 */
export function planParties(bookings: readonly PlannedBooking[], { today }: Setting): void {
  const near = bookings.filter((booking) => {
    const days = daysBetween(today, booking.details.stayStart);
    return isPlain(booking) && days >= PARTIES_FROM && days <= PARTIES_TO;
  });
  const used = new Set<PlannedBooking>();
  for (const first of near) {
    const second = near.find((other) => !used.has(other) && isSecondRoomOf(other, first));
    if (!second || used.has(first)) continue;
    for (const booking of [first, second]) used.add(booking);
    second.partyOf = first;
    const { roomNumber, totalFee } = second.details;
    second.details = { ...first.details, roomNumber, totalFee, usedPoints: 0, coupon: 0 };
    if (used.size === 2 * PARTIES) return;
  }
}

/** Some guests who were to come yesterday and did not. */
export function planMissed(bookings: readonly PlannedBooking[], { today }: Setting): void {
  const yesterday = addDays(today, -1);
  const due = bookings.filter(
    ({ details: { stayStart, stayEnd, bookingSource, checkinTime }, group, partyOf, noShow }) =>
      stayStart === yesterday &&
      checkinTime < LATEST_DUE &&
      stayEnd > today &&
      isOnline(bookingSource) &&
      group.length === 1 &&
      !partyOf &&
      !noShow,
  );
  for (const booking of due.slice(0, MISSED_YESTERDAY)) booking.missed = true;
}

/** What the decisions rest on: the room of the booking, free, and no masters. */
function factsOf({ room, details }: PlannedBooking, today: ReservationFacts['today']): ReservationFacts {
  const { stayStart, stayEnd } = details;
  const months = monthsFromTo(stayStart, stayEnd);
  return {
    today,
    rooms: roomDirectory(
      months.map((month, index) => ({
        ...room,
        month,
        reservableStatus: BOOKABLE,
        id: index + 1,
        version: 1,
      })),
    ),
    neighbours: [],
    knownCorporates: new Map(),
    knownPayments: new Map(),
    knownBlacklistEntries: new Map(),
  };
}

/** A booking as its drafts make it. */
function stateOf(drafts: readonly Draft[], idOf: IdOf, id: number): Reservation {
  const states = drafts.reduce<Reservation | null>(
    (state, { event }) => evolveReservation(state, event(idOf) as ReservationEvent, id),
    null,
  );
  if (!states) throw new Error('a booking without a beginning');
  return states;
}

/** The creation of the second room of a party. */
export function secondRoomDrafts(booking: PlannedBooking, firstDrafts: readonly Draft[]): Draft[] {
  const { details, staff, paymentFlag, createdAt, partyOf } = booking;
  const decide = (idOf: IdOf) => {
    const decision = decideCreate(
      {
        type: 'create',
        draft: { ...details, roomId: 1, corporateId: 0, paymentType: null, blacklistId: NOT_BLACKLISTED },
        sameAsDayBefore: 0,
        unreadable: [],
        staffId: staff && idOf(staff),
        paymentFlag,
        csvReservationId: null,
        partyOf: partyOf && stateOf(firstDrafts, idOf, idOf(partyOf)),
      },
      idOf(booking),
      factsOf(booking, dayOf(createdAt)),
    );
    if (!decision.ok) throw new Error(decision.broken.map(({ message }) => message).join('\n'));
    return decision.value.events;
  };
  const eventAt = (index: number) => (idOf: IdOf) => decide(idOf)[index] as ReservationEvent;
  const moment = { at: createdAt, by: staff };
  return [0, 1].map((index) => draft('reservation', booking, moment, eventAt(index)));
}

/** Marks the guest of a booking as a no-show in the night after. */
export function noShowDrafts(booking: PlannedBooking, drafts: readonly Draft[], { today }: Setting): Draft[] {
  const at = instantOf(addDays(booking.details.stayStart, 1), MISSED_AT);
  if (booking.cancelledAt !== null || dayOf(at) > today) return [];
  const by = booking.staff ?? SAMPLE_MASTERS.manager;
  return [
    draft('reservation', booking, { at, by }, (idOf) => {
      const stored = stateOf(drafts, idOf, idOf(booking));
      const decision = decideReservation({ type: 'mark-no-show' }, stored, factsOf(booking, dayOf(at)));
      const [event] = decision.ok ? decision.value.events : [];
      if (!event) throw new Error('a guest who cannot be a no-show');
      return event;
    }),
  ];
}
