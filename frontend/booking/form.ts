import type { Stay } from '@domain/dates.js';
import { withoutClosure } from '@domain/room/room-directory.js';
import type { RoomSearchRequest } from '@domain/room/room-search.js';
import type { ProposedRoom } from '@wire/room-proposals.js';
import { type Atom, atom } from 'jotai';
import { bookingsOfRoomAtom, calendarAtom } from '../shared/calendar-data/calendar.js';
import { family } from '../shared/family.js';
import { todayAtom } from '../shared/hotel.js';
import { store } from '../shared/store.js';
import { editedId, type FormMode, storedBooking } from './form-mode.js';
import { BLANK_FORM, type FormField, type FormValues } from './form-values.js';
import { stayOfForm } from './parse-draft.js';
import { findRooms, type RoomOption, roomOption } from './room-options.js';

/** The reservation form. */
export type FormState = {
  mode: FormMode;
  values: FormValues;
  /** The values that it was opened with. */
  baseline: FormValues;
  /** Fields that were left with something typed into them, or were wrong on save: their errors are shown. */
  touched: ReadonlySet<FormField>;
  /** The server's words on fields, and the values that they are about. */
  refused: { values: FormValues; messages: Partial<Record<FormField, string>> } | null;
  /** The request that 部屋検索 was run for; null when it was not, or not for what the form says now. */
  search: RoomSearchRequest | null;
  /** A stay in two rooms, saved as two bookings; null for the usual one. */
  split: [ProposedRoom, ProposedRoom] | null;
  /** The booking whose party a new registration is another room of; null for none. */
  partyOf: { id: number; name: string } | null;
  /** The 仮予約 that a new registration takes the place of; null for none. */
  tentative: { id: number; name: string } | null;
  /** The entry of the waiting list that a new registration fulfils; null for none. */
  waiting: { id: number; name: string } | null;
  /** True if it was opened by the page's address. */
  fromAddress: boolean;
};

/** A blank new registration. */
export const NEW_FORM: FormState = {
  mode: { kind: 'new' },
  values: BLANK_FORM,
  baseline: BLANK_FORM,
  touched: new Set(),
  refused: null,
  search: null,
  split: null,
  partyOf: null,
  tentative: null,
  waiting: null,
  fromAddress: false,
};

// The page opens with what its address names, even while that is nothing yet.
const stateAtom = atom<FormState>({ ...NEW_FORM, fromAddress: true });

/** The form as it stands; written by the actions of this file alone. */
export const formAtom: Atom<FormState> = stateAtom;

/** Sign of the read for the form; null for none. Of two the later one counts. */
export const openingRunAtom = atom<symbol | null>(null);

/** True if something is being read that will take the form's place: until then nothing is typed into it. */
export const openingAtom = atom((get) => get(openingRunAtom) !== null);

/** True if a save, a cancel or a return runs: a second one is blocked (spec 4). */
export const savingAtom = atom(false);

const SEARCHED_FIELDS: readonly FormField[] = [
  'stayStart',
  'stayEnd',
  'mensCount',
  'womensCount',
  'smokingStatus',
  'corporateId',
];

const change = (changed: (form: FormState) => Partial<FormState>): void =>
  store.set(stateAtom, (form) => ({ ...form, ...changed(form) }));

/** Puts another form in the place of the present one. */
export function placeForm(form: FormState): void {
  store.set(stateAtom, form);
}

/** Takes back all that was typed. */
export const clearTyped = (): void =>
  change(({ baseline }) => ({ values: baseline, touched: NEW_FORM.touched, refused: null }));

/** Makes a new registration one of its own, of no party. */
export const leaveParty = (): void => change(() => ({ partyOf: null }));

/** Puts values in, and leaves the room search as it is. */
export const fillForm = (values: Partial<FormValues>): void =>
  change((form) => ({ values: { ...form.values, ...values } }));

/** Puts a guest's values in; a search that was run goes by their corporate. */
export const fillGuest = (values: FormValues, corporate: RoomSearchRequest['corporate']): void =>
  change(({ search }) => ({ values, search: search && { ...search, corporate } }));

/** Puts a place of the calendar into the form; for a new booking it is not typed: nothing is lost with the next one. */
export const fillPlace = (placeFor: (values: FormValues) => Partial<FormValues>): void =>
  change(({ mode, values, baseline }) => {
    const place = placeFor(values);
    return {
      values: { ...values, ...place },
      baseline: mode.kind === 'new' ? { ...baseline, ...place } : baseline,
      fromAddress: false,
    };
  });

/** Notes that 部屋検索 was run for the form, or not (null). */
export const setSearch = (search: RoomSearchRequest | null): void => change(() => ({ search, split: null }));

/** Puts a stay in two rooms in: it is saved as two bookings. */
export const chooseSplit = (split: [ProposedRoom, ProposedRoom]): void =>
  change(({ values }) => ({ split, values: { ...values, roomId: split[0].room_id } }));

/** Notes what the server refused of the values that stand in the form. */
export const showRefusedFields = (messages: Partial<Record<FormField, string>>): void =>
  change(({ values }) => ({ refused: { values, messages } }));

/** Sets a field, unless it is just being saved; another stay, party, smoking or corporate makes the room search "not run" (contract 3). */
export function setField<Field extends FormField>(field: Field, value: FormValues[Field]): void {
  store.set(stateAtom, (form) => {
    if (form.values[field] === value || store.get(savingAtom)) return form;
    const search = SEARCHED_FIELDS.includes(field) ? null : form.search;
    const split = search === null || field === 'roomId' ? null : form.split;
    return { ...form, search, split, values: { ...form.values, [field]: value } };
  });
}

