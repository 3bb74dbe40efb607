import { countText } from '@domain/calendar/stay-text.js';
import { type BrokenRule, type Decided, decided, invalid, refused, STALE_VERSION } from '../broken-rule.js';
import { monthText } from '../calendar/stay-text.js';
import { addMonths, type Day, type Month, monthOf, monthsFromTo } from '../dates.js';
import { valueAt } from '../records.js';
import type { Room, RoomDirectory } from './room-directory.js';
import {
  BOOKABLE,
  type PlannedRoom,
  type PlannedRoomMonth,
  type RoomMonth,
  type RoomMonthDetails,
  STOREROOM,
} from './room-month.js';
import { firstSpelling, roomKey, roomText } from './room-number.js';
import { displayOrder, inDisplayOrder, isArrangeable, type OrderedRoom } from './room-order.js';

/** The properties of a room, independent of months. */
type RoomTraits = Omit<PlannedRoom, 'roomNumber'>;

/** New values for one room-month of an expected version; absent ones stay unchanged. */
export type RoomMonthChange = { id: number; version: number; traits: Partial<RoomTraits> };

/** The complete room-months to define, in display order, whether they exist or not. */
export type RoomMonthPlan = (rooms: RoomDirectory) => Decided<PlannedRoomMonth[]>;

const ROOM_TWICE = invalid('room_twice', 'rooms', '同じ部屋が2回指定されています。');

const ROOM_UNKNOWN = invalid('room_unknown', 'rooms', '部屋が見つかりません。');

const MOST_MONTHS = 120;
/** Events of one command. */
const MOST_ROOM_MONTHS = 15_000;

function detailsOf(room: RoomMonth): RoomMonthDetails {
  const { id, version, ...details } = room;
  return details;
}

/** The room-months of a month, in display order. */
export function roomsOfMonth(rooms: RoomDirectory, month: Month): RoomMonth[] {
  return inDisplayOrder(rooms).flatMap(({ months }) => months.get(month) ?? []);
}

/** Changes many existing room-months. */
export function planChanges(changes: readonly RoomMonthChange[]): RoomMonthPlan {
  return ({ byId }) => {
    const ids = new Set(changes.map(({ id }) => id));
    const broken: BrokenRule[] = [];
    if (ids.size < changes.length) broken.push(ROOM_TWICE);
    if ([...ids].some((id) => !byId.has(id))) {
      broken.push(ROOM_UNKNOWN);
    }
    if (broken.length > 0) return refused(...broken);
    const requested = changes.map(({ id, ...change }) => ({ ...change, stored: valueAt(byId, id) }));
    if (requested.some(({ version, stored }) => version !== stored.version)) return refused(STALE_VERSION);
    return decided(requested.map(({ stored, traits }) => ({ ...detailsOf(stored), ...traits })));
  };
}

/** The rules that a range of months for new rooms breaks. */
function brokenMonths(months: readonly Month[]): BrokenRule[] {
  if (months.length === 0) {
    return [invalid('until_before_from', 'until', '終了月は開始月以降の月を選択してください。')];
  }
  if (months.length <= MOST_MONTHS) return [];
  return [invalid('too_many_months', 'until', `一度に登録できるのは${MOST_MONTHS}か月までです。`)];
}

/** Defines many rooms in every month of a range, new ones and known ones. */
export function planRooms(plan: { rooms: readonly PlannedRoom[]; from: Month; until: Month }): RoomMonthPlan {
  const { rooms, from, until } = plan;
  return ({ byNumber }) => {
    const months = monthsFromTo(from, until);
    const broken = brokenMonths(months);
    if (new Set(rooms.map(({ roomNumber }) => roomKey(roomNumber))).size < rooms.length)
      broken.push(ROOM_TWICE);
    if (rooms.length * months.length > MOST_ROOM_MONTHS) {
      const most = countText(MOST_ROOM_MONTHS);
      const message = `一度に登録できるのは、部屋数と月数を掛けて${most}までです。終了月を早めてください。`;
      broken.push(invalid('too_many_room_months', 'until', message));
    }
    if (broken.length > 0) return refused(...broken);
    const spelled = firstSpelling(byNumber.keys());
    const named = rooms.map((room) => ({ ...room, roomNumber: spelled(room.roomNumber) }));
    const order = displayOrder(
      new Map<string, OrderedRoom>([...named.map((room) => [room.roomNumber, room] as const), ...byNumber]),
    );
    const inOrder = named.sort((a, b) => order(a.roomNumber, b.roomNumber));
    return decided(months.flatMap((month) => inOrder.map((room) => ({ ...room, month }))));
  };
}

/** A new room, identical in every month of a range. */
export function planNewRoom(
  room: RoomTraits & { roomNumber: string; from: Month; until: Month },
): RoomMonthPlan {
  const { from, until, ...details } = room;
  return ({ byNumber }) => {
    const months = monthsFromTo(from, until);
    const broken = brokenMonths(months);
    if (broken.length > 0) return refused(...broken);
    const roomNumber = firstSpelling(byNumber.keys())(room.roomNumber);
    const known = months.filter((month) => byNumber.get(roomNumber)?.months.has(month));
    if (known.length > 0) {
      const listed = known.map(monthText).join('、');
      return refused(
        invalid('room_known', 'room_number', `${roomText(roomNumber)}は既に登録されています（${listed}）。`),
      );
    }
    return decided(months.map((month) => ({ ...details, roomNumber, month })));
  };
}

