import { bookingText } from '@domain/calendar/stay-text.js';
import { startVerb } from '../../booking/asked-verb.js';
import { changeBooking } from '../../booking/booking-actions.js';
import { formAtom } from '../../booking/form.js';
import { bookAt } from '../../booking/form-actions.js';
import { editedId } from '../../booking/form-mode.js';
import { movedText } from '../../booking/go-on.js';
import { mergeForeignChange } from '../../booking/open-form.js';
import { storedReservation } from '../../booking/stored-reservation.js';
import { type Submission, submit } from '../../booking/submit.js';
import { alertFailure } from '../../shared/alert-failure.js';
import { exchangeRooms, moveStay } from '../../shared/api/booking-api.js';
import { calendarAtom } from '../../shared/calendar-data/calendar.js';
import type { CalendarSnapshot, ShownBooking } from '../../shared/calendar-data/calendar-snapshot.js';
import { liveSession } from '../../shared/live/live-session.js';
import { store } from '../../shared/store.js';
import { askAboutClosure, moveClosure } from '../closures/closures.js';
import { cancelDrag, type DragPreview, gestureAtom } from './gesture-state.js';
import type { Place } from './place.js';
import { droppedText, type Proposal, placeOf, placeOfOther } from './proposal.js';
import { roomIdAt } from './verdict.js';

/** Returns the write that moves a booking to a place. */
function submissionOf(snapshot: CalendarSnapshot, booking: ShownBooking, place: Place): Submission {
  const { id, version, record, roomNumber } = booking;
  const { start, end } = place.stay;
  return {
    id,
    version,
    body: {
      ...(place.roomNumber !== roomNumber && { room_id: roomIdAt(snapshot, place) ?? undefined }),
      ...(start !== record.stay_start && { stay_start: start }),
      ...(end !== record.stay_end && { stay_end: end }),
    },
    guest: storedReservation(booking),
    subject: bookingText(roomNumber, record.guest_name_1, placeOf(booking).stay),
  };
}

/** Saves a move or a swap; a refusal is alerted, once the bar is back. */
async function saveProposal(proposal: Extract<Proposal, { kind: 'move' | 'swap' }>): Promise<void> {
  const { booking, place } = proposal;
  const snapshot = store.get(calendarAtom);
  if (!snapshot) return;
  const submissions = [submissionOf(snapshot, booking, place)];
  if (proposal.kind === 'swap') {
    submissions.push(submissionOf(snapshot, proposal.with, placeOfOther(proposal)));
  }
  const saved = await submit(submissions, droppedText(proposal)).catch(async (error) => {
    cancelDrag();
    await alertFailure(error);
  });
  for (const record of saved ?? []) await liveSession.applyOwnWrite(record);
  const open = editedId(store.get(formAtom).mode);
  if (saved?.some(({ id }) => id === open)) await mergeForeignChange();
}

/** Moves a booking to a place that it may have. */
export function moveTo(booking: ShownBooking, place: Place): Promise<void> {
  return saveProposal({ kind: 'move', booking, place });
}

/** Moves a guest in the house into another room from today on, who is there into the room that becomes free. */
async function moveOn({ booking, place, with: other }: Extract<Proposal, { kind: 'moveOn' }>): Promise<void> {
  const snapshot = store.get(calendarAtom);
  const roomId = snapshot && roomIdAt(snapshot, place);
  if (!roomId) return;
  const back = { roomNumber: booking.roomNumber, stay: place.stay };
  const otherId = other && roomIdAt(snapshot, back);
  const text = other
    ? `と ${other.roomNumber} ${other.record.guest_name_1} が今日から部屋を交換`
    : movedText(place.roomNumber);
  await changeBooking(booking, { text }, (guards) =>
    other && otherId
      ? exchangeRooms({ ...booking, roomId }, { ...other, roomId: otherId }, guards)
      : moveStay(booking.id, { roomId, moves: [] }, guards),
  );
}

/** Carries out what is allowed. A refusal by the server is alerted. */
export async function drop({ proposal, verdict }: DragPreview): Promise<void> {
  if (!verdict.ok) return cancelDrag();
  if (proposal.kind === 'new') {
    cancelDrag();
    bookAt(proposal.place.roomNumber, proposal.place.stay);
    return;
  }
  if (proposal.kind === 'extend') {
    cancelDrag();
    await startVerb('extend', proposal.booking, null, { stayEnd: proposal.place.stay.end });
    return;
  }
  if (proposal.kind === 'leave') {
    cancelDrag();
    await startVerb('leave-early', proposal.booking);
    return;
  }
  if (proposal.kind === 'moveOn') {
    cancelDrag();
    await moveOn(proposal);
    return;
  }
  if (proposal.kind === 'close' && verdict.warnings.length > 0) {
    cancelDrag();
    askAboutClosure(proposal.closure.id, proposal.place.stay);
    return;
  }
  if (proposal.kind === 'nothing' || proposal.kind === 'gone') return cancelDrag();
  store.set(gestureAtom, (gesture) => gesture && { ...gesture, isDropped: true });
  try {
    if (proposal.kind === 'close') await moveClosure(proposal.closure, proposal.place.stay);
    else if (proposal.kind === 'register') await proposal.unplaced.register(proposal.place.roomNumber);
    else await saveProposal(proposal);
  } finally {
    cancelDrag();
  }
}
