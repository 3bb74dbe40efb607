// biome-ignore-all lint/a11y/useSemanticElements: the table follows the ARIA grid pattern: focus lies on its cells.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table follows the ARIA grid pattern: focus lies on its cells.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the table takes the keys of all its cells.

import { Button } from '@blueprintjs/core';
import { monthText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import { floorOf } from '@domain/room/room-order.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { type FocusEvent, type MouseEvent, memo, useRef } from 'react';
import { useValue, useWrite } from '../../shared/store.js';
import { useKey } from '../../shared/ui/keys.js';
import { PaneState } from '../PaneState.js';
import {
  chooseUpTo,
  chosenIdsAtom,
  isRoomFilteredAtom,
  NO_FILTER,
  reloadMonth,
  roomFieldText,
  roomFilterAtom,
  roomsByFloorAtom,
  roomTypesAtom,
  shownMonthAtom,
  toggleAll,
  toggleRoom,
  visibleRoomsAtom,
} from '../rooms.atoms.js';
import { CellEditor } from './CellEditor.js';
import { ROOM_TYPES_ID } from './room-inputs.js';
import { cellId, fieldOfColumn, headingOf, ROOM_COLUMNS, useRoomCursor } from './use-room-cursor.js';

/** The rooms of a month floor by floor: chosen, and edited cell by cell, with the keyboard or the mouse. */
export function RoomTable() {
  const floors = useValue(roomsByFloorAtom);
  const rooms = useValue(visibleRoomsAtom);
  const chosen = useValue(chosenIdsAtom);
  const types = useValue(roomTypesAtom);
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const { cursor, edited, edit, focusCursor, onKeyDown, onFocusCell } = useRoomCursor(rooms);
  useKey('roomJump', () => {
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

type FloorHeadProps = { name: string; rooms: readonly ManagedRoomMonth[]; chosen: ReadonlySet<number> };

/** The heading of a floor, which also chooses all of its rooms. */
function FloorHead({ name, rooms, chosen }: FloorHeadProps) {
  const ids = rooms.map(({ id }) => id);
  const all = ids.every((id) => chosen.has(id));
  const word = all ? '選択を外す' : 'すべて選ぶ';
  return (
    <tr className="floor-head">
      <th scope="rowgroup" colSpan={ROOM_COLUMNS.length} data-floor={name}>
        <span className="floor-name">{name}</span>
        <span className="floor-count">{`${rooms.length}室`}</span>
        <Button
          size="small"
          variant="minimal"
          tabIndex={-1}
          text={word}
          aria-label={`${name}を${word}`}
          onClick={() => toggleAll(ids)}
        />
      </th>
    </tr>
  );
}

/** Why no room is listed, and what to do about it. */
export function EmptyRooms({ month, read, onCopy }: { month: Month; read: boolean; onCopy: () => void }) {
  const { failure } = useValue(shownMonthAtom);
  const filtered = useValue(isRoomFilteredAtom);
  const setFilter = useWrite(roomFilterAtom);
  return (
    <PaneState failure={failure} loading={!read} onRetry={() => reloadMonth()}>
      {filtered ? (
        <>
          <p>条件に合う部屋はありません。</p>
          <Button text="絞り込みを解除" onClick={() => setFilter(NO_FILTER)} />
        </>
      ) : (
        <>
          <p>{`${monthText(month)}の部屋はまだありません。`}</p>
          <p className="soft">ほかの月の部屋をコピーするか、CSVで取り込むか、1室ずつ追加してください。</p>
          <Button text="月をコピー" onClick={onCopy} />
        </>
      )}
    </PaneState>
  );
}

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
const RoomRow = memo(function RoomRow({ room, chosen, current, edited, onEdit }: RoomRowProps) {
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
