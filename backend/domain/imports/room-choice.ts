import type { Stay } from '../dates.js';
import type { HotelReference } from '../reference.js';
import { type Room, roomMonthsOfStay } from '../room/room-directory.js';
import { categoryOf } from '../room/room-month.js';
import {
  type EmptySearch,
  type RoomSearchRequest,
  type RoomSearchResult,
  roomSuits,
  searchRooms,
} from '../room/room-search.js';
import type { CsvReservationDetails } from './csv-reservation.js';

/** Free nights in a room before and after a stay; null where there is no other stay. */
export type Gap = { before: number | null; after: number | null };

/** The gap around a stay, null when the room is not free for it; one booking may be excluded. */
export type Vacancy = (roomNumber: string, stay: Stay, excluded: number | null) => Gap | null;

/** The party and stay that a room is chosen for. */
export type RoomRequest = Pick<
  CsvReservationDetails,
  'mensCount' | 'womensCount' | 'smokingStatus' | 'corporateId' | 'soldCategories' | 'warnings'
> & { stay: Stay };

type Masters = Pick<HotelReference, 'rooms' | 'corporates'>;

function searchRequest(party: RoomRequest, { corporates }: Masters): RoomSearchRequest {
  const { stay, mensCount, womensCount, smokingStatus, corporateId } = party;
  return { stay, mensCount, womensCount, smokingStatus, corporate: corporates.get(corporateId) ?? null };
}

/**
 * Rooms of the mapped categories, or all rooms for a non-smoking single guest of a corporate with flag 1; for guests whose
 * gender the channel doesn't say, only those for anybody.
 */
export function roomsSold(party: RoomRequest, { rooms, corporates }: Masters): Room[] {
  const isSingle = party.mensCount + party.womensCount === 1 && party.smokingStatus === '禁煙';
  const isAnybody = party.warnings.includes('性別未確認');
  const isForThem = (room: Room) =>
    !isAnybody || (roomMonthsOfStay(room, party.stay)?.every(({ priority }) => priority === '') ?? false);
  const all = [...rooms.byNumber.values()].filter(isForThem);
  if (isSingle && corporates.get(party.corporateId)?.corporateFlag === 1) return all;
  return all.filter((room) =>
    roomMonthsOfStay(room, party.stay)?.every((month) => {
      const category = categoryOf(month);
      return category !== null && party.soldCategories.includes(category);
    }),
  );
}

/** The rooms that automatic registration may assign, free or not (channel-csv.md, registration). */
export function assignableRooms(party: RoomRequest, masters: Masters): string[] {
  return roomsSold(party, masters)
    .filter(roomSuits(searchRequest(party, masters)))
    .map(({ roomNumber }) => roomNumber);
}

/** Larger than any gap between two bookings. */
const OPEN = 1_000_000;
const freeNights = ({ before, after }: Gap): number => (before ?? OPEN) + (after ?? OPEN);

/** The free ones of these rooms that suit the party, the tightest gap first, then in display order; or why there are none. */
function freeRooms(
  party: RoomRequest,
  masters: Masters,
  rooms: Iterable<Room>,
  { vacancy, excluded }: { vacancy: Vacancy; excluded: number | null },
): RoomSearchResult {
  const gaps = new Map<string, number>();
  const occupied = (roomNumber: string): boolean => {
    const gap = vacancy(roomNumber, party.stay, excluded);
    if (gap) gaps.set(roomNumber, freeNights(gap));
    return gap === null;
  };
  const { candidates, emptyBecause } = searchRooms({ ...searchRequest(party, masters), rooms, occupied });
  const gapOf = (roomNumber: string) => gaps.get(roomNumber) ?? 0;
  return { candidates: candidates.sort((a, b) => gapOf(a) - gapOf(b)), emptyBecause };
}

/**
 * The free room with the tightest gap, then the first in display order; or why there is none. A gap that is open on one
 * side is wider than any between two stays.
 */
export function chooseRoom(
  party: RoomRequest,
  masters: Masters,
  vacancy: Vacancy,
  excluded: number | null,
): { roomNumber: string } | { none: EmptySearch | null } {
  const sold = roomsSold(party, masters);
  const { candidates, emptyBecause } = freeRooms(party, masters, sold, { vacancy, excluded });
  const [roomNumber] = candidates;
  return roomNumber === undefined ? { none: emptyBecause } : { roomNumber };
}

/**
 * The rooms that staff are offered for a record, the best first: those of its room type before all others that 部屋検索
 * finds, the tightest gap first, and how many are of its type; or why there are none.
 */
export function offeredRooms(
  party: RoomRequest,
  masters: Masters,
  vacancy: Vacancy,
  excluded: number | null,
): RoomSearchResult & { ofType: number } {
  const sold = new Set(roomsSold(party, masters).map(({ roomNumber }) => roomNumber));
  const found = freeRooms(party, masters, masters.rooms.byNumber.values(), { vacancy, excluded });
  const rank = (roomNumber: string) => (sold.has(roomNumber) ? 0 : 1);
  const candidates = found.candidates.sort((a, b) => rank(a) - rank(b));
  return { ...found, candidates, ofType: candidates.filter((one) => sold.has(one)).length };
}
