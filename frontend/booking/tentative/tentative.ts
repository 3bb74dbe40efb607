import { stayText } from '@domain/calendar/stay-text.js';
import type { Stay } from '@domain/dates.js';
import type { RoomClosure, Tentative } from '@domain/room/room-closure.js';
import { decodeRoomClosure, type RoomClosureRecord } from '@wire/room-closure-record.js';
import { atom } from 'jotai';
import { alertFailure } from '../../shared/alert-failure.js';
import { get, type WriteGuards, write } from '../../shared/api/request.js';
import { calendarAtom, takeClosure } from '../../shared/calendar-data/calendar.js';
import { liveSession } from '../../shared/live/live-session.js';
import { minuteAtom } from '../../shared/minute-of-today.js';
import { recorded } from '../../shared/operations.js';
import { Resource } from '../../shared/resource.js';
import { store } from '../../shared/store.js';

const MINUTE_MS = 60_000;
/** Minutes before the end of a 仮予約 at which the desk is told. */
const TOLD_MINUTES = 30;

/** A 仮予約 with its guest. */
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

/** True if no 仮予約 is known, because they could not be read. */
export const areTentativeUnknownAtom = atom((read) => {
  const { value, error } = read(running.atom);
  return value === null && error !== null;
});

/** Each 仮予約 of which 30 minutes are left by the end of this minute: it is told with half an hour to go, never later. */
export const endingSoonAtom = atom((read): readonly TentativeStay[] => {
  const told = (read(minuteAtom) + 1 + TOLD_MINUTES) * MINUTE_MS;
  return read(tentativeStaysAtom).filter(({ tentative }) => Date.parse(tentative.until) <= told);
});

/** Reads each 仮予約 and keeps them current; returns a function that stops. */
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

/**
 * Writes a 仮予約 or 売り止め and notes it, so that it can be taken back by the keys of undo; with `ids` also what an erasure
 * of its guest makes it forget. A refusal is thrown.
 */
export async function writeClosure(
  text: string,
  version: number | null,
  send: (guards: WriteGuards) => Promise<RoomClosureRecord>,
  idsOf: (answer: RoomClosureRecord) => number[] = () => [],
): Promise<void> {
  const answer = await recorded(version, send, (made) => ({ text, ids: idsOf(made) }));
  takeClosure(answer);
  await liveSession.applyOwnWrite(null);
}

const idOf = ({ id }: RoomClosureRecord) => [id];

/** Records a 仮予約, or changes it; `until` is RFC 3339. A refusal is thrown. */
export function saveTentative(
  { known, roomNumber }: Pick<AskedTentative, 'known' | 'roomNumber'>,
  { start, end, guestName, tel, remark, until }: Stay & Tentative,
): Promise<void> {
  const body = { start_date: start, end_date: end, guest_name: guestName, tel, remark, until };
  const text = `${roomNumber} ${stayText({ start, end })} ${guestName}様 仮予約`;
  if (!known) {
    const held = { room_number: roomNumber, ...body };
    return writeClosure(
      `${text}に`,
      null,
      (guards) => write('POST', '/api/tentative-stays', held, guards),
      idOf,
    );
  }
  const path = `/api/tentative-stays/${known.id}`;
  return writeClosure(`${text}を変更`, known.version, (guards) => write('PUT', path, body, guards), idOf);
}

/** Releases a 仮予約; a refusal is alerted. */
export async function releaseTentative({ id, version, tentative, ...stay }: TentativeStay): Promise<void> {
  const text = `${stay.roomNumber} ${stayText(stay)} ${tentative.guestName}様 仮予約を解放`;
  try {
    await writeClosure(
      text,
      version,
      (guards) => write('DELETE', `/api/tentative-stays/${id}`, {}, guards),
      idOf,
    );
  } catch (error) {
    await alertFailure(error);
  }
}
