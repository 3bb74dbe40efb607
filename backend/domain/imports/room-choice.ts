import type { Stay } from '../dates.js';
import type { HotelReference } from '../reference.js';
import { categoryOf } from '../room/category.js';
import { type Room, roomMonthsOfStay } from '../room/room-directory.js';
import { type RoomSearchRequest, roomSuits, searchRooms } from '../room/room-search.js';
import type { CsvReservationDetails } from './csv-reservation.js';

/** Free nights in a room before and after a stay; null where nobody follows or precedes. */
export type Gap = { before: number | null; after: number | null };

/** The gap that a stay would lie in, null when the room is not free for it; one booking may be left out of account. */
export type Vacancy = (roomNumber: string, stay: Stay, except: number | null) => Gap | null;

/** What a room is chosen for. */
export type RoomWish = Pick<
  CsvReservationDetails,
  'mensCount' | 'womensCount' | 'smokingStatus' | 'corporateId' | 'soldCategories'
> & { stay: Stay };

type Masters = Pick<HotelReference, 'rooms' | 'corporates'>;

function searchRequest(wish: RoomWish, { corporates }: Masters): RoomSearchRequest {
  const { stay, mensCount, womensCount, smokingStatus, corporateId } = wish;
  return { stay, mensCount, womensCount, smokingStatus, corporate: corporates.get(corporateId) ?? null };
}

/** Rooms that were sold to the guest: those of the mapped categories, or corporate ones for a corporate's single. */
function roomsSold(wish: RoomWish, request: RoomSearchRequest, { rooms }: Masters): Room[] {
  const single = wish.mensCount + wish.womensCount === 1 && wish.smokingStatus === '禁煙';
  const all = [...rooms.byNumber.values()];
  if (single && request.corporate?.corporateFlag === 1) return all;
  return all.filter((room) =>
    roomMonthsOfStay(room, wish.stay)?.every((month) => {
      const category = categoryOf(month);
      return category !== null && wish.soldCategories.includes(category);
    }),
  );
}

/** The rooms that automatic registration may give, free or not (channel-csv.md, registration). */
export function roomsToGive(wish: RoomWish, masters: Masters): string[] {
  const request = searchRequest(wish, masters);
  return roomsSold(wish, request, masters)
    .filter(roomSuits(request))
    .map(({ roomNumber }) => roomNumber);
}

/** More than any gap between two bookings. */
const OPEN = 1_000_000;
const leftOver = ({ before, after }: Gap): number => (before ?? OPEN) + (after ?? OPEN);

/**
 * The free room whose gap fits tightest, then the first in display order; or why there is none. A gap without a
 * neighbour on one side is looser than any between two.
 */
export function chooseRoom(
  wish: RoomWish,
  masters: Masters,
  vacancy: Vacancy,
  except: number | null,
): { roomNumber: string } | { none: string } {
  const request = searchRequest(wish, masters);
  const gaps = new Map<string, Gap>();
  const occupied = (roomNumber: string): boolean => {
    const gap = vacancy(roomNumber, wish.stay, except);
    if (gap) gaps.set(roomNumber, gap);
    return gap === null;
  };
  const found = searchRooms({ ...request, rooms: roomsSold(wish, request, masters), occupied });
  const tightness = (roomNumber: string): number => leftOver(gaps.get(roomNumber) as Gap);
  const [first, ...others] = found.candidates;
  if (first === undefined) return { none: found.emptyBecause?.message ?? '' };
  const roomNumber = others.reduce(
    (best, other) => (tightness(other) < tightness(best) ? other : best),
    first,
  );
  return { roomNumber };
}
