import { searchRange } from '@domain/calendar/default-range.js';
import type { WaitingRecord } from '@wire/waiting-list.js';
import { showRange } from '../../shared/calendar-data/show-range.js';
import { leadFocusTo } from '../../shared/ui/focus-field.js';
import { fillForm, fulfilWaiting } from '../form.js';
import { bookAt, runRoomSearch } from '../form-actions.js';
import { openBlank } from '../open-form.js';
import { FIRST_PROPOSAL } from '../room-proposals.js';

/**
 * Begins the booking of who waits: with guest, party, nights and the first room that suits; where none is free, with the ways
 * to free one. Saved, it fulfils the entry.
 */
export async function bookWaiting(entry: WaitingRecord): Promise<void> {
  const { id, guest_name, tel, remark, mens_count, womens_count } = entry;
  const stay = { start: entry.stay_start, end: entry.stay_end };
  if (!(await showRange(searchRange(stay)))) return;
  openBlank();
  fulfilWaiting({ id, name: `${guest_name}様` });
  fillForm({
    ...{ reserverName: guest_name, guestName1: guest_name, tel, notes: remark },
    ...{ mensCount: mens_count, womensCount: womens_count, corporateId: entry.corporateID },
    smokingStatus: entry.smoking_status,
  });
  const [room] = entry.rooms;
  if (room) return bookAt(room.room_number, stay);
  fillForm({ stayStart: stay.start, stayEnd: stay.end });
  await runRoomSearch();
  leadFocusTo(FIRST_PROPOSAL);
}
