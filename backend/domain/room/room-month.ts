import type { Month } from '../dates.js';

export const STOREROOM = '倉庫';
export const TWIN = 'ツイン';
export const BOOKABLE = '予約可能';
export const NOT_BOOKABLE = '予約不可';

export const SMOKING_STATUSES = ['禁煙', '喫煙'] as const;
export type SmokingStatus = (typeof SMOKING_STATUSES)[number];

export const GENDER_PRIORITIES = ['男性', '女性', ''] as const;
/** Gender preference of a room; empty matches either (contract 3). */
export type GenderPriority = (typeof GENDER_PRIORITIES)[number];

export const RESERVABLE_STATUSES = [BOOKABLE, NOT_BOOKABLE] as const;
export type ReservableStatus = (typeof RESERVABLE_STATUSES)[number];

/** The properties of one room in one month (spec 3, contract 2). */
export type RoomMonthDetails = {
  roomNumber: string;
  month: Month;
  roomType: string;
  roomLabel: string;
  priority: GenderPriority;
  smokingStatus: SmokingStatus;
  reservableStatus: ReservableStatus;
  corporate: 0 | 1;
  /** The place that staff gave the room among all; null where its number tells it. */
  position: number | null;
};

/** A room as it is planned, independent of months. */
export type PlannedRoom = Omit<RoomMonthDetails, 'month' | 'position'>;

/** A room-month as it is planned; without a position it keeps the room's. */
export type PlannedRoomMonth = PlannedRoom & Pick<RoomMonthDetails, 'month'> & Partial<RoomMonthDetails>;

export type RoomMonth = RoomMonthDetails & { id: number; version: number };

export type RoomMonthEvent = { type: 'RoomMonthDefined'; data: RoomMonthDetails };

/** The room-month after an event. */
export function evolveRoomMonth(state: RoomMonth | null, event: RoomMonthEvent, id: number): RoomMonth {
  return { id, version: (state?.version ?? 0) + 1, ...event.data };
}

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

/** The category a room-month counts in, null when there is none or it counts nowhere (contract 3). */
export function categoryOf(room: RoomMonthDetails | null | undefined): Category | null {
  if (room?.reservableStatus !== BOOKABLE || room.roomType === STOREROOM) return null;
  const smokes = room.smokingStatus === '喫煙';
  if (room.corporate === 1) return smokes ? 'corporate_smoking' : 'corporate_non_smoking';
  if (room.roomType === TWIN) return smokes ? 'twin_smoking' : 'twin_non_smoking';
  if (smokes) return 'normal_smoking';
  return room.priority === '女性' ? 'women_non_smoking' : 'normal_non_smoking';
}
