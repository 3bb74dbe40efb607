import { monthsFromTo } from '@domain/dates.js';
import { BOOKABLE, NOT_BOOKABLE, type RoomMonthDetails, STOREROOM, TWIN } from '@domain/room/room-month.js';
import { floorOf, GRID_ROOM_NUMBERS } from '@domain/room/room-order.js';
import type { Draft } from './sample-event.js';
import { monthsFromToday, type Setting } from './setting.js';

/** A room of the sample hotel: what is the same in every month. */
export type SampleRoom = Omit<RoomMonthDetails, 'month' | 'reservableStatus'>;

const STOREROOMS = ['216', '316'];
const SMOKING_FLOORS = [3, 4];
const SMOKING_ROOMS = ['516'];
const LADIES_ROOMS = ['1002', '1003', '1005', '902', '903', '905', '906', '907', '908', '710'];
const MENS_ROOMS = ['602', '603', '605', '606', '705', '405'];
const CORPORATE_ROOMS = ['702', '703', '705', '706', '707', '708', '710', '402', '403', '405'];

/** Rooms under repair, by months from today's month. */
const CLOSED_MONTHS: Readonly<Record<string, readonly number[]>> = {
  '1013': [1, 2],
  '805': [-1],
  '612': [1],
  '513': [-1, 0],
  '310': [1, 3, 5, 7, 9, 11, 13],
  '211': [0],
  '207': [2],
};

function roomTypeOf(floor: number, position: string): { roomType: string; letter: string } {
  if (floor >= 4 && (position === '01' || position === '16')) return { roomType: TWIN, letter: 'T' };
  if (floor >= 5 && position === '15') return { roomType: 'ダブル', letter: 'D' };
  if (position === '07' || position === '10') return { roomType: 'セミダブル', letter: 'SD' };
  return { roomType: 'シングル', letter: 'S' };
}

function roomOf(roomNumber: string): SampleRoom {
  const plain = { roomNumber, priority: '', smokingStatus: '禁煙', corporate: 0 } as const;
  if (STOREROOMS.includes(roomNumber)) return { ...plain, roomType: STOREROOM, roomLabel: STOREROOM };
  const floor = floorOf(roomNumber) ?? 0;
  const { roomType, letter } = roomTypeOf(floor, roomNumber.slice(-2));
  const smokes = SMOKING_FLOORS.includes(floor) || SMOKING_ROOMS.includes(roomNumber);
  const smokingStatus = smokes ? '喫煙' : '禁煙';
  const priority = LADIES_ROOMS.includes(roomNumber) ? '女性' : MENS_ROOMS.includes(roomNumber) ? '男性' : '';
  const corporate = CORPORATE_ROOMS.includes(roomNumber) ? 1 : 0;
  const prefix = corporate === 1 ? '法人' : priority || smokingStatus;
  return { roomNumber, roomType, roomLabel: `${prefix}${letter}`, priority, smokingStatus, corporate };
}

/** The rooms of the sample hotel in display order. */
export const SAMPLE_ROOMS: readonly SampleRoom[] = GRID_ROOM_NUMBERS.map(roomOf);

/** Whether the room can be booked in a month, counted from today's month. */
export function isBookable(room: SampleRoom, monthFromToday: number): boolean {
  return room.roomType !== STOREROOM && !CLOSED_MONTHS[room.roomNumber]?.includes(monthFromToday);
}

/** Every room-month of the sample hotel as it is first defined. */
export function roomMonthDrafts({ today, firstMonth, lastNight, opening, masters }: Setting): Draft[] {
  return monthsFromTo(firstMonth, lastNight).flatMap((month) =>
    SAMPLE_ROOMS.map((room): Draft => {
      const bookable = isBookable(room, monthsFromToday(today, month));
      const reservableStatus = bookable ? BOOKABLE : NOT_BOOKABLE;
      const data = { ...room, month, reservableStatus } as const;
      const event = () => ({ type: 'RoomMonthDefined', data }) as const;
      return { category: 'room-month', subject: data, at: opening, by: masters.manager, event };
    }),
  );
}
