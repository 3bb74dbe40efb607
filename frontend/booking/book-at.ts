import type { Stay } from '@domain/dates.js';
import { roomMonthOf } from '@domain/room/room-directory.js';
import { type RoomMonth, TWIN } from '@domain/room/room-month.js';
import { ROOM_916 } from '@domain/room/room-order.js';
import { calendarAtom } from '../shared/calendar-data/calendar.js';
import { store } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { formAtom, openingAtom, savingAtom, searchedStayAtom } from './form.js';
import { chooseRoom, searchRequest } from './form-actions.js';
import { type FormValues, fieldId } from './form-values.js';
import { openBlank } from './open-form.js';
import { stashDraft } from './stashed-drafts.js';

/** The party that a room is assumed to be for until a number of guests is entered. */
function usualParty({ roomNumber, roomType, priority }: RoomMonth) {
  const size = roomType === TWIN ? 2 : 1;
  if (priority === '女性') return { mensCount: 0, womensCount: size };
  const couple = size === 2 && roomNumber === ROOM_916;
  return couple ? { mensCount: 1, womensCount: 1 } : { mensCount: size, womensCount: 0 };
}

function placed(values: FormValues, month: RoomMonth, stay: Stay): Partial<FormValues> {
  const isPartyKnown = values.mensCount + values.womensCount > 0;
  return {
    stayStart: stay.start,
    stayEnd: stay.end,
    roomId: month.id,
    smokingStatus: month.smokingStatus,
    ...(!isPartyKnown && usualParty(month)),
  };
}

/**
 * Begins a booking of a room for a stay: the form has room and dates and counts as searched, so that it can be
 * registered once the guest is named. What was typed for a new booking stays; other dates that were typed are set aside.
 */
export function bookAt(roomNumber: string, stay: Stay): void {
  const room = store.get(calendarAtom)?.rooms.byNumber.get(roomNumber);
  const month = room && roomMonthOf(room, stay.start);
  if (!month || store.get(savingAtom) || store.get(openingAtom)) return;
  const { mode, values, baseline } = store.get(formAtom);
  if (mode.kind === 'edit') openBlank();
  else if (values.stayStart !== baseline.stayStart || values.stayEnd !== baseline.stayEnd) stashDraft();
  store.set(formAtom, (form) => {
    const place = placed(form.values, month, stay);
    // What the calendar put there is not typed: nothing is lost when the next place is chosen.
    const known = form.mode.kind === 'new' ? { ...form.baseline, ...place } : form.baseline;
    return { ...form, values: { ...form.values, ...place }, baseline: known, fromAddress: false };
  });
  store.set(formAtom, (form) => ({ ...form, search: searchRequest(), split: null }));
  requestAnimationFrame(() => focusField(fieldId('checkinTime')));
}

/** A free night was chosen: of a room that the search offers, the room; else a booking of that night begins. */
export function chooseFree(roomNumber: string, stay: Stay): void {
  const searched = store.get(searchedStayAtom);
  const isSearched = searched !== null && stay.start >= searched.start && stay.end <= searched.end;
  if (isSearched) chooseRoom(roomNumber);
  else bookAt(roomNumber, stay);
}
