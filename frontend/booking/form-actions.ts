import type { BrokenRule } from '@domain/broken-rule.js';
import { searchRange } from '@domain/calendar/default-range.js';
import type { Stay } from '@domain/dates.js';
import { brokenSearchRules } from '@domain/reservation/save-rules.js';
import { roomMonthOf } from '@domain/room/room-directory.js';
import { type RoomMonth, TWIN } from '@domain/room/room-month.js';
import { ROOM_916 } from '@domain/room/room-order.js';
import type { RoomSearchRequest } from '@domain/room/room-search.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { calendarAtom } from '../shared/calendar-data/calendar.js';
import { showRange } from '../shared/calendar-data/show-range.js';
import { showAlert, WRONG_INPUT } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { corporatesAtom, readOnce } from '../shared/masters.js';
import { store } from '../shared/store.js';
import { leadFocusTo } from '../shared/ui/focus-field.js';
import { stashDraft } from './drafts.js';
import {
  chosenRoomAtom,
  fillForm,
  fillPlace,
  formAtom,
  openingAtom,
  roomChoicesAtom,
  savingAtom,
  searchedStayAtom,
  setField,
  setSearch,
  showErrorsOf,
} from './form.js';
import { actionsOf, storedBooking } from './form-mode.js';
import { type FormValues, fieldId, firstFieldOf, formFieldOf } from './form-values.js';
import { openBlank } from './open-form.js';
import { saveRequestOf, stayOfForm } from './parse-draft.js';
import { tidyForm } from './tidy-form.js';

/** Shows every broken rule in one alert; OK leads to the first wrong field (spec 5). */
export function alertRules(broken: readonly BrokenRule[]): Promise<void> {
  showErrorsOf(broken.flatMap((rule) => formFieldOf(rule.field) ?? []));
  const field = firstFieldOf(broken.map((rule) => rule.field));
  return showAlert(broken.map(({ message }) => message).join('\n'), WRONG_INPUT, field && fieldId(field));
}

/** The names that were taken over in a form, which its first values tell from others. */
const takenAtom = atom<{ form: FormValues; name: string; kana: string } | null>(null);

/** Returns whether the guest is who books as it was taken over. */
export function isGuestTaken(): boolean {
  const { values, baseline, mode } = store.get(formAtom);
  const taken = store.get(takenAtom);
  if (mode.kind !== 'new' || taken?.form !== baseline) return false;
  return taken.name === values.guestName1 && taken.kana === values.guestName1Kana;
}

/** Takes who books over as the guest, unless the guest was written otherwise. */
export function takeReserverAsGuest(): void {
  const { values, baseline } = store.get(formAtom);
  const { reserverName: name, reserverNameKana: kana, guestName1, guestName1Kana } = values;
  const isEmpty = guestName1 === '' && guestName1Kana === '';
  if (name === '' || !(isEmpty || isGuestTaken())) return;
  setField('guestName1', name);
  setField('guestName1Kana', kana);
  store.set(takenAtom, { form: baseline, name, kana });
}

/** Returns the request of 部屋検索 as the form stands, null while it has no stay. */
function searchRequest(): RoomSearchRequest | null {
  const today = store.get(todayAtom);
  const { values } = store.get(formAtom);
  const stay = today && stayOfForm(values, today);
  if (!stay) return null;
  const { mensCount, womensCount, smokingStatus, corporateId } = values;
  const flag = store.get(corporatesAtom).find(({ id }) => id === corporateId)?.corporate_flag ?? 0;
  const corporate = corporateId === 0 ? null : { corporateFlag: flag };
  return { stay, mensCount, womensCount, smokingStatus, corporate };
}

/** A chosen room that the search does not offer is given up; one that it offers is taken for the stay's month. */
function keepOfferedRoom(): void {
  const { found, others, current } = store.get(roomChoicesAtom);
  const stored = storedBooking(store.get(formAtom).mode);
  const chosen = store.get(chosenRoomAtom);
  const own = current.filter(({ roomNumber }) => roomNumber === stored?.borderRoom);
  const option = [...found, ...others, ...own].find(({ roomNumber }) => roomNumber === chosen);
  fillForm({ roomId: option?.roomId ?? null });
}

/** Returns true once the company's kind is known, which decides about the rooms; false where it can't be read, and said. */
async function isCorporateKnown(): Promise<boolean> {
  if (store.get(formAtom).values.corporateId === 0) return true;
  try {
    await readOnce('corporate');
    return true;
  } catch (error) {
    await alertFailure(error);
    return false;
  }
}

/** Runs 部屋検索: widens the calendar around the stay, offers the rooms found (spec 5 and 9) and leads to them. */
export async function runRoomSearch(): Promise<void> {
  const today = store.get(todayAtom);
  if (!today) return;
  tidyForm();
  const broken = brokenSearchRules(saveRequestOf(store.get(formAtom).values, today));
  if (broken.length > 0) return alertRules(broken);
  if (!(await isCorporateKnown())) return;
  const search = searchRequest();
  if (!search || !(await showRange(searchRange(search.stay)))) return;
  setSearch(search);
  keepOfferedRoom();
  leadFocusTo(fieldId('roomId'));
}

/** Takes a room that the search offers, by a click on its row. */
export function chooseRoom(roomNumber: string): void {
  const { found, others } = store.get(roomChoicesAtom);
  const { values, mode } = store.get(formAtom);
  const option = [...found, ...others].find((offered) => offered.roomNumber === roomNumber);
  if (option && values.roomMoveLock === 0 && actionsOf(mode).edit) setField('roomId', option.roomId);
}

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
  fillPlace((typed) => placed(typed, month, stay));
  setSearch(searchRequest());
  requestAnimationFrame(() => leadFocusTo(fieldId('checkinTime')));
}

/** A free night was chosen: of a room that the search offers, the room; else a booking of that night begins. */
export function chooseFree(roomNumber: string, stay: Stay): void {
  const searched = store.get(searchedStayAtom);
  const isSearched = searched !== null && stay.start >= searched.start && stay.end <= searched.end;
  if (isSearched) chooseRoom(roomNumber);
  else bookAt(roomNumber, stay);
}
