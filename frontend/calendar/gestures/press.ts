import { nightAt } from '@domain/calendar/stay-cells.js';
import { bookingsOfRoomAtom, daysAtom, rowStaysAtom } from '../../shared/calendar-data/calendar.js';
import { store } from '../../shared/store.js';
import { type CellPlace, cellOf, type Grip, gripAt, oneNight, type Place } from './place.js';
import { placeOf, type Subject } from './proposal.js';

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

/** Returns what the pointer grips where it goes down, null outside of the rooms' nights. */
export function pressAt(event: PointerEvent, scroller: HTMLElement, columnWidth: number): Press | null {
  const cell = cellOf(event.target);
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.cell') : null;
  if (!cell || !element) return null;
  const grip = gripIn(element, cell, event.clientX, columnWidth);
  const { scrollLeft, scrollTop } = scroller;
  return { x: event.clientX + scrollLeft, y: event.clientY + scrollTop, cell, grip, ...subjectAt(cell) };
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
