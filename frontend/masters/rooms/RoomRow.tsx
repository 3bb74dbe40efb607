// biome-ignore-all lint/a11y/useSemanticElements: the table follows the ARIA grid pattern: focus lies on its cells.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table follows the ARIA grid pattern: focus lies on its cells.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the table takes the keys of all its cells.
import { floorOf } from '@domain/room/room-order.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { type MouseEvent, memo } from 'react';
import { chooseUpTo, toggleRoom } from '../choose-rooms.js';
import { roomFieldText } from '../room-fields.js';
import { CellEditor } from './CellEditor.js';
import { cellId, fieldOfColumn, ROOM_COLUMNS } from './cell-place.js';

type Place = { id: number; column: number };
type RoomRowProps = {
  room: ManagedRoomMonth;
  chosen: boolean;
  /** The column that the keyboard is on, and the one that is edited. */
  current: number | null;
  edited: number | null;
  onEdit: (place: Place | null, back?: Place | null) => void;
};

const CHOOSING_COLUMNS = 2;

function CellContent({ room, column, chosen }: { room: ManagedRoomMonth; column: number; chosen: boolean }) {
  const field = fieldOfColumn(column);
  if (field) return roomFieldText(field, room);
  if (ROOM_COLUMNS[column] === 'number') return room.room_number;
  if (ROOM_COLUMNS[column] === 'booked') return room.booked_nights > 0 ? `${room.booked_nights}泊` : '';
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={`${room.room_number}号室を選択`}
      checked={chosen}
      onChange={() => {}}
    />
  );
}

/** A room of the month, a cell for each of its fields. */
export const RoomRow = memo(function RoomRow({ room, chosen, current, edited, onEdit }: RoomRowProps) {
  const { id, room_number, reservable_status } = room;
  const onClick = (event: MouseEvent, column: number) => {
    if (event.shiftKey) chooseUpTo(id);
    else if (column < CHOOSING_COLUMNS || event.ctrlKey || event.metaKey) toggleRoom(id);
  };
  return (
    <tr
      data-number={room_number}
      aria-selected={chosen}
      data-reservable={reservable_status}
      data-floor={floorOf(room_number) ?? undefined}
    >
      {ROOM_COLUMNS.map((name, column) => {
        const place = { id, column };
        const field = fieldOfColumn(column);
        const Cell = name === 'number' ? 'th' : 'td';
        return (
          <Cell
            key={name}
            id={cellId(id, column)}
            role={name === 'number' ? 'rowheader' : 'gridcell'}
            data-room={id}
            data-column={name}
            data-column-index={column}
            tabIndex={current === column ? 0 : -1}
            onClick={(event) => onClick(event, column)}
            onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            onDoubleClick={() => field && onEdit(place)}
          >
            {field && edited === column ? (
              <CellEditor room={room} field={field} onClose={() => onEdit(null, place)} />
            ) : (
              <CellContent room={room} column={column} chosen={chosen} />
            )}
          </Cell>
        );
      })}
    </tr>
  );
});