/** Fields whose rule is only shown on save. */
const ONLY_ON_SAVE: readonly FormField[] = ['roomId', 'mensCount', 'womensCount'];

/** Shows from now on what is wrong with fields. */
export function showErrorsOf(fields: readonly FormField[]): void {
  change(({ touched }) => ({ touched: new Set([...touched, ...fields]) }));
}

/** Marks a field as left; one that still holds its first value shows no error. */
export function leaveField(field: FormField): void {
  const { touched, values, baseline } = store.get(formAtom);
  if (touched.has(field) || ONLY_ON_SAVE.includes(field) || values[field] === baseline[field]) return;
  showErrorsOf([field]);
}

/** The stay in the form, null while it is none. */
export const formStayAtom = atom((get): Stay | null => {
  const today = get(todayAtom);
  return today ? stayOfForm(get(formAtom).values, today) : null;
});

/** Has a new registration take the place of a 仮予約, or none. */
export const takePlaceOf = (tentative: FormState['tentative']): void => change(() => ({ tentative }));

/** Has a new registration fulfil an entry of the waiting list, or none. */
export const fulfilWaiting = (waiting: FormState['waiting']): void => change(() => ({ waiting }));

const tentativeIdAtom = atom((get) => get(formAtom).tentative?.id ?? null);

/** The calendar as the form may use it: without the 仮予約 that it takes the place of. */
export const formCalendarAtom = atom((get) => {
  const snapshot = get(calendarAtom);
  const id = get(tentativeIdAtom);
  return snapshot && id !== null ? { ...snapshot, rooms: withoutClosure(snapshot.rooms, id) } : snapshot;
});

const searchAtom = atom((get) => get(formAtom).search);
const exceptAtom = atom((get) => editedId(get(formAtom).mode));

/** Result of 部屋検索 as of now; follows what other terminals book. */
export const searchResultAtom = atom((get) => {
  const request = get(searchAtom);
  const snapshot = get(formCalendarAtom);
  return request && snapshot ? findRooms(snapshot, request, get(exceptAtom)) : null;
});

const candidatesAtom = atom((get) => new Set(get(searchResultAtom)?.candidates));

/** The first room that the search found, null for none. */
export const firstCandidateAtom = atom((get) => get(searchResultAtom)?.candidates[0] ?? null);

/** True if a room was found by the search; null when none is run. */
export const candidateAtom = family((roomNumber: string) =>
  atom((get): boolean | null => (get(searchAtom) ? get(candidatesAtom).has(roomNumber) : null)),
);

/** The booking that is open in the form, when it is one of this room; null otherwise. */
export const openBookingInRoomAtom = family((roomNumber: string) =>
  atom((get): number | null => {
    const id = get(exceptAtom);
    return id !== null && get(bookingsOfRoomAtom(roomNumber)).some((booking) => booking.id === id)
      ? id
      : null;
  }),
);

/** The stay that was searched for, whose free cells are outlined. */
export const searchedStayAtom = atom((get) => get(searchAtom)?.stay ?? null);

const roomIdAtom = atom((get) => get(formAtom).values.roomId);
/** Purpose of the form. */
export const formModeAtom = atom((get) => get(formAtom).mode);

/** True if what is in the form was opened by the page's address. */
export const openedFromAddressAtom = atom((get) => get(formAtom).fromAddress);

/** The number of the chosen room, null while none is chosen. */
export const chosenRoomAtom = atom((get): string | null => {
  const roomId = get(roomIdAtom);
  const mode = get(formModeAtom);
  if (roomId === null) return null;
  const found = get(calendarAtom)?.rooms.byId.get(roomId)?.roomNumber;
  const stored = storedBooking(mode);
  return found ?? (stored?.room_id === roomId ? stored.borderRoom : null);
});

/** The choices of ルームタイプ: the chosen or current room, the found ones, the other free ones. */
export const roomChoicesAtom = atom((get) => {
  const rooms = get(calendarAtom)?.rooms.byNumber;
  const result = get(searchResultAtom);
  const stay = get(searchAtom)?.stay;
  const chosen = get(chosenRoomAtom);
  const stored = storedBooking(get(formModeAtom));
  const optionsOf = (roomNumbers: readonly string[] = []): RoomOption[] =>
    stay ? roomNumbers.flatMap((roomNumber) => roomOption(rooms?.get(roomNumber), stay) ?? []) : [];
  const found = optionsOf(result?.candidates);
  const others = optionsOf(result?.others);
  const offered = new Set([...found, ...others].map(({ roomNumber }) => roomNumber));
  const kept = new Set([stored?.borderRoom ?? null, chosen]);
  const current = [...kept].flatMap((roomNumber) => {
    if (roomNumber === null || offered.has(roomNumber)) return [];
    const anyStay = stay ?? get(formStayAtom);
    const option = anyStay && roomOption(rooms?.get(roomNumber), anyStay);
    if (option) return [option];
    const roomId = stored?.borderRoom === roomNumber ? stored.room_id : null;
    const id = roomId ?? get(roomIdAtom);
    return id === null ? [] : [{ roomId: id, roomNumber, label: roomNumber }];
  });
  return { current, found, others };
});

const anyFieldAtom = family((field: FormField) => atom((get) => get(formAtom).values[field]));

/** Returns the atom of a field's value. */
export function fieldValueAtom<Field extends FormField>(field: Field): Atom<FormValues[Field]> {
  return anyFieldAtom(field) as Atom<FormValues[Field]>;
}
