import { inUse } from '../masters/masters.js';
import type { HotelReference } from '../reference.js';
import type { Category, SmokingStatus } from '../room/room-month.js';
import type { ChannelReservation } from './channel-reservation.js';
import { type CsvReservation, type CsvReservationDetails, detailsOf } from './csv-reservation.js';

type Masters = Pick<HotelReference, 'corporates' | 'roomTypeMappings'>;

const PLAIN = /^[\x21-\x7e]*$/;
const normalized = (text: string): string =>
  PLAIN.test(text) ? text : text.normalize('NFKC').replace(/\s/g, '');

/** The categories that a room symbol, or else a room name, is mapped to; none when unmapped. */
export function categoriesSold(
  { roomSymbol, roomName }: { roomSymbol: string; roomName: string },
  mappings: Masters['roomTypeMappings'],
): Category[] {
  const categoriesOf = (text: string): Category[] | undefined => {
    const wanted = normalized(text);
    if (wanted === '') return undefined;
    return inUse(mappings.values()).find(({ roomType }) => normalized(roomType) === wanted)?.categories;
  };
  return categoriesOf(roomSymbol) ?? categoriesOf(roomName) ?? [];
}

function smokingStatusOf(categories: readonly Category[], roomName: string): SmokingStatus {
  const isSmoking = (category: Category): boolean => !category.endsWith('non_smoking');
  if (categories.length > 0 && categories.every(isSmoking)) return '喫煙';
  if (categories.some(isSmoking) || categories.length === 0)
    return roomName.includes('喫煙') ? '喫煙' : '禁煙';
  return '禁煙';
}

/** The categories and smoking status of a record by the current room type mapping. */
export function soldRoom(
  record: { roomSymbol: string; roomName: string },
  mappings: Masters['roomTypeMappings'],
): Pick<CsvReservationDetails, 'soldCategories' | 'smokingStatus'> {
  const soldCategories = categoriesSold(record, mappings);
  return { soldCategories, smokingStatus: smokingStatusOf(soldCategories, record.roomName) };
}

/** Prefers a company in use over a retired one of the same name. */
function corporateIdOf(companyName: string, corporates: Masters['corporates']): number {
  const wanted = normalized(companyName);
  if (wanted === '') return 0;
  const named = [...corporates.values()].filter(
    ({ corporateShortName }) => normalized(corporateShortName) === wanted,
  );
  return (inUse(named)[0] ?? named[0])?.id ?? 0;
}

const NO_SHARE = { mensCount: 0, womensCount: 0, totalFee: 0, usedPoints: 0 };

/** The cancelled record of a room that a reservation no longer has, derived from its first room. */
export function surplusRoom(first: CsvReservationDetails, roomIndex: number): CsvReservationDetails {
  const fault = first.kind === 'キャンセル' ? first.fault : null;
  return { ...first, ...NO_SHARE, roomIndex, kind: 'キャンセル', fault };
}

/**
 * The cancelled record of a room that a newer row of its reservation doesn't have: as that row's first room, or with what is
 * known of it where it came from a row of its own.
 */
export function givenUpRoom(
  record: CsvReservation,
  first: CsvReservationDetails,
  known: readonly CsvReservation[],
): CsvReservationDetails {
  const { roomIndex } = record;
  if (known.every(({ digest }) => digest === record.digest)) return surplusRoom(first, roomIndex);
  const { faultDetail: _, isUntimed: __, ...own } = detailsOf(record);
  const { revision, digest, fault, faultDetail, isUntimed } = surplusRoom(first, roomIndex);
  return {
    ...{ ...own, kind: 'キャンセル', warnings: [], revision, digest, fault },
    ...(faultDetail !== undefined && { faultDetail }),
    ...(isUntimed && { isUntimed }),
  };
}

/** The record of one room of a reservation, from 1; a surplus one beyond those of the row (channel-csv.md, identity). */
export function recordDetails(
  reservation: ChannelReservation,
  roomIndex: number,
  masters: Masters,
): CsvReservationDetails {
  const { rooms, companyName, fault, ...shared } = reservation;
  const room = rooms[roomIndex - 1];
  if (!room) return surplusRoom(recordDetails(reservation, 1, masters), roomIndex);
  const { fault: ownFault, ...share } = room;
  return {
    ...shared,
    ...share,
    ...soldRoom(reservation, masters.roomTypeMappings),
    roomIndex,
    fault: fault ?? (reservation.kind === 'キャンセル' ? null : ownFault),
    guestName2: '',
    corporateId: corporateIdOf(companyName, masters.corporates),
    coupon: 0,
  };
}
