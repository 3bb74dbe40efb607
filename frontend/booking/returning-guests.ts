import { dayInYearText, yenText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { keysOf } from '@domain/records.js';
import { foldedName, foldedPhone } from '@domain/search/folded.js';
import { comparedTexts, type TypedGuest } from '@domain/search/returning-guests.js';
import type { ReturningGuestRecord } from '@wire/returning-guests.js';
import { atom } from 'jotai';
import { get as read } from '../shared/api/request.js';
import { onErasure } from '../shared/erasure.js';
import { corporatesAtom } from '../shared/masters.js';
import { Resource } from '../shared/resource.js';
import { inEachStore, store } from '../shared/store.js';
import { fillGuest, formAtom } from './form.js';
import { BLANK_FORM, type FormValues } from './form-values.js';

/** The guests of earlier bookings with the name, kana or phone that is typed in the form. */
const returningGuests = new Resource<TypedGuest, readonly ReturningGuestRecord[]>(
  'returning-guests',
  (typed, signal) => read<ReturningGuestRecord[]>('/api/returning-guests', typed, signal),
  { keepPrevious: 'briefly' },
);

/** The guest that is typed in a new registration, as one text that changes only with it; empty for none. */
export const typedGuestAtom = atom((get): string => {
  const { mode, values } = get(formAtom);
  if (mode.kind !== 'new') return '';
  const { guestName1, guestName1Kana, reserverName, reserverNameKana, tel } = values;
  const typed = { name: guestName1 || reserverName, kana: guestName1Kana || reserverNameKana, tel };
  return comparedTexts(typed).length > 0 ? JSON.stringify(typed) : '';
});

/** Looks for the guest that is typed; for none, nobody is offered. */
export function lookForReturningGuest(typed: string): void {
  if (typed === '') returningGuests.reset();
  else void returningGuests.load(JSON.parse(typed) as TypedGuest);
}

const NOBODY: readonly ReturningGuestRecord[] = [];

/** Guests that are offered. */
export const offeredGuestsAtom = atom((get) =>
  get(typedGuestAtom) === '' ? NOBODY : (get(returningGuests.atom).value ?? NOBODY),
);

/** The guest that was taken over, and the values of the form before and after. */
type TakenGuest = { id: number; before: FormValues; after: FormValues };
const takenAtom = atom<TakenGuest | null>(null);
inEachStore(() => store.set(takenAtom, null));

/** The booking of the guest that was taken over, while the form still has something of it; null for none. */
export const takenGuestAtom = atom((get): number | null => {
  const taken = get(takenAtom);
  return taken && changesOf(taken).some((field) => get(formAtom).values[field] === taken.after[field])
    ? taken.id
    : null;
});

/** The guest that was taken over, or whose name and phone are both typed; null for none. */
export const knownGuestAtom = atom((get): ReturningGuestRecord | null => {
  const offered = get(offeredGuestsAtom);
  const { guestName1, reserverName, tel } = get(formAtom).values;
  const [name, phone] = [foldedName(guestName1 || reserverName), foldedPhone(tel)];
  const isTyped = ({ booking }: ReturningGuestRecord) =>
    phone !== '' && foldedName(booking.guest_name_1) === name && foldedPhone(booking.tel) === phone;
  return offered.find(({ booking }) => booking.id === get(takenGuestAtom)) ?? offered.find(isTyped) ?? null;
});

const changesOf = ({ before, after }: TakenGuest) =>
  keysOf(after).filter((field) => after[field] !== before[field]);

/** The form with what an earlier booking knows of the guest; what was typed stays, but for kana guessed from a name. */
function valuesWith(values: FormValues, { booking }: ReturningGuestRecord): FormValues {
  const people = [
    { name: booking.guest_name_1, kana: booking.guest_name1_kana },
    { name: booking.reserver_name, kana: booking.reserver_name_kana },
  ];
  const kanaOf = (name: string, typed: string): string =>
    people.find((one) => one.kana !== '' && foldedName(one.name) === foldedName(name))?.kana ?? typed;
  const guestName1 = values.guestName1 || booking.guest_name_1;
  const reserverName = values.reserverName || booking.reserver_name;
  return {
    ...values,
    guestName1,
    guestName1Kana: kanaOf(guestName1, values.guestName1Kana),
    reserverName,
    reserverNameKana: kanaOf(reserverName, values.reserverNameKana),
    tel: values.tel || booking.tel,
    notes: values.notes || booking.notes,
    purpose:
      values.purpose === BLANK_FORM.purpose ? (booking.purpose as FormValues['purpose']) : values.purpose,
  };
}

/** The company of an earlier booking, unless another is chosen or it is no longer in use; the smoking status while no room is chosen. */
function wishesOf(
  values: FormValues,
  { booking, smoking_status }: ReturningGuestRecord,
): Partial<FormValues> {
  const company = store.get(corporatesAtom).find(({ id }) => id === booking.corporateID);
  return {
    ...(values.corporateId === 0 && company && company.is_retired !== 1 && { corporateId: company.id }),
    ...(values.roomId === null && smoking_status && { smokingStatus: smoking_status }),
  };
}

/** Gives the fields back that still are as they were taken over. */
function takeBack(taken: TakenGuest): void {
  const { values } = store.get(formAtom);
  const kept = changesOf(taken).filter((field) => values[field] === taken.after[field]);
  store.set(takenAtom, null);
  setValues({ ...values, ...Object.fromEntries(kept.map((field) => [field, taken.before[field]])) });
}

/**
 * Takes over kana, phone, company, notes and wishes of a guest of earlier bookings; a second call takes that back. 部屋検索
 * that was run counts as run for the company that was taken over.
 */
export function toggleReturningGuest(guest: ReturningGuestRecord): void {
  const { values: before } = store.get(formAtom);
  const taken = store.get(takenAtom);
  if (taken && store.get(takenGuestAtom) === guest.booking.id) {
    takeBack(taken);
    return;
  }
  const after = { ...valuesWith(before, guest), ...wishesOf(before, guest) };
  store.set(takenAtom, { id: guest.booking.id, before, after });
  setValues(after);
}

/** Drops what was taken over from bookings whose guests were erased. */
export function dropErasedGuest(erased: ReadonlySet<number>): void {
  const taken = store.get(takenAtom);
  if (taken === null || !erased.has(taken.id)) return;
  if (store.get(takenGuestAtom) === null) store.set(takenAtom, null);
  else takeBack(taken);
}

function setValues(values: FormValues): void {
  const company = store.get(corporatesAtom).find(({ id }) => id === values.corporateId);
  const corporate = company ? { corporateFlag: company.corporate_flag } : null;
  fillGuest(values, corporate);
}

/** A guest in words: `前回 10/14(水) 808 ¥8,600 2回目`, with the year where it is not this one. */
export function returningGuestText({ booking, stays }: ReturningGuestRecord, today: Day | null): string {
  const { stay_start, room_number, total_fee } = booking;
  const date = dayInYearText(stay_start, today);
  const when = stays === 0 ? '予約あり' : '前回';
  return [when, date, room_number, yenText(total_fee), stays > 0 && `${stays + 1}回目`]
    .filter(Boolean)
    .join(' ');
}

onErasure((erased) => {
  if (erased) dropErasedGuest(erased.ids);
  returningGuests.renew();
});
