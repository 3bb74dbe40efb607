import type { Stay } from '../dates.js';
import { closureOver, type Room, roomMonthsOfStay } from './room-directory.js';
import { BOOKABLE, type RoomMonth, type SmokingStatus, STOREROOM, TWIN } from './room-month.js';
import { displayOrder, ROOM_916 } from './room-order.js';

/** The party of one or two guests that needs a room; `corporate` is null for guests of no corporate. */
export type RoomSearchRequest = {
  stay: Stay;
  mensCount: number;
  womensCount: number;
  smokingStatus: SmokingStatus;
  corporate: { corporateFlag: 0 | 1 } | null;
};

/** The rule that left no room, and its message for staff. */
export type EmptySearch = { code: string; message: string };

/** Result of 部屋検索: room numbers in display order, or why there are none. */
export type RoomSearchResult = { candidates: string[]; emptyBecause: EmptySearch | null };

type SearchRule = EmptySearch & { admits: (month: RoomMonth) => boolean };

const rule = (code: string, message: string, admits: (month: RoomMonth) => boolean): SearchRule => ({
  code,
  message,
  admits,
});

/** Rooms suit the party, and all of them are taken. */
export const OCCUPIED: EmptySearch = {
  code: 'occupied',
  message: '条件に合う部屋は、指定された期間にすべて予約されています。',
};
const CLOSED_OR_OCCUPIED = '条件に合う部屋は、指定された期間にすべて予約済みか売り止めです。';
const OPEN = rule(
  'not_reservable',
  '指定された期間を通して予約可能な部屋がありません。',
  (month) => month.reservableStatus === BOOKABLE && month.roomType !== STOREROOM,
);
const NO_CORPORATE_ROOM = rule(
  'corporate_only',
  '法人以外のお客様が利用できる部屋がありません。',
  (month) => month.corporate === 0,
);
const CORPORATE_ROOM = rule(
  'no_corporate_room',
  '法人専用の部屋がありません。',
  (month) => month.corporate === 1,
);

function genderRule({ mensCount }: RoomSearchRequest): SearchRule {
  const gender = mensCount > 0 ? '男性' : '女性';
  return rule(
    'gender_priority',
    `${gender}のお客様が利用できる部屋がありません。`,
    (month) => month.priority === '' || month.priority === gender,
  );
}

function smokingRule({ smokingStatus }: RoomSearchRequest): SearchRule {
  return rule(
    'smoking_status',
    `${smokingStatus}の部屋がありません。`,
    (month) => month.smokingStatus === smokingStatus,
  );
}

function typeRule({ mensCount, womensCount }: RoomSearchRequest): SearchRule {
  if (mensCount + womensCount === 1) {
    return rule('no_single', '1名で利用できる部屋がありません。', (month) => month.roomType !== TWIN);
  }
  return rule('no_twin', '2名で利用できるツインの部屋がありません。', ({ roomNumber, roomType }) =>
    roomNumber === ROOM_916 ? mensCount !== 2 : roomType === TWIN,
  );
}

/** The rules for this party's room in every month of the stay, in the order of spec 5. */
function rulesFor(request: RoomSearchRequest): SearchRule[] {
  const { corporate } = request;
  const nonSmokingSingle = request.mensCount + request.womensCount === 1 && request.smokingStatus === '禁煙';
  const type = typeRule(request);
  if (nonSmokingSingle && corporate?.corporateFlag === 1) {
    return [OPEN, CORPORATE_ROOM, genderRule(request), type];
  }
  return [
    OPEN,
    ...(corporate === null ? [NO_CORPORATE_ROOM] : []),
    ...(nonSmokingSingle ? [genderRule(request)] : []),
    smokingRule(request),
    type,
  ];
}

/** A test whether a room suits the party on every night of its stay, booked or not (spec 5, room search rules). */
export function roomSuits(request: RoomSearchRequest): (room: Room) => boolean {
  const rules = rulesFor(request);
  return (room) => {
    const months = closureOver(room, request.stay) ? null : roomMonthsOfStay(room, request.stay);
    return months?.every((month) => rules.every(({ admits }) => admits(month))) ?? false;
  };
}

/** The free rooms that suit the party, or the first rule in order that left none (spec 5, contract 3). */
export function searchRooms(
  request: RoomSearchRequest & { rooms: Iterable<Room>; occupied: (roomNumber: string) => boolean },
): RoomSearchResult {
  const rooms = [...request.rooms];
  let left = rooms.flatMap((room) => {
    const months = roomMonthsOfStay(room, request.stay);
    const isClosed = closureOver(room, request.stay) !== undefined;
    return months ? [{ roomNumber: room.roomNumber, months, isClosed }] : [];
  });
  const none = ({ code, message }: EmptySearch): RoomSearchResult => ({
    candidates: [],
    emptyBecause: { code, message },
  });
  for (const required of rulesFor(request)) {
    left = left.filter(({ months }) => months.every(required.admits));
    if (left.length === 0) return none(required);
  }
  const open = left.filter(({ isClosed }) => !isClosed);
  const free = open.map(({ roomNumber }) => roomNumber).filter((roomNumber) => !request.occupied(roomNumber));
  if (free.length === 0) {
    return none(open.length === left.length ? OCCUPIED : { ...OCCUPIED, message: CLOSED_OR_OCCUPIED });
  }
  const order = displayOrder(new Map(rooms.map((room) => [room.roomNumber, room])));
  return { candidates: free.sort(order), emptyBecause: null };
}
