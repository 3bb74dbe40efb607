import type { Stay } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import type { ClosureProposals } from '@wire/room-closure.js';
import type { RoomClosureRecord } from '@wire/room-closure-record.js';
import { atom } from 'jotai';
import { alertFailure } from '../../shared/alert-failure.js';
import { get, write } from '../../shared/api/request.js';
import { calendarAtom, takeClosure } from '../../shared/calendar-data/calendar.js';
import { liveSession } from '../../shared/live/live-session.js';
import { store } from '../../shared/store.js';

/** The 売り止め that the dialog is about; `closure` is null for a new one. Each time it is asked has a key of its own. */
export type AskedClosure = { key: number; roomNumber: string; stay: Stay; closure: RoomClosure | null };

/** The question of the dialog; null while it is closed. */
export const askedClosureAtom = atom<AskedClosure | null>(null);

let keys = 0;

/** Opens the dialog for a new 売り止め of a room, from these nights on. */
export function askToClose(roomNumber: string, stay: Stay): void {
  store.set(askedClosureAtom, { key: ++keys, roomNumber, stay, closure: null });
}

/** Opens the dialog for a known 売り止め; nothing for one that was taken back meanwhile. */
export function askAboutClosure(id: number): void {
  const closure = store.get(calendarAtom)?.rooms.closures.find((one) => one.id === id);
  if (!closure) return;
  const { roomNumber, start, end } = closure;
  store.set(askedClosureAtom, { key: ++keys, roomNumber, stay: { start, end }, closure });
}

/** Closes the dialog. */
export function closeClosureDialog(): void {
  store.set(askedClosureAtom, null);
}

/** The nights and the reason as they stand in the dialog. */
export type TypedClosure = Stay & { reason: string };

async function written(answer: Promise<RoomClosureRecord>): Promise<void> {
  takeClosure(await answer);
  await liveSession.applyOwnWrite(null);
}

/** Records a 売り止め, or changes it; with moves those bookings are moved first, in the same step. A refusal is thrown. */
export function saveClosure(
  { closure, roomNumber }: AskedClosure,
  { start, end, reason }: TypedClosure,
  moves: NonNullable<ClosureProposals['moves']>,
): Promise<void> {
  const nights = { start_date: start, end_date: end, reason };
  if (closure) {
    const { id, version } = closure;
    return written(write('PUT', `/api/room-closures/${id}`, nights, { version }));
  }
  const body = {
    room_number: roomNumber,
    ...nights,
    ...(moves.length > 0 && {
      moves: moves.map(({ id, version, to }) => ({ id, version, room_id: to.room_id })),
    }),
  };
  return written(write('POST', '/api/room-closures', body));
}

/** Takes a 売り止め back; a refusal is alerted. */
export async function takeBackClosure({ id, version }: RoomClosure): Promise<void> {
  try {
    await written(write('DELETE', `/api/room-closures/${id}`, {}, { version }));
  } catch (error) {
    await alertFailure(error);
  }
}

/** Reads where the bookings on these nights could go. */
export async function fetchClosureMoves(roomNumber: string, { start, end }: Stay): Promise<ClosureProposals> {
  const query = { room_number: roomNumber, start_date: start, end_date: end };
  return (await get<ClosureProposals>('/api/room-closures/proposals', query)).data;
}
