import { nightAt } from '@domain/calendar/stay-cells.js';
import { addDays } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { atom } from 'jotai';
import {
  bookingsOfRoomAtom,
  closuresOfRoomAtom,
  daysAtom,
  rowStaysAtom,
} from '../../shared/calendar-data/calendar.js';
import { store } from '../../shared/store.js';
import { type CellPlace, cellOf, type Grip, gripAt, oneNight, type Place } from './place.js';
import { placeOf, placeOfClosure, type Subject, type Unplaced } from './proposal.js';

/** The place where the pointer went down, counting what is scrolled away, and what it holds. */
export type Press = {
  x: number;
  y: number;
  cell: CellPlace;
  grip: Grip;
  subject: Subject;
  from: Place;
};

/** Returns what is taken up at a room's night: what is there, or the night itself for a new booking. */
export function subjectAt({ roomNumber, date }: CellPlace): { subject: Subject; from: Place } {
  const booking = store
    .get(bookingsOfRoomAtom(roomNumber))
    .find(({ stayStart, stayEnd }) => stayStart <= date && date < stayEnd);
  if (booking) {
    const from = placeOf(booking);
    return { subject: { bookingId: booking.id, from }, from };
  }
  const closure = closureAt({ roomNumber, date });
  if (!closure) return { subject: null, from: oneNight(roomNumber, date) };
  const from = placeOfClosure(closure);
  return { subject: { closureId: closure.id, from }, from };
}

function closureAt({ roomNumber, date }: CellPlace): RoomClosure | undefined {
  return store.get(closuresOfRoomAtom(roomNumber)).find(({ start, end }) => start <= date && date < end);
}

function gripIn(element: HTMLElement, { roomNumber, date }: CellPlace, x: number, columnWidth: number): Grip {
  const night = nightAt(store.get(rowStaysAtom(roomNumber)), store.get(daysAtom).indexOf(date));
  const inCell = x - element.getBoundingClientRect().left;
  const closure = night ? undefined : closureAt({ roomNumber, date });
  if (closure) {
    const ends = { isFirstNight: closure.start === date, isLastNight: addDays(date, 1) === closure.end };
    return gripAt(ends, false, inCell, columnWidth);
  }
  if (!night) return 'new';
  return gripAt(night.cell, night.stay.record.checkin_date !== null, inCell, columnWidth);
}

/** The reservations without a room that are shown above the rooms, by their ids. */
export const unplacedSubjectsAtom = atom<ReadonlyMap<number, Unplaced>>(new Map());

/** Returns the reservation without a room that the pointer grips as a whole; null for none. */
function pressOfUnplaced(
  target: EventTarget | null,
): Pick<Press, 'cell' | 'grip' | 'subject' | 'from'> | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-unplaced]') : null;
  const subject = element && store.get(unplacedSubjectsAtom).get(Number(element.dataset.unplaced));
  if (!subject) return null;
  const { from } = subject;
  return { cell: { roomNumber: from.roomNumber, date: from.stay.start }, grip: 'whole', subject, from };
}

/** Returns what the pointer grips where it goes down; null where nothing can be taken up. */
export function pressAt(event: PointerEvent, scroller: HTMLElement, columnWidth: number): Press | null {
  const at = { x: event.clientX + scroller.scrollLeft, y: event.clientY + scroller.scrollTop };
  const cell = cellOf(event.target);
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.cell') : null;
  if (cell && element)
    return { ...at, cell, grip: gripIn(element, cell, event.clientX, columnWidth), ...subjectAt(cell) };
  const unplaced = pressOfUnplaced(event.target);
  return unplaced && { ...at, ...unplaced };
}

/** The night that is marked. */
const edge: { element: HTMLElement | null } = { element: null };

/** Marks the night under the pointer where what is there could be extended or shortened. */
export function showEdge(event: PointerEvent, columnWidth: number): void {
  const element =
    event.target instanceof Element ? event.target.closest<HTMLElement>('.cell.stay, .cell.closure') : null;
  const cell = element && cellOf(element);
  const grip = element && cell ? gripIn(element, cell, event.clientX, columnWidth) : null;
  const isEdge = grip === 'start' || grip === 'end';
  const before = edge.element;
  edge.element = isEdge ? element : null;
  if (before && before !== edge.element) delete before.dataset.edge;
  if (edge.element && edge.element.dataset.edge !== grip) edge.element.dataset.edge = grip ?? '';
}
