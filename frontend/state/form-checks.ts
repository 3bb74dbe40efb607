import type { BrokenRule } from '@domain/broken-rule.js';
import { addDays, type Day, monthsFromTo, type Stay } from '@domain/dates.js';
import { blacklistMatch, needsBlacklistCheck } from '@domain/reservation/blacklist.js';
import { NOT_BLACKLISTED } from '@domain/reservation/reservation.js';
import { brokenSaveRules, type SaveFacts } from '@domain/reservation/save-rules.js';
import { isBookableFor, roomMonthsOfStay } from '@domain/room/room-directory.js';
import type { Atom } from 'jotai';
import { checkedInUntil, editedId } from '../form/form-mode.js';
import { saveRequestOf, stayOfForm } from '../form/form-request.js';
import type { FormValues } from '../form/form-values.js';
import { isOccupied } from '../form/room-options.js';
import { calendarAtom } from './calendar.js';
import type { CalendarSnapshot } from './calendar-snapshot.js';
import { askConfirm } from './dialogs.js';
import { chosenRoomAtom, type FormState } from './form.js';
import { blacklistAtom, loadMasters } from './masters.js';
import { store } from './store.js';

const BLACKLISTED = 'ブラックリストに登録されている宿泊者です。予約登録を続行しますか？';

/** Reads an atom: the store's, or a derived atom's own. */
type Read = <T>(source: Atom<T>) => T;

/** Whether every night of the stay lies in the days that are loaded; what lies outside only the server knows. */
function isLoaded({ range }: CalendarSnapshot, stay: Stay): boolean {
  const months = monthsFromTo(range.first, range.last);
  return monthsFromTo(stay.start, addDays(stay.end, -1)).every((month) => months.includes(month));
}

type Part = { roomNumber: string; stay: Stay };

/** Which rooms the form asks for, one after the other: mostly one. */
function partsOf(get: Read, form: FormState, today: Day): Part[] {
  if (form.split) {
    return form.split.map(({ room_number, stay_start, stay_end }) => ({
      roomNumber: room_number,
      stay: { start: stay_start, end: stay_end },
    }));
  }
  const roomNumber = get(chosenRoomAtom);
  const stay = stayOfForm(form.values, today);
  return stay && roomNumber !== null ? [{ roomNumber, stay }] : [];
}

function isAvailable(snapshot: CalendarSnapshot, { roomNumber, stay }: Part, isNew: boolean): boolean {
  if (!isLoaded(snapshot, stay)) return true;
  const room = snapshot.rooms.byNumber.get(roomNumber);
  return room !== undefined && (isNew ? isBookableFor(room, stay) : roomMonthsOfStay(room, stay) !== null);
}

function roomFacts(get: Read, form: FormState, today: Day): Pick<SaveFacts, 'roomAvailable' | 'occupied'> {
  const snapshot = get(calendarAtom);
  if (!snapshot) return { roomAvailable: true, occupied: false };
  const parts = partsOf(get, form, today);
  const id = editedId(form.mode);
  return {
    roomAvailable: parts.every((part) => isAvailable(snapshot, part, id === null)),
    occupied: parts.some(({ roomNumber, stay }) => isOccupied(snapshot, roomNumber, stay, id)),
  };
}

/** Every rule of spec 5 that saving the form now would break. */
export function brokenFormRules(get: Read, form: FormState, today: Day): BrokenRule[] {
  return brokenSaveRules(saveRequestOf(form.values, today), {
    ...roomFacts(get, form, today),
    isNew: editedId(form.mode) === null,
    roomSearched: form.search !== null,
    checkedInUntil: checkedInUntil(form.mode),
  });
}

/** The blacklist id to save with; null when staff declined to go on (spec 5, blacklist check). */
export async function clearedBlacklistId(form: FormState): Promise<number | null> {
  const { values, mode } = form;
  if (!needsBlacklistCheck({ isNew: editedId(mode) === null, blacklistId: values.blacklistId }))
    return NOT_BLACKLISTED;
  if (store.get(blacklistAtom) === null) await loadMasters(['blacklist']);
  const blacklist = store.get(blacklistAtom) ?? [];
  const entries = blacklist.map(({ id, guest_name, tel }) => ({ id, guestName: guest_name, tel }));
  const match = blacklistMatch(trimmed(values), entries);
  if (match === null) return NOT_BLACKLISTED;
  return (await askConfirm(BLACKLISTED)) ? match.id : null;
}

function trimmed(values: FormValues) {
  return {
    reserverName: values.reserverName.trim(),
    guestName1: values.guestName1.trim(),
    reserverNameKana: values.reserverNameKana.trim(),
    guestName1Kana: values.guestName1Kana.trim(),
    tel: values.tel.trim(),
  };
}
