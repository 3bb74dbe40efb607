import { type BrokenRule, type Decided, decided, invalid, refused, STALE_VERSION } from '../broken-rule.js';
import { monthText } from '../calendar/stay-text.js';
import { type Month, monthsFromTo } from '../dates.js';
import type { RoomDirectory } from './room-directory.js';
import type { RoomMonth, RoomMonthDetails } from './room-month.js';
import { compareRoomNumbers } from './room-order.js';

/** What is said of a room in whatever month. */
type RoomTraits = Omit<RoomMonthDetails, 'roomNumber' | 'month'>;

/** New values for one room-month, meant for the version that was read; what is left out stays. */
export type RoomMonthChange = { id: number; version: number; traits: Partial<RoomTraits> };

/** What room-months are to be, in display order: each is defined wholly, whether it exists or not. */
export type RoomMonthPlan = (rooms: RoomDirectory) => Decided<RoomMonthDetails[]>;

const MOST_MONTHS = 120;

function detailsOf(room: RoomMonth): RoomMonthDetails {
  const { id, version, ...details } = room;
  return details;
}

/** The room-months of a month, in display order. */
export function roomsOfMonth(rooms: RoomDirectory, month: Month): RoomMonth[] {
  return [...rooms.byNumber.values()]
    .flatMap(({ months }) => months.get(month) ?? [])
    .sort((a, b) => compareRoomNumbers(a.roomNumber, b.roomNumber));
}

/** Changes room-months that exist, many at once. */
export function planChanges(changes: readonly RoomMonthChange[]): RoomMonthPlan {
  return ({ byId }) => {
    const ids = new Set(changes.map(({ id }) => id));
    const broken: BrokenRule[] = [];
    if (ids.size < changes.length) {
      broken.push(invalid('room_twice', 'rooms', '同じ部屋が2回指定されています。'));
    }
    if ([...ids].some((id) => !byId.has(id))) {
      broken.push(invalid('room_unknown', 'rooms', '部屋が見つかりません。'));
    }
    if (broken.length > 0) return refused(...broken);
    const asked = changes.map(({ id, ...change }) => ({ ...change, stored: byId.get(id) as RoomMonth }));
    if (asked.some(({ version, stored }) => version !== stored.version)) return refused(STALE_VERSION);
    return decided(asked.map(({ stored, traits }) => ({ ...detailsOf(stored), ...traits })));
  };
}

/** A new room, alike in every month from one to another. */
export function planNewRoom(
  room: RoomTraits & { roomNumber: string; from: Month; until: Month },
): RoomMonthPlan {
  const { from, until, ...details } = room;
  return ({ byNumber }) => {
    const months = monthsFromTo(from, until);
    if (months.length === 0) {
      return refused(invalid('until_before_from', 'until', '終了月は開始月以降の月を選択してください。'));
    }
    if (months.length > MOST_MONTHS) {
      return refused(invalid('too_many_months', 'until', `一度に登録できるのは${MOST_MONTHS}か月までです。`));
    }
    const known = months.filter((month) => byNumber.get(room.roomNumber)?.months.has(month));
    if (known.length > 0) {
      const listed = known.map(monthText).join('、');
      return refused(
        invalid('room_known', 'room_number', `${room.roomNumber}号室は既に登録されています（${listed}）。`),
      );
    }
    return decided(months.map((month) => ({ ...details, month })));
  };
}

/** Makes one month's rooms what another's are; rooms that only the other month has stay as they are. */
export function planCopy({ from, to }: { from: Month; to: Month }): RoomMonthPlan {
  return (rooms) => {
    if (from === to) {
      return refused(invalid('same_month', 'to', 'コピー元と異なる月をコピー先に選択してください。'));
    }
    const copied = roomsOfMonth(rooms, from);
    if (copied.length === 0) {
      return refused(invalid('month_empty', 'from', `${monthText(from)}には部屋が登録されていません。`));
    }
    return decided(copied.map((room) => ({ ...detailsOf(room), month: to })));
  };
}
