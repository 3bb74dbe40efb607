import type { BrokenRule } from '@domain/broken-rule.js';
import { searchRange } from '@domain/calendar/default-range.js';
import { brokenSearchRules } from '@domain/reservation/save-rules.js';
import type { RoomSearchRequest } from '@domain/room/room-search.js';
import { showRange } from '../shared/calendar-data/show-range.js';
import { showAlert } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { corporatesAtom } from '../shared/masters.js';
import { store } from '../shared/store.js';
import { chosenRoomAtom, formAtom, roomChoicesAtom, setField, showErrorsOf } from './form.js';
import { actionsOf, storedBooking } from './form-mode.js';
import { fieldId, firstFieldOf, formFieldOf } from './form-values.js';
import { saveRequestOf, stayOfForm, tidiedValues } from './parse-draft.js';

const WRONG_INPUT = '入力内容にエラーがあります';

/** Shows every broken rule in one alert; OK leads to the first wrong field (spec 5). */
export function alertRules(broken: readonly BrokenRule[]): Promise<void> {
  showErrorsOf(broken.flatMap((rule) => formFieldOf(rule.field) ?? []));
  const field = firstFieldOf(broken.map((rule) => rule.field));
  return showAlert(broken.map(({ message }) => message).join('\n'), WRONG_INPUT, field && fieldId(field));
}

/** Tidies what was typed, whichever way a save or a search was asked for: a key leaves no field. */
export function tidyForm(): void {
  const today = store.get(todayAtom);
  if (today) store.set(formAtom, (form) => ({ ...form, values: tidiedValues(form.values, today) }));
}

/** What 部屋検索 would look for as the form stands, null while it has no stay. */
export function searchRequest(): RoomSearchRequest | null {
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
  store.set(formAtom, (form) => ({ ...form, values: { ...form.values, roomId: option?.roomId ?? null } }));
}

/** Runs 部屋検索: widens the calendar around the stay and offers the rooms found (spec 5 and 9). */
export async function runRoomSearch(): Promise<void> {
  const today = store.get(todayAtom);
  if (!today) return;
  tidyForm();
  const broken = brokenSearchRules(saveRequestOf(store.get(formAtom).values, today));
  if (broken.length > 0) return alertRules(broken);
  const search = searchRequest();
  if (!search || !(await showRange(searchRange(search.stay)))) return;
  store.set(formAtom, (form) => ({ ...form, search, split: null }));
  keepOfferedRoom();
}

/** Takes a room that the search offers, by a click on its row. */
export function chooseRoom(roomNumber: string): void {
  const { found, others } = store.get(roomChoicesAtom);
  const { values, mode } = store.get(formAtom);
  const option = [...found, ...others].find((offered) => offered.roomNumber === roomNumber);
  if (option && values.roomMoveLock === 0 && actionsOf(mode).edit) setField('roomId', option.roomId);
}
