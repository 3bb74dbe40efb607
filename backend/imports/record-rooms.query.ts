import { withOfferedCorporate } from '@domain/imports/plan-registration.js';
import { soldRoom } from '@domain/imports/record-details.js';
import { offeredRooms } from '@domain/imports/room-choice.js';
import type { HotelReference } from '@domain/reference.js';
import { roomMonthOf } from '@domain/room/room-directory.js';
import type { RecordRooms } from '@wire/csv-actions.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { vacancyNow } from './occupancy.js';

/** The free rooms that staff are offered for an imported record, the best first; 404 when there is no such record. */
export async function recordRooms(
  database: HotelDatabase,
  reference: HotelReference,
  id: number,
): Promise<RecordRooms> {
  const { rooms, corporates, roomTypeMappings } = reference;
  const found = await database
    .selectFrom('csv_reservations')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('自動登録データが見つかりません。');
  const record = withOfferedCorporate(found.state, corporates);
  const { stayStart, stayEnd, bookingId } = record;
  if (stayStart === null || stayEnd === null || stayStart >= stayEnd)
    return { rooms: [], empty_because: null };
  const stay = { start: stayStart, end: stayEnd };
  const party = { ...record, ...soldRoom(record, roomTypeMappings), stay };
  const vacancy = await vacancyNow(database, stay, rooms);
  const { candidates, emptyBecause } = offeredRooms(party, reference, vacancy, bookingId);
  return {
    rooms: candidates.flatMap((roomNumber) => {
      const room = rooms.byNumber.get(roomNumber);
      const month = room && roomMonthOf(room, stayStart);
      return month ? [encodeRoomMonth(month)] : [];
    }),
    empty_because: emptyBecause?.message ?? null,
  };
}
