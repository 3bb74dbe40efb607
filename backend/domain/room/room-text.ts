import type { TextFault } from '../text-fault.js';
import { BOOKABLE, NOT_BOOKABLE, type PlannedRoom, STOREROOM } from './room-month.js';
import { roomPattern } from './room-pattern.js';
import { isRoomTable, roomTable } from './room-table-text.js';

/** What a text says: the rooms in its order, or what is wrong with it; `ignored` names columns that say nothing of rooms. */
export type RoomText = { rooms: PlannedRoom[]; faults: TextFault[]; ignored: string[] };

/** Most rooms of one text. */
const MOST_ROOMS = 1_000;
const PLAIN_TYPE = 'シングル';

/** A room of which only some traits are known. */
export function plannedRoom({
  roomNumber,
  ...known
}: Partial<PlannedRoom> & { roomNumber: string }): PlannedRoom {
  const roomType = known.roomType || PLAIN_TYPE;
  return {
    roomNumber,
    roomLabel: '',
    priority: '',
    smokingStatus: '禁煙',
    corporate: 0,
    ...known,
    roomType,
    reservableStatus: roomType === STOREROOM ? NOT_BOOKABLE : (known.reservableStatus ?? BOOKABLE),
  };
}

/**
 * The rooms that a text describes: a pattern of floors and positions (`2〜10階、01〜16、04・09・14を除く`), or lines of a
 * spreadsheet or CSV file. With any fault there are no rooms.
 */
export function readRoomText(text: string): RoomText {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const read = isRoomTable(lines) ? roomTable(lines) : { ...roomPattern(lines), ignored: [] };
  const faults = [...read.faults];
  if (read.rooms.length > MOST_ROOMS) {
    const most = MOST_ROOMS.toLocaleString('en');
    faults.push({
      line: 1,
      message: `一度に登録できるのは${most}室までです（${read.rooms.length.toLocaleString('en')}室あります）。`,
    });
  }
  return { rooms: faults.length > 0 ? [] : read.rooms.map(plannedRoom), faults, ignored: read.ignored };
}
