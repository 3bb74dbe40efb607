import type { Day, Stay } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomProposals } from '@wire/room-proposals.js';
import { listenToFigures } from '../payment/figures.js';
import { alertFailure } from '../shared/alert-failure.js';
import { fetchAccount, fetchRoomProposals, type ReservationData } from '../shared/api/booking-api.js';
import { withOverlayWhenSlow } from '../shared/busy.js';
import { todayAtom } from '../shared/hotel.js';
import { isRead, readOnce } from '../shared/masters.js';
import { paidHereAtom } from '../shared/open-panel.js';
import { store } from '../shared/store.js';
import { type AskedVerb, askedVerbAtom } from './asked-verb.atoms.js';
import type { ActedBooking } from './booking-actions.js';
import { isAllowed, nextVerb, type VerbName, verbOf } from './booking-verbs.js';
import { readReservation } from './cached-reservation.js';
import { NO_FEES } from './cancellation-fee.js';
import type { Wish } from './go-on.js';
import { type Answers, type Around, NOTHING_AROUND, type Question } from './verb-questions.js';

/** A verb under way. */
type Task = Pick<AskedVerb, 'verb' | 'booking' | 'place' | 'figure'> & {
  around: Around;
  today: Day;
  settle: (saved: readonly BookingRecord[] | null) => void;
};

const NO_ANSWERS: Answers = {
  ...{ payBy: null, ways: null, change: null, freeNights: false },
  ...{ withParty: [], fees: NO_FEES, room: null, nightsFee: 0, leaving: null },
};

/** Closes the question; `questions` are those left. A payment's question stays until it is paid. */
async function goOn(
  task: Task,
  questions: readonly Question[],
  answers: Answers,
  isKept = false,
): Promise<void> {
  const { verb, booking, around, today, place, figure, settle } = task;
  const [question, ...rest] = questions;
  const cancel = () => {
    store.set(askedVerbAtom, null);
    settle(null);
  };
  if (question) {
    const answer = (given: Partial<Answers>) =>
      goOn(task, rest, { ...answers, ...given }, question.payment !== undefined);
    store.set(askedVerbAtom, { verb, booking, place, figure, question, answer, cancel });
    return;
  }
  if (!isKept) store.set(askedVerbAtom, null);
  const saved = await verbOf(verb).run(booking, answers, around, today);
  if (isKept && saved === null) return;
  if (isKept) store.set(askedVerbAtom, null);
  if (saved && answers.payBy !== null) store.set(paidHereAtom, booking.id);
  settle(saved);
}

/** Returns what is known around a booking with it; null where it is to be read. */
function knownAround(verb: VerbName, { record }: ActedBooking): Around | null {
  if (!verbOf(verb).needsAround) return NOTHING_AROUND;
  return 'in_house' in record ? (record as BookingRecord & Around) : null;
}

/** Reads the rooms that a booking's guests could have on some nights. */
async function roomsFor(booking: ReservationData, { start, end }: Stay): Promise<RoomProposals> {
  const { id, mens_count, womens_count, smoking_status, corporateID } = booking;
  const party = { mens_count, womens_count, smoking_status, corporateID };
  const nights = { stay_start: start, stay_end: end };
  return (await fetchRoomProposals({ ...nights, ...party, booking_id: id })).data;
}

/** Reads what a verb's questions depend on. */
async function around(verb: VerbName, booking: ActedBooking, wish: Wish, today: Day): Promise<Around> {
  const { needsList, needsRooms, needsAccount } = verbOf(verb);
  if (needsList) await readOnce(needsList);
  if (needsAccount) return { ...NOTHING_AROUND, account: (await fetchAccount(booking.id)).data };
  if (!needsRooms) return knownAround(verb, booking) ?? (await readReservation(booking.id));
  const known = await readReservation(booking.id);
  const rooms = await roomsFor(known, needsRooms({ ...booking, record: known }, wish, today));
  return { ...known, rooms, wish };
}

/** Reads what a verb's questions depend on; null when that failed, and said. */
async function readAround(...verb: Parameters<typeof around>): Promise<Around | null> {
  try {
    return await withOverlayWhenSlow(() => around(...verb));
  } catch (error) {
    await alertFailure(error);
    return null;
  }
}

/**
 * Does something to a booking, once all that is to be asked is answered: at a place of the screen, or in a dialog; `wish` is
 * what a drag has said already. Answers with the saved records; null when it was given up, refused or is not allowed.
 */
export async function startVerb(
  verb: VerbName,
  booking: ActedBooking,
  place: string | null = null,
  wish: Wish = {},
): Promise<readonly BookingRecord[] | null> {
  const today = store.get(todayAtom);
  if (!today) return null;
  if (!isAllowed(verb, booking, today) && nextVerb(booking, today) !== verb) return null;
  const { questions = () => [], coming = () => null } = verbOf(verb);
  const figure: Task['figure'] = { current: null };
  // A figure that is pressed at once chooses the way of paying, though the question is not drawn yet.
  const asksPayment = questions(booking, today, NOTHING_AROUND).some(({ payment }) => payment);
  const stopListening =
    place === null && asksPayment
      ? listenToFigures(window, (pressed) => {
          figure.current = pressed;
        })
      : () => {};
  try {
    const awaited = coming();
    if (awaited) await withOverlayWhenSlow(() => awaited);
    const { needsList, needsRooms, needsAccount } = verbOf(verb);
    const isUnread = needsList !== undefined && !isRead(needsList);
    const known = isUnread || needsRooms || needsAccount ? null : knownAround(verb, booking);
    const around = known ?? (await readAround(verb, booking, wish, today));
    if (!around) return null;
    store.get(askedVerbAtom)?.cancel();
    return await new Promise((settle, fail) => {
      const task: Task = { verb, booking, around, today, place, figure, settle };
      goOn(task, questions(booking, today, around), NO_ANSWERS).catch(fail);
    });
  } finally {
    stopListening();
  }
}
