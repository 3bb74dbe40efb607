import { BOOKABLE, type RoomMonthDetails, STOREROOM, TWIN } from './room-month.js';

/** The categories of the count rows, in the order of the calendar (spec 2, contract 3). */
export const CATEGORIES = [
  'normal_non_smoking',
  'normal_smoking',
  'women_non_smoking',
  'twin_smoking',
  'twin_non_smoking',
  'corporate_smoking',
  'corporate_non_smoking',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** The category a room-month counts in, null when it counts nowhere (contract 3). */
export function categoryOf(room: RoomMonthDetails): Category | null {
  if (room.reservableStatus !== BOOKABLE || room.roomType === STOREROOM) return null;
  const smokes = room.smokingStatus === '喫煙';
  if (room.corporate === 1) return smokes ? 'corporate_smoking' : 'corporate_non_smoking';
  if (room.roomType === TWIN) return smokes ? 'twin_smoking' : 'twin_non_smoking';
  if (smokes) return 'normal_smoking';
  return room.priority === '女性' ? 'women_non_smoking' : 'normal_non_smoking';
}
