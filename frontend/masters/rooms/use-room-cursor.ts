import type { ManagedRoomMonth } from '@wire/room-months.js';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyName } from '../../shared/ui/key-table.js';
import { isKey } from '../../shared/ui/keys.js';
import {
  chooseBetween,
  chooseUpTo,
  floorNameOf,
  ROOM_FIELD_NAMES,
  ROOM_FIELDS,
  type RoomField,
  setChosen,
  toggleAll,
  toggleRoom,
} from '../rooms.atoms.js';

type Place = { id: number; column: number };

const FIRST_FIELD = 2;
const ROW_STEPS: readonly [KeyName, number][] = [
  ['roomUp', -1],
  ['roomDown', 1],
  ['roomPageUp', -10],
  ['roomPageDown', 10],
  ['roomStart', Number.NEGATIVE_INFINITY],
  ['roomEnd', Number.POSITIVE_INFINITY],
];
const COLUMN_STEPS: readonly [KeyName, number][] = [
  ['roomLeft', -1],
  ['roomRight', 1],
];

const within = (value: number, last: number) => Math.max(0, Math.min(last, value));

function focusCell({ id, column }: Place): boolean {
  const cell = document.getElementById(cellId(id, column));
  cell?.focus();
  return cell !== null;
}

/** Which cell the keyboard is on and which is edited; the keys of the table. */
export function useRoomCursor(rooms: readonly ManagedRoomMonth[]) {
  const [place, setPlace] = useState<Place | null>(null);
  const [edited, setEdited] = useState<Place | null>(null);
  const leaving = useRef<Place | null>(null);
  const lastIndex = useRef(0);
  const found = place === null ? -1 : rooms.findIndex(({ id }) => id === place.id);
  const index = found >= 0 ? found : within(lastIndex.current, rooms.length - 1);
  useEffect(() => {
    lastIndex.current = index;
  });
  const room = rooms[index];
  const column = place?.column ?? FIRST_FIELD;
  const cursor = room ? { id: room.id, column } : null;

  /** Edits a cell, or nothing more: then the focus goes back to the cell that was edited, if it has nowhere else to be. */
  const edit = useCallback((next: Place | null, back: Place | null = null) => {
    leaving.current = back;
    setEdited(next);
  }, []);
  useLayoutEffect(() => {
    const back = edited === null ? leaving.current : null;
    leaving.current = null;
    if (back && document.activeElement === document.body) focusCell(back);
  }, [edited]);

  const moveTo = (row: number, to: number, extending: boolean) => {
    const target = rooms[within(row, rooms.length - 1)];
    if (!target) return;
    focusCell({ id: target.id, column: within(to, LAST_COLUMN) });
    if (extending && room) chooseBetween(room.id, target.id);
  };

  const act = (event: KeyboardEvent): boolean => {
    if (!room) return false;
    const rows = ROW_STEPS.find(([name]) => isKey(event, name))?.[1];
    const columns = COLUMN_STEPS.find(([name]) => isKey(event, name))?.[1];
    if (rows !== undefined) moveTo(index + rows, column, event.shiftKey);
    else if (columns !== undefined) moveTo(index, column + columns, false);
    else if (isKey(event, 'roomChoose')) event.shiftKey ? chooseUpTo(room.id) : toggleRoom(room.id);
    else if (isKey(event, 'roomChooseAll')) toggleAll(rooms.map(({ id }) => id));
    else if (isKey(event, 'roomChooseFloor')) {
      const floor = floorNameOf(room);
      toggleAll(rooms.filter((other) => floorNameOf(other) === floor).map(({ id }) => id));
    } else if (isKey(event, 'roomEdit') && fieldOfColumn(column)) setEdited({ id: room.id, column });
    else if (event.key === 'Escape')
      setChosen(
        rooms.map(({ id }) => id),
        false,
      );
    else return false;
    return true;
  };

  return {
    cursor,
    edited,
    edit,
    focusCursor: () => cursor !== null && focusCell(cursor),
    onKeyDown(event: KeyboardEvent) {
      const onCell = event.target instanceof Element && event.target.matches('td, th[data-room]');
      if (onCell && act(event)) event.preventDefault();
    },
    onFocusCell(target: HTMLElement) {
      const cell = target.closest<HTMLElement>('[data-room]');
      if (cell) setPlace({ id: Number(cell.dataset.room), column: Number(cell.dataset.columnIndex) });
    },
  };
}

/** A column of the table: the choice, the number, the fields that are edited, and how much is booked. */
export type RoomColumn = 'choice' | 'number' | RoomField | 'booked';

export const ROOM_COLUMNS: readonly RoomColumn[] = ['choice', 'number', ...ROOM_FIELD_NAMES, 'booked'];
const LAST_COLUMN = ROOM_COLUMNS.length - 1;

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
