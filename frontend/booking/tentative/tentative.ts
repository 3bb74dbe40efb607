import type { Stay } from '@domain/dates.js';
import type { RoomClosure, Tentative } from '@domain/room/room-closure.js';
import { decodeRoomClosure, type RoomClosureRecord } from '@wire/room-closure-record.js';
import { atom } from 'jotai';
import { alertFailure } from '../../shared/alert-failure.js';
import { get, write } from '../../shared/api/request.js';
import { calendarAtom, takeClosure } from '../../shared/calendar-data/calendar.js';
import { liveSession } from '../../shared/live/live-session.js';
import { minuteAtom } from '../../shared/minute-of-today.js';
import { Resource } from '../../shared/resource.js';
import { store } from '../../shared/store.js';

const MINUTE_MS = 60_000;
/** The desk is told so many minutes before a 仮予約 ends. */
const TOLD_MINUTES = 30;

/** A 仮予約 with who it is for. */
export type TentativeStay = RoomClosure & { tentative: Tentative };

/** The 仮予約 that the dialog is about; `known` is null for a new one. Each time it is asked has a key of its own. */
export type AskedTentative = { key: number; roomNumber: string; stay: Stay; known: TentativeStay | null };

/** The question of the dialog; null while it is closed. */
export const askedTentativeAtom = atom<AskedTentative | null>(null);

const running = new Resource<null, readonly RoomClosureRecord[]>('tentative-stays', (_, signal) =>
  get('/api/tentative-stays', {}, signal),
);

/** Each 仮予約 that holds a room, of all days, the next to end first. */
export const tentativeStaysAtom = atom((read): readonly TentativeStay[] =>
  (read(running.atom).value ?? []).map(decodeRoomClosure).flatMap((closure) => withGuest(closure) ?? []),
);

/** Each 仮予約 that ends within 30 minutes. */
export const endingSoonAtom = atom((read): readonly TentativeStay[] => {
  const now = read(minuteAtom) * MINUTE_MS;
  return read(tentativeStaysAtom).filter(
    ({ tentative }) => Date.parse(tentative.until) - now <= TOLD_MINUTES * MINUTE_MS,
  );
});

/** The 仮予約 that was released here last and can be taken up again; null for none. */
export const releasedAtom = atom<TentativeStay | null>(null);

/** Reads each 仮予約 and follows them; returns how to stop. */
export function followTentativeStays(): () => void {
  void running.load(null);
  return running.follow(({ closures }) => closures !== undefined);
}

function withGuest(closure: RoomClosure | undefined): TentativeStay | null {
  return closure?.tentative ? { ...closure, tentative: closure.tentative } : null;
}

let keys = 0;

/** Opens the dialog for a new 仮予約 of a room, from these nights on. */
export function askToHold(roomNumber: string, stay: Stay): void {
  store.set(askedTentativeAtom, { key: ++keys, roomNumber, stay, known: null });
}

/** Opens the dialog for a known 仮予約; nothing for one that has ended meanwhile. */
export function askAboutTentative(id: number): void {
  const found =
    store.get(calendarAtom)?.rooms.closures.find((one) => one.id === id) ??
    store.get(tentativeStaysAtom).find((one) => one.id === id);
  const known = withGuest(found);
  if (!known) return;
  const { roomNumber, start, end } = known;
  store.set(askedTentativeAtom, { key: ++keys, roomNumber, stay: { start, end }, known });
}

/** Closes the dialog. */
export function closeTentativeDialog(): void {
  store.set(askedTentativeAtom, null);
}

async function written(answer: Promise<RoomClosureRecord>): Promise<void> {
  takeClosure(await answer);
  await liveSession.applyOwnWrite(null);
}

/** Records a 仮予約, or changes it; `until` is RFC 3339. A refusal is thrown. */
export function saveTentative(
  { known, roomNumber }: Pick<AskedTentative, 'known' | 'roomNumber'>,
  { start, end, guestName, tel, remark, until }: Stay & Tentative,
): Promise<void> {
  const body = { start_date: start, end_date: end, guest_name: guestName, tel, remark, until };
  if (!known) return written(write('POST', '/api/tentative-stays', { room_number: roomNumber, ...body }));
  const { id, version } = known;
  return written(write('PUT', `/api/tentative-stays/${id}`, body, { version }));
}

/** Releases a 仮予約, and notes it as one that can be taken up again; a refusal is alerted. */
export async function releaseTentative(stay: TentativeStay): Promise<void> {
  const { id, version } = stay;
  try {
    await written(write('DELETE', `/api/tentative-stays/${id}`, {}, { version }));
    store.set(releasedAtom, stay);
  } catch (error) {
    await alertFailure(error);
  }
}

/** Takes the 仮予約 up again that was released here last; a refusal is alerted. */
export async function restoreReleased(): Promise<void> {
  const released = store.get(releasedAtom);
  if (!released) return;
  store.set(releasedAtom, null);
  const { id, version, tentative } = released;
  try {
    const guards = { version: version + 1 };
    await written(write('POST', `/api/tentative-stays/${id}/restore`, { until: tentative.until }, guards));
  } catch (error) {
    await alertFailure(error);
  }
}
