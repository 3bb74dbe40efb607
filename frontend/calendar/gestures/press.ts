import { nightAt } from '@domain/calendar/stay-cells.js';
import { atom } from 'jotai';
import { bookingsOfRoomAtom, daysAtom, rowStaysAtom } from '../../shared/calendar-data/calendar.js';
import { store } from '../../shared/store.js';
import { type CellPlace, cellOf, type Grip, gripAt, oneNight, type Place } from './place.js';
import { placeOf, type Subject, type Unplaced } from './proposal.js';

/** The place where the pointer went down, counting what is scrolled away, and what it holds. */
export type Press = {
  x: number;
  y: number;
  cell: CellPlace;
  grip: Grip;
  subject: Subject;
  from: Place;
};

/** Returns what is taken up at a room's night: the booking there, or the night itself for a new one. */
export function subjectAt({ roomNumber, date }: CellPlace): { subject: Subject; from: Place } {
  const booking = store
    .get(bookingsOfRoomAtom(roomNumber))
    .find(({ stayStart, stayEnd }) => stayStart <= date && date < stayEnd);
  if (!booking) return { subject: null, from: oneNight(roomNumber, date) };
  const from = placeOf(booking);
  return { subject: { bookingId: booking.id, from }, from };
}

function gripIn(element: HTMLElement, { roomNumber, date }: CellPlace, x: number, columnWidth: number): Grip {
  const night = nightAt(store.get(rowStaysAtom(roomNumber)), store.get(daysAtom).indexOf(date));
  if (!night) return 'new';
  const isCheckedIn = night.stay.record.checkin_date !== null;
  return gripAt(night.cell, isCheckedIn, x - element.getBoundingClientRect().left, columnWidth);
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

/** Marks the night under the pointer whose booking could be extended or shortened there. */
export function showEdge(event: PointerEvent, columnWidth: number): void {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.cell.stay') : null;
  const cell = element && cellOf(element);
  const grip = element && cell ? gripIn(element, cell, event.clientX, columnWidth) : null;
  const isEdge = grip === 'start' || grip === 'end';
  const before = edge.element;
  edge.element = isEdge ? element : null;
  if (before && before !== edge.element) delete before.dataset.edge;
  if (edge.element && edge.element.dataset.edge !== grip) edge.element.dataset.edge = grip ?? '';
}
