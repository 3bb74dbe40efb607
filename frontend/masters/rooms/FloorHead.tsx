import { Button } from '@blueprintjs/core';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { toggleAll } from '../choose-rooms.js';
import { ROOM_COLUMNS } from './cell-place.js';

type FloorHeadProps = { name: string; rooms: readonly ManagedRoomMonth[]; chosen: ReadonlySet<number> };

/** The heading of a floor, which also chooses all of its rooms. */
export function FloorHead({ name, rooms, chosen }: FloorHeadProps) {
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
