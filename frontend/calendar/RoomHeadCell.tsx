// biome-ignore-all lint/a11y/useSemanticElements: the windowed grid follows the ARIA grid pattern: a table cannot leave rows out, and focus lies on its cells.
import { STOREROOM } from '@domain/room/room-month.js';
import { floorOf } from '@domain/room/room-order.js';
import { memo } from 'react';
import type { RoomHead } from '../shared/calendar-data/calendar.js';

type RoomHeadCellProps = { head: RoomHead; candidate: boolean | null; focusable: boolean };

/** A row's head: the room's number, kind and traits, with its floor's colour. */
export const RoomHeadCell = memo(function RoomHeadCell({ head, candidate, focusable }: RoomHeadCellProps) {
  const { roomNumber, month } = head;
  const traits = [
    month.smokingStatus === '喫煙' && { mark: '喫', name: '喫煙' },
    month.priority === '女性' && { mark: '女', name: '女性優先' },
    month.priority === '男性' && { mark: '男', name: '男性優先' },
    month.corporate === 1 && { mark: '法', name: '法人' },
  ].filter((trait) => trait !== false);
  const spoken = [roomNumber, month.roomType, month.smokingStatus, ...traits.map(({ name }) => name)];
  return (
    <div
      role="rowheader"
      className="room-head"
      aria-colindex={1}
      tabIndex={focusable ? 0 : -1}
      data-room={roomNumber}
      data-candidate={candidate === true ? 'true' : undefined}
      data-floor={floorOf(roomNumber) ?? undefined}
      data-storeroom={month.roomType === STOREROOM || undefined}
      data-tooltip={[...new Set(spoken), month.reservableStatus].join('・')}
    >
      <span className="room-number">{roomNumber}</span>
      <span className="room-kind">{month.roomLabel || month.roomType}</span>
      {traits.map(({ mark, name }) => (
        <span key={mark} className="room-trait" data-trait={mark}>
          <span aria-hidden="true">{mark}</span>
          <span className="visually-hidden">{name}</span>
        </span>
      ))}
    </div>
  );
});
