import { ROOM_FIELD_NAMES, ROOM_FIELDS, type RoomField } from '../room-fields.js';

/** A column of the table: the choice, the number, the fields that are edited, and how much is booked. */
export type RoomColumn = 'choice' | 'number' | RoomField | 'booked';

export const ROOM_COLUMNS: readonly RoomColumn[] = ['choice', 'number', ...ROOM_FIELD_NAMES, 'booked'];
export const LAST_COLUMN = ROOM_COLUMNS.length - 1;

/** The field of a column that can be edited, null for the others. */
export function fieldOfColumn(column: number): RoomField | null {
  const name = ROOM_COLUMNS[column];
  return name === undefined || name === 'choice' || name === 'number' || name === 'booked' ? null : name;
}

/** A column's heading. */
export function headingOf(name: RoomColumn): string {
  if (name === 'choice') return '選択';
  if (name === 'number') return '部屋';
  return name === 'booked' ? '予約' : ROOM_FIELDS[name].label;
}

/** The element id of a cell. */
export function cellId(room: number, column: number): string {
  return `room-cell-${room}-${column}`;
}