/** Returns the months behind those of a file that get the place that it gives their rooms: the newest month's is shown. */
function placedLater(read: readonly PlannedRoomMonth[], { byNumber }: RoomDirectory): RoomMonthDetails[] {
  const newest = new Map<string, PlannedRoomMonth>();
  for (const room of read) {
    if (room.month > (newest.get(room.roomNumber)?.month ?? '')) newest.set(room.roomNumber, room);
  }
  return [...newest.values()].flatMap(({ roomNumber, month, position }) => {
    if (position === undefined) return [];
    return [...(byNumber.get(roomNumber)?.months.values() ?? [])]
      .filter((later) => later.month > month && later.position !== position)
      .map((later) => ({ ...detailsOf(later), position }));
  });
}

/**
 * Defines the room-months of a file, those of known rooms under the number that these have. A place that it gives a room holds
 * from that month on; rooms whose place is the specification's (spec 9) get none.
 */
export function planFile(read: readonly PlannedRoomMonth[]): RoomMonthPlan {
  return (directory) => {
    const { byNumber } = directory;
    const spelled = firstSpelling([...byNumber.keys(), ...read.map(({ roomNumber }) => roomNumber)]);
    const named = read.map((details) => ({ ...details, roomNumber: spelled(details.roomNumber) }));
    const fixed = named.filter(
      ({ roomNumber, position }) => position && !isArrangeable(byNumber, roomNumber),
    );
    if (fixed.length === 0) return decided([...named, ...placedLater(named, directory)]);
    const numbers = new Set(fixed.map(({ roomNumber }) => roomNumber));
    return refused(
      ...[...numbers].map((roomNumber) =>
        invalid(
          'fixed_place',
          'file',
          `${roomText(roomNumber)}の表示順は変えられません。空欄にしてください。`,
        ),
      ),
    );
  };
}

/**
 * Gives rooms their places, in every month from one on: these first, then all others as they stand. Without any room, the
 * places follow from the numbers again.
 */
export function planOrder({ rooms, from }: { rooms: readonly string[]; from: Month }): RoomMonthPlan {
  return (directory) => {
    const { byNumber } = directory;
    const broken: BrokenRule[] = [];
    if (new Set(rooms).size < rooms.length) broken.push(ROOM_TWICE);
    if (rooms.some((roomNumber) => !byNumber.has(roomNumber))) broken.push(ROOM_UNKNOWN);
    if (broken.length > 0) return refused(...broken);
    const others = inDisplayOrder(directory).map(({ roomNumber }) => roomNumber);
    const all = [...new Set([...rooms, ...others])].filter((roomNumber) =>
      isArrangeable(byNumber, roomNumber),
    );
    const placed = all.flatMap((roomNumber, index) => {
      const months = [...(byNumber.get(roomNumber)?.months.values() ?? [])];
      const position = rooms.length === 0 ? null : index + 1;
      return months.filter(({ month }) => month >= from).map((room) => ({ ...detailsOf(room), position }));
    });
    if (placed.length <= MOST_ROOM_MONTHS) return decided(placed);
    return refused(
      invalid('too_many_room_months', 'from', '一度に並べ替えられる部屋と月の数を超えています。'),
    );
  };
}

/** Copies the rooms of one month to another; rooms that only the target has stay unchanged. */
export function planCopy({ from, to }: { from: Month; to: Month }): RoomMonthPlan {
  return (rooms) => {
    if (from === to) {
      return refused(invalid('same_month', 'to', 'コピー元と異なる月をコピー先に選択してください。'));
    }
    const copied = roomsOfMonth(rooms, from);
    if (copied.length === 0) {
      return refused(invalid('month_empty', 'from', `${monthText(from)}には部屋が登録されていません。`));
    }
    return decided(
      copied.map((room) => {
        const { position, ...traits } = detailsOf(room);
        return { ...traits, month: to };
      }),
    );
  };
}

/** A room that has been 予約不可 for this many months is no longer in use. */
const MONTHS_CLOSED = 12;

function newestOf({ months }: Room): RoomMonth | undefined {
  return [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1)).at(-1);
}

/** Returns whether a room is in use: it has current months and was not closed for good. Storerooms are in use. */
function isInUse({ months }: Room, newest: RoomMonth, thisMonth: Month): boolean {
  const since = addMonths(thisMonth, -MONTHS_CLOSED);
  const open = ({ month, reservableStatus, roomType }: RoomMonth): boolean =>
    month >= since && (reservableStatus === BOOKABLE || roomType === STOREROOM);
  return newest.month >= addMonths(thisMonth, -1) && [...months.values()].some(open);
}

/** Continues every room in use as in its newest month, for a number of months after today's; 0 for none. */
export function planMonthsAhead(today: Day, monthsAhead: number): RoomMonthPlan {
  const thisMonth = monthOf(today);
  const last = addMonths(thisMonth, monthsAhead);
  return ({ byNumber }) => {
    const created: RoomMonthDetails[] = [];
    for (const room of monthsAhead === 0 ? [] : byNumber.values()) {
      const newest = newestOf(room);
      if (!newest || !isInUse(room, newest, thisMonth)) continue;
      const ahead = monthsFromTo(addMonths(newest.month, 1), last);
      created.push(...ahead.map((month) => ({ ...detailsOf(newest), month })));
    }
    const order = displayOrder(byNumber);
    const byMonth = (a: RoomMonthDetails, b: RoomMonthDetails): number =>
      a.month === b.month ? order(a.roomNumber, b.roomNumber) : a.month < b.month ? -1 : 1;
    return decided(created.sort(byMonth));
  };
}
