import {
  addDays,
  type Day,
  daysBetween,
  daysFromTo,
  lastDayOf,
  monthOf,
  monthsBetween,
  monthsFromTo,
  nightsOf,
  weekdayOf,
} from '@domain/dates.js';
import { decideRoomMonths } from '@domain/room/decide-room-months.js';
import { isBookableFor, type RoomDirectory, roomDirectory } from '@domain/room/room-directory.js';
import {
  BOOKABLE,
  NOT_BOOKABLE,
  type PlannedRoom,
  type RoomMonth,
  STOREROOM,
  TWIN,
} from '@domain/room/room-month.js';
import { planRooms } from '@domain/room/room-month-plans.js';
import { floorOf, GRID_ROOM_NUMBERS } from '@domain/room/room-order.js';
import { roomMonthStream } from '../../streams/room-month.stream.js';
import { type Desk, must } from './desk.js';
import type { MasterIds } from './masters.js';
import type { Setting } from './setting.js';

/** A room of the sample hotel: what is the same in every month. */
export type SampleRoom = Omit<PlannedRoom, 'reservableStatus'>;

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

/** Defines every room in every month of the sample. */
export function defineRooms(desk: Desk, { today, firstMonth, lastNight }: Setting): void {
  for (const month of monthsFromTo(firstMonth, lastNight)) {
    const rooms = SAMPLE_ROOMS.map((room) => {
      const isClosed = CLOSED_MONTHS[room.roomNumber]?.includes(monthsBetween(today, month));
      const reservableStatus = room.roomType === STOREROOM || isClosed ? NOT_BOOKABLE : BOOKABLE;
      return { ...room, reservableStatus } as const;
    });
    const plan = planRooms({ rooms, from: month, until: month });
    const facts = { rooms: roomDirectory([]), bookings: [], acknowledged: new Set<number>() };
    for (const { data } of must(decideRoomMonths(plan, facts)).defined)
      desk.append(roomMonthStream, { type: 'RoomMonthDefined', data });
  }
}

/** Returns whether two rooms are equivalent for a party. */
export function isAlike(a: SampleRoom, b: SampleRoom): boolean {
  const { roomType, smokingStatus, priority, corporate } = a;
  const isSameKind = roomType === b.roomType && smokingStatus === b.smokingStatus;
  return isSameKind && priority === b.priority && corporate === b.corporate;
}

/** The nights of the rooms: where they can be booked, and which any booking takes or once took. */
export class RoomNights {
  private readonly taken = new Set<string>();

  private readonly rooms: RoomDirectory;

  constructor(months: Iterable<RoomMonth>) {
    this.rooms = roomDirectory(months);
  }

  /** Returns whether the room can be booked for all nights. */
  areOpen({ room: { roomNumber }, ...stay }: RoomStay): boolean {
    const room = this.rooms.byNumber.get(roomNumber);
    return room !== undefined && isBookableFor(room, stay);
  }

  /** The id by which a save names the room of a stay. */
  roomIdOf({ room, start }: RoomStay): number {
    return this.rooms.byNumber.get(room.roomNumber)?.months.get(monthOf(start))?.id ?? 0;
  }

  /** Takes the nights if they can be booked and nobody ever had them. */
  take(stay: RoomStay): boolean {
    const nights = nightsOf(stay).map((night) => `${stay.room.roomNumber} ${night}`);
    if (!this.areOpen(stay) || nights.some((night) => this.taken.has(night))) return false;
    for (const night of nights) this.taken.add(night);
    return true;
  }
}

/** The facts that bookings are planned from: also the nights of the rooms, and the ids of master records. */
export type House = Setting & { nights: RoomNights; ids: MasterIds };

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
export function placeStays(house: House): PlacedStay[] {
  const { nights, random, firstNight, lastNight } = house;
  const stays: PlacedStay[] = [];
  const latest = new Map<SampleRoom, PlacedStay>();
  for (const month of monthsFromTo(firstNight, lastNight)) {
    const open = SAMPLE_ROOMS.filter((room) =>
      nights.areOpen({ room, start: month, end: addDays(month, 1) }),
    );
    for (const night of daysFromTo(month, lastDayOf(month))) {
      if (night < firstNight) continue;
      const free = open.filter((room) => (latest.get(room)?.end ?? night) <= night);
      const wanted = Math.round(open.length * shareTaken(night, house)) - (open.length - free.length);
      for (const room of random.shuffled(free).slice(0, Math.max(0, wanted))) {
        const stay = place(room, night, latest.get(room), house);
        latest.set(room, stay);
        stays.push(stay);
      }
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

function place(room: SampleRoom, start: Day, before: PlacedStay | undefined, house: House): PlacedStay {
  const { random, nights } = house;
  const weekday = weekdayOf(start);
  const weights = weekday <= 2 ? EARLY_WEEK : weekday <= 4 ? MIDWEEK : WEEKEND;
  let length = random.weighted(weights.map((weight, index) => [index + 1, weight] as const));
  while (!nights.take({ room, start, end: addDays(start, length) })) length -= 1;
  const isAdjacent = before?.end === start && lengthOfGroup(before) < LONGEST_GROUP;
  const previous = isAdjacent && random.chance(CONTINUES) ? before : null;
  return { room, start, end: addDays(start, length), previous };
}

function lengthOfGroup({ previous }: PlacedStay): number {
  return previous ? 1 + lengthOfGroup(previous) : 1;
}
