import {
  addDays,
  type Day,
  daysBetween,
  daysFromTo,
  monthsBetween,
  monthsFromTo,
  nightsOf,
  weekdayOf,
} from '@domain/dates.js';
import { BOOKABLE, NOT_BOOKABLE, type RoomMonthDetails, STOREROOM, TWIN } from '@domain/room/room-month.js';
import { floorOf, GRID_ROOM_NUMBERS } from '@domain/room/room-order.js';
import { SAMPLE_MASTERS } from './masters.js';
import { type Draft, draft } from './sample-event.js';
import type { Setting } from './setting.js';

/** A room of the sample hotel: what is the same in every month. */
export type SampleRoom = Omit<RoomMonthDetails, 'month' | 'reservableStatus'>;

/** Nights in one room. */
export type RoomStay = { room: SampleRoom; start: Day; end: Day };

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

/** The rooms of the sample hotel in display order. */
export const SAMPLE_ROOMS: readonly SampleRoom[] = GRID_ROOM_NUMBERS.map(roomOf);

function roomOf(roomNumber: string): SampleRoom {
  const plain = { roomNumber, priority: '', smokingStatus: '禁煙', corporate: 0 } as const;
  if (STOREROOMS.includes(roomNumber)) return { ...plain, roomType: STOREROOM, roomLabel: STOREROOM };
  const floor = floorOf(roomNumber) ?? 0;
  const [roomType, letter] = roomTypeOf(floor, roomNumber.slice(-2));
  const isSmoking = SMOKING_FLOORS.includes(floor) || SMOKING_ROOMS.includes(roomNumber);
  const smokingStatus = isSmoking ? '喫煙' : '禁煙';
  const priority = LADIES_ROOMS.includes(roomNumber) ? '女性' : MENS_ROOMS.includes(roomNumber) ? '男性' : '';
  const corporate = CORPORATE_ROOMS.includes(roomNumber) ? 1 : 0;
  const prefix = corporate === 1 ? '法人' : priority || smokingStatus;
  return { roomNumber, roomType, roomLabel: `${prefix}${letter}`, priority, smokingStatus, corporate };
}

function roomTypeOf(floor: number, position: string): [roomType: string, letter: string] {
  if (floor >= 4 && (position === '01' || position === '16')) return [TWIN, 'T'];
  if (floor >= 5 && position === '15') return ['ダブル', 'D'];
  if (position === '07' || position === '10') return ['セミダブル', 'SD'];
  return ['シングル', 'S'];
}

/** Whether the room can be booked in the month of a day. */
function isBookable(room: SampleRoom, date: Day, setting: Setting): boolean {
  const isClosed = CLOSED_MONTHS[room.roomNumber]?.includes(monthsBetween(setting.today, date)) ?? false;
  return room.roomType !== STOREROOM && !isClosed;
}

/** Whether the room can be booked for all nights of the stay. */
export function isOpenThrough({ room, start, end }: RoomStay, setting: Setting): boolean {
  const last = addDays(end, -1);
  return last <= setting.lastNight && [start, last].every((night) => isBookable(room, night, setting));
}

/** Whether two rooms are equivalent for a party. */
export function isAlike(a: SampleRoom, b: SampleRoom): boolean {
  const { roomType, smokingStatus, priority, corporate } = a;
  const isSameKind = roomType === b.roomType && smokingStatus === b.smokingStatus;
  return isSameKind && priority === b.priority && corporate === b.corporate;
}

/** A stay; `previous` is the stay in the same room that it continues, if any. */
export type PlacedStay = RoomStay & { previous: PlacedStay | null };

const CONTINUES = 0.06;
const LONGEST_GROUP = 3;

/** Weights of 1 to 7 nights, so that a stay touches two months at most: business guests arrive early in the week. */
const EARLY_WEEK = [21, 24, 18, 15, 14, 3, 5];
const MIDWEEK = [33, 28, 16, 9, 6, 4, 4];
const WEEKEND = [46, 32, 11, 4, 3, 2, 2];

