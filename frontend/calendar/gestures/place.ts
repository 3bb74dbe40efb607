import { addDays, type Day, daysBetween, type Stay } from '@domain/dates.js';

/** Where a booking is, or is to be. */
export type Place = { roomNumber: string; stay: Stay };

/** What of a stay follows the pointer. */
export type Grip = 'new' | 'whole' | 'start' | 'end';

const atMost = (a: Day, b: Day): Day => (a < b ? a : b);
const atLeast = (a: Day, b: Day): Day => (a > b ? a : b);

/** A place of one night. */
export function oneNight(roomNumber: string, date: Day): Place {
  return { roomNumber, stay: { start: date, end: addDays(date, 1) } };
}

/** The same stay, some days later or, negative, earlier. */
export function shifted({ roomNumber, stay }: Place, days: number): Place {
  return { roomNumber, stay: { start: addDays(stay.start, days), end: addDays(stay.end, days) } };
}

/** The stay with its end some days later or earlier; a night is always left. */
export function withEndMoved({ roomNumber, stay }: Place, days: number): Place {
  return {
    roomNumber,
    stay: { start: stay.start, end: atLeast(addDays(stay.end, days), addDays(stay.start, 1)) },
  };
}

/** The stay with its start some days later or earlier; a night is always left. */
export function withStartMoved({ roomNumber, stay }: Place, days: number): Place {
  return {
    roomNumber,
    stay: { start: atMost(addDays(stay.start, days), addDays(stay.end, -1)), end: stay.end },
  };
}

/** Whether two places are the same room and nights. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.roomNumber === b.roomNumber && a.stay.start === b.stay.start && a.stay.end === b.stay.end;
}

/** Where what was gripped at one cell is when the pointer is at another. */
export function placeAt(
  grip: Grip,
  from: Place,
  gripped: { roomNumber: string; date: Day },
  at: { roomNumber: string; date: Day },
): Place {
  const days = daysBetween(gripped.date, at.date);
  switch (grip) {
    case 'new':
      return {
        roomNumber: from.roomNumber,
        stay: { start: atMost(gripped.date, at.date), end: addDays(atLeast(gripped.date, at.date), 1) },
      };
    case 'whole':
      return { ...shifted(from, days), roomNumber: at.roomNumber };
    case 'start':
      return withStartMoved(from, days);
    case 'end':
      return withEndMoved(from, days);
    default:
      return grip satisfies never;
  }
}
