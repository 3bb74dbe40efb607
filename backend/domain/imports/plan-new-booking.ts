import { type Day, monthOf } from '../dates.js';
import { blacklistMatch } from '../reservation/blacklist.js';
import type { ReservationDraft } from '../reservation/reservation.commands.js';
import { NOT_BLACKLISTED } from '../reservation/reservation.js';
import { DEFAULT_PURPOSE } from '../reservation/sources.js';
import type { RoomDirectory } from '../room/room-directory.js';
import type { CsvReservationDetails } from './csv-reservation.js';
import { failure, type RegistrationFacts, type RegistrationPlan, unmappedRoom } from './plan-registration.js';
import { faultOf } from './record-fault.js';
import { chooseRoom } from './room-choice.js';
import { sharedFields } from './shared-fields.js';

/** The room-month id by which a save names a room for a stay; null when the room has none that month. */
export function roomIdFor(roomNumber: string, start: Day, rooms: RoomDirectory): number | null {
  return rooms.byNumber.get(roomNumber)?.months.get(monthOf(start))?.id ?? null;
}

/** Registers a record that is no booking yet (channel-csv.md, registration). */
export function planNewBooking(record: CsvReservationDetails, facts: RegistrationFacts): RegistrationPlan {
  const { stayStart, stayEnd } = record;
  const fault = faultOf(record);
  if (fault) return failure(fault);
  const unmapped = unmappedRoom(record);
  if (unmapped) return unmapped;
  if (stayStart === null || stayEnd === null) return failure('日付不正');
  if (blacklistMatch(record, [...facts.blacklist.values()])) return failure('ブラックリスト一致');
  const stay = { start: stayStart, end: stayEnd };
  const choice = chooseRoom({ ...record, stay }, facts, facts.vacancy, null);
  if ('none' in choice) return failure('空室なし', choice.none);
  const draft: ReservationDraft = {
    ...sharedFields(record),
    guestName2: record.guestName2,
    roomId: roomIdFor(choice.roomNumber, stayStart, facts.rooms),
    purpose: DEFAULT_PURPOSE,
    paymentType: null,
    roomMoveLock: 0,
    blacklistId: NOT_BLACKLISTED,
    nextdayOutFlag: 0,
  };
  return { type: 'create', draft, paymentFlag: record.paymentFlag };
}