/** Share of the rooms taken on a night, Sunday to Saturday, while the calendar is full. */
const SHARE_BY_WEEKDAY = [0.75, 0.78, 0.8, 0.8, 0.79, 0.85, 0.875];
const SHARE_BEFORE_HOLIDAY = 0.87;
const NOISE = 0.012;
const FULL_DAYS_AHEAD = 17;
const FADING_DAYS = 32;
const FAR_AHEAD = 0.03;

/** Fills the rooms night by night up to each night's share; the stays are in order of their start. */
export function placeStays(setting: Setting): PlacedStay[] {
  const stays: PlacedStay[] = [];
  const latest = new Map<SampleRoom, PlacedStay>();
  for (const night of daysFromTo(setting.firstNight, setting.lastNight)) {
    const open = SAMPLE_ROOMS.filter((room) => isBookable(room, night, setting));
    const free = open.filter((room) => (latest.get(room)?.end ?? night) <= night);
    const wanted = Math.round(open.length * shareTaken(night, setting)) - (open.length - free.length);
    for (const room of setting.random.shuffled(free).slice(0, Math.max(0, wanted))) {
      const stay = place(room, night, latest.get(room), setting);
      latest.set(room, stay);
      stays.push(stay);
    }
  }
  return stays;
}

/** The share of the bookable rooms that is taken on a night: full weekends, fewer bookings in far months. */
function shareTaken(night: Day, { today, holidays, random }: Setting): number {
  const usual = SHARE_BY_WEEKDAY[weekdayOf(night)] ?? 0;
  const share = holidays.has(addDays(night, 1)) ? Math.max(usual, SHARE_BEFORE_HOLIDAY) : usual;
  const daysAhead = daysBetween(today, night);
  const fading =
    daysAhead <= FULL_DAYS_AHEAD
      ? 1
      : FAR_AHEAD + (1 - FAR_AHEAD) * Math.exp((FULL_DAYS_AHEAD - daysAhead) / FADING_DAYS);
  return (share + random.between(-NOISE, NOISE)) * fading;
}

function place(room: SampleRoom, start: Day, before: PlacedStay | undefined, setting: Setting): PlacedStay {
  const { random } = setting;
  const weekday = weekdayOf(start);
  const weights = weekday <= 2 ? EARLY_WEEK : weekday <= 4 ? MIDWEEK : WEEKEND;
  let nights = random.weighted(weights.map((weight, index) => [index + 1, weight] as const));
  while (!isOpenThrough({ room, start, end: addDays(start, nights) }, setting)) nights -= 1;
  const isAdjacent = before?.end === start && lengthOfGroup(before) < LONGEST_GROUP;
  const previous = isAdjacent && random.chance(CONTINUES) ? before : null;
  return { room, start, end: addDays(start, nights), previous };
}

function lengthOfGroup({ previous }: PlacedStay): number {
  return previous ? 1 + lengthOfGroup(previous) : 1;
}

/** The nights of each room that any booking takes or once took. */
export class RoomNights {
  private readonly taken = new Set<string>();

  constructor(stays: readonly RoomStay[]) {
    for (const stay of stays) this.take(stay);
  }

  areFree(stay: RoomStay): boolean {
    return this.nightsOf(stay).every((night) => !this.taken.has(night));
  }

  take(stay: RoomStay): void {
    for (const night of this.nightsOf(stay)) this.taken.add(night);
  }

  private nightsOf({ room, start, end }: RoomStay): string[] {
    return nightsOf({ start, end }).map((night) => `${room.roomNumber} ${night}`);
  }
}

/** Every room-month of the sample hotel as it is first defined. */
export function roomMonthDrafts(setting: Setting): Draft[] {
  const { firstMonth, lastNight, opening: at } = setting;
  const moment = { at, by: SAMPLE_MASTERS.manager };
  return monthsFromTo(firstMonth, lastNight).flatMap((month) =>
    SAMPLE_ROOMS.map((room) => {
      const reservableStatus = isBookable(room, month, setting) ? BOOKABLE : NOT_BOOKABLE;
      const data: RoomMonthDetails = { ...room, month, reservableStatus };
      return draft('room-month', data, moment, { type: 'RoomMonthDefined', data });
    }),
  );
}
