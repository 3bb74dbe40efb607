import { searchRange } from '@domain/calendar/default-range.js';
import { roomText } from '@domain/room/room-number.js';
import { showRange } from '../../shared/calendar-data/show-range.js';
import { fillForm, takePlaceOf } from '../form.js';
import { bookAt } from '../form-actions.js';
import { openBlank } from '../open-form.js';
import type { TentativeStay } from './tentative.js';

/** Begins the booking that takes the place of a 仮予約: with its guest, room and nights. Saved, it ends the 仮予約. */
export async function bookTentative({ id, roomNumber, start, end, tentative }: TentativeStay): Promise<void> {
  const stay = { start, end };
  if (!(await showRange(searchRange(stay)))) return;
  const { guestName, tel, remark } = tentative;
  openBlank();
  takePlaceOf({ id, name: `${roomText(roomNumber)} ${guestName}様` });
  bookAt(roomNumber, stay);
  fillForm({ reserverName: guestName, guestName1: guestName, tel, notes: remark });
}
