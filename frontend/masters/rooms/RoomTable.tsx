// biome-ignore-all lint/a11y/useSemanticElements: the table follows the ARIA grid pattern: focus lies on its cells.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table follows the ARIA grid pattern: focus lies on its cells.
import { type FocusEvent, useRef } from 'react';
import {
  chosenIdsAtom,
  roomsByFloorAtom,
  roomTypesAtom,
  visibleRoomsAtom,
} from '../room-view.js';
import { useValue } from '../../shared/store.js';
import { useKey } from '../../shared/ui/use-key.js';
import { headingOf, ROOM_COLUMNS } from './cell-place.js';
import { FloorHead } from './FloorHead.js';
import { RoomRow } from './RoomRow.js';
import { ROOM_TYPES_ID } from './room-inputs.js';
import { useRoomCursor } from './use-room-cursor.js';

/** The rooms of a month floor by floor: chosen, and edited cell by cell, with the keyboard or the mouse. */
export function RoomTable() {
  const floors = useValue(roomsByFloorAtom);
  const rooms = useValue(visibleRoomsAtom);
  const chosen = useValue(chosenIdsAtom);
  const types = useValue(roomTypesAtom);
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const { cursor, edited, edit, focusCursor, onKeyDown, onFocusCell } = useRoomCursor(rooms);
  useKey('roomsJump', () => {
    const active = document.activeElement;
    if (!pane.current?.contains(active)) {
      before.current = active;
      return focusCursor();
    }
    if (before.current instanceof HTMLElement) before.current.focus();
    return true;
  });
  const onFocus = (event: FocusEvent) => event.target instanceof HTMLElement && onFocusCell(event.target);
  return (
    <div className="room-scroll" ref={pane}>
      <table
        role="grid"
        className="room-table"
        aria-label="部屋"
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <thead>
          <tr>
            {ROOM_COLUMNS.map((name) => (
              <th key={name} scope="col" data-column={name}>
                {name === 'choice' ? <span className="visually-hidden">選択</span> : headingOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        {floors.map((floor) => (
          <tbody key={floor.name}>
            <FloorHead name={floor.name} rooms={floor.rooms} chosen={chosen} />
            {floor.rooms.map((room) => (
              <RoomRow
                key={room.id}
                room={room}
                chosen={chosen.has(room.id)}
                current={cursor?.id === room.id ? cursor.column : null}
                edited={edited?.id === room.id ? edited.column : null}
                onEdit={edit}
              />
            ))}
          </tbody>
        ))}
      </table>
      <datalist id={ROOM_TYPES_ID}>
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </div>
  );
}
