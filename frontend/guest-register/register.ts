import type { MissingOfGuest } from '@domain/guest-register/guest-register.js';
import type {
  IncompleteRegister,
  RegisterEntryRecord,
  RegisterList,
  RegisterWritten,
  StayRegister,
} from '@wire/guest-register.js';
import { atom } from 'jotai';
import { get, saveFile, type WriteGuards, write } from '../shared/api/request.js';
import { onErasure } from '../shared/erasure.js';
import { Resource } from '../shared/resource.js';
import { inEachStore, store } from '../shared/store.js';

const PAUSE_MS = 500;
const PATH = '/api/guest-register';

/** The booking whose register is open, and how it begins where nothing is written; null while none is. */
export type AskedRegister = {
  bookingId: number;
  /** Room and guest, for the title. */
  title: string;
};
export const askedRegisterAtom = atom<AskedRegister | null>(null);

/** Opens the register of a booking's stay. */
export const openRegister = (asked: AskedRegister): void => store.set(askedRegisterAtom, asked);

/** Closes this register, unless another one is open by now. */
export const closeRegister = (asked: AskedRegister | null): void =>
  store.set(askedRegisterAtom, (now) => (now === asked ? null : now));

const CHUNK = 200;

/** Reads the registers of bookings. */
export async function fetchRegisters(ids: readonly number[]): Promise<StayRegister[]> {
  const registers: StayRegister[] = [];
  for (let first = 0; first < ids.length; first += CHUNK) {
    const booking_ids = ids.slice(first, first + CHUNK).join(',');
    registers.push(...(await get<StayRegister[]>(PATH, { booking_ids })).data);
  }
  return registers;
}

/** The register that is open. */
export const openedRegister = new Resource<number, StayRegister | null>(
  'guest-register',
  async (id, signal) => {
    const { data, position } = await get<StayRegister[]>(PATH, { booking_ids: String(id) }, signal);
    return { data: data[0] ?? null, position };
  },
  { pauseMs: PAUSE_MS },
);

/** The stays in the house whose register is incomplete. */
export const incompleteRegisters = new Resource<'in house', readonly IncompleteRegister[]>(
  'guest-register/incomplete',
  (_, signal) => get(`${PATH}/incomplete`, {}, signal),
  { keepPrevious: 'always', pauseMs: PAUSE_MS },
);

/** Reads the incomplete registers and keeps them current; returns a function that stops. */
export function followIncomplete(): () => void {
  void incompleteRegisters.load('in house');
  return incompleteRegisters.follow(
    ({ bookings, registers }) => bookings.length > 0 || registers !== undefined,
  );
}

/** The texts of an entry as they are typed. */
export type TypedEntry = Pick<
  RegisterEntryRecord,
  'name' | 'address' | 'contact' | 'occupation' | 'lives_abroad' | 'nationality' | 'passport_number'
>;

/** Writes the whole entry of a guest. */
export function writeEntry(
  bookingId: number,
  number: number,
  entry: TypedEntry,
  guards: WriteGuards,
): Promise<RegisterWritten> {
  return write('PUT', `${PATH}/${bookingId}/${number}`, entry, guards);
}

/** The address of a copy; another one for each file, so that no older one is shown. */
export const passportPath = (bookingId: number, { number, passport }: RegisterEntryRecord): string =>
  `${PATH}/${bookingId}/${number}/passport?${passport?.sha256.slice(0, 8)}`;

/** Sends the copy of a guest's passport. */
export function sendPassport(
  bookingId: number,
  number: number,
  file: File,
  guards: WriteGuards,
): Promise<RegisterWritten> {
  const form = new FormData();
  form.append('file', file);
  return write('POST', `${PATH}/${bookingId}/${number}/passport`, form, guards);
}

/** A period of nights, both included. */
export type RegisterPeriod = { start_date: string; end_date: string };

/** Takes the list of a period for paper. */
export const takeList = (period: RegisterPeriod): Promise<RegisterList> =>
  write('POST', `${PATH}/list`, period, {});

/** Takes the list of a period as a file. */
export const saveList = (period: RegisterPeriod): Promise<void> => saveFile(`${PATH}/list.csv`, period);

/** Returns the missing fields in words: `住所・連絡先`, with the guest's number where there are several. */
export function missingText(missing: readonly MissingOfGuest[], guests: number): string {
  return missing
    .map(({ number, missing: words }) => `${guests > 1 ? `${number}人目 ` : ''}${words.join('・')}`)
    .join('、');
}

inEachStore(() => {
  store.set(askedRegisterAtom, null);
});

onErasure(() => {
  openedRegister.renew();
  incompleteRegisters.renew();
});
