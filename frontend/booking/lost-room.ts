import { stayRangeText } from '@domain/calendar/stay-text.js';
import type { Stay } from '@domain/dates.js';
import type { SaveFacts } from '@domain/reservation/save-rules.js';
import { isBookableFor, roomMonthsOfStay } from '@domain/room/room-directory.js';
import { atom } from 'jotai';
import { bookingUnansweredAtom } from '../shared/api/unanswered-writes.js';
import { calendarAtom } from '../shared/calendar-data/calendar.js';
import type { CalendarSnapshot, ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { chosenRoomAtom, formAtom, formStayAtom, roomChoicesAtom, savingAtom } from './form.js';
import { editedId } from './form-mode.js';
import { bookingInTheWay, isLoaded, type RoomOption } from './room-options.js';

const OFFERED = 3;

type Part = { roomNumber: string; stay: Stay };

/** A room that the form asks for, and what keeps it from being had: its months, or another booking. */
type RoomObstacle = { roomNumber: string; isClosed: boolean; booking: ShownBooking | undefined };

/** Which rooms the form asks for, one after the other: mostly one. */
const partsAtom = atom((get): Part[] => {
  const { split } = get(formAtom);
  if (split) {
    return split.map(({ room_number, stay_start, stay_end }) => ({
      roomNumber: room_number,
      stay: { start: stay_start, end: stay_end },
    }));
  }
  const [roomNumber, stay] = [get(chosenRoomAtom), get(formStayAtom)];
  return stay && roomNumber !== null ? [{ roomNumber, stay }] : [];
});

function isAvailable(snapshot: CalendarSnapshot, { roomNumber, stay }: Part, isNew: boolean): boolean {
  if (!isLoaded(snapshot, stay)) return true;
  const room = snapshot.rooms.byNumber.get(roomNumber);
  return room !== undefined && (isNew ? isBookableFor(room, stay) : roomMonthsOfStay(room, stay) !== null);
}

/** The rooms that the form asks for and can't have as of now. */
const roomObstaclesAtom = atom((get): RoomObstacle[] => {
  const snapshot = get(calendarAtom);
  if (!snapshot) return [];
  const { mode, values } = get(formAtom);
  const id = editedId(mode);
  // A booking may be the form's own, saved without an answer: the server knows it by the key of the write.
  const mayBeOwn = ({ record }: ShownBooking) =>
    get(bookingUnansweredAtom) && record.guest_name_1 === values.guestName1.trim();
  return get(partsAtom)
    .map((part) => {
      const booking = bookingInTheWay(snapshot, part.roomNumber, part.stay, id);
      return {
        roomNumber: part.roomNumber,
        isClosed: !isAvailable(snapshot, part, id === null),
        booking: booking && !mayBeOwn(booking) ? booking : undefined,
      };
    })
    .filter(({ isClosed, booking }) => isClosed || booking);
});

/** Whether the rooms that the form asks for can be had, as far as this terminal knows. */
export const roomFactsAtom = atom((get): Pick<SaveFacts, 'roomAvailable' | 'occupied'> => {
  const obstacles = get(roomObstaclesAtom);
  return {
    roomAvailable: obstacles.every(({ isClosed }) => !isClosed),
    occupied: obstacles.some(({ booking }) => booking),
  };
});

/**
 * What is said of the chosen room when it stopped being free since 部屋検索, null while it is free. A booking that this
 * form is saving is no reason.
 */
export const lostRoomAtom = atom((get): string | null => {
  if (get(formAtom).search === null || get(savingAtom)) return null;
  const [lost] = get(roomObstaclesAtom);
  if (!lost) return null;
  const { roomNumber, booking } = lost;
  const reason = booking
    ? `には${stayRangeText({ start: booking.stayStart, end: booking.stayEnd })} ${booking.record.guest_name_1}の予約が入りました。`
    : 'は予約不可になりました。';
  return `${roomNumber}${reason}別の部屋を選んでください。`;
});

/** The next rooms that are offered instead of one that was lost: those found by the search before others that are free. */
export const nextRoomsAtom = atom((get): readonly RoomOption[] => {
  if (get(lostRoomAtom) === null) return [];
  const { found, others } = get(roomChoicesAtom);
  return (found.length > 0 ? found : others).slice(0, OFFERED);
});
