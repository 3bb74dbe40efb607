import { stayText } from '@domain/calendar/stay-text.js';
import type { Stay } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import type { ClosureProposals } from '@wire/room-closure.js';
import { atom } from 'jotai';
import { askAboutTentative, saveTentative, writeClosure } from '../../booking/tentative/tentative.js';
import { alertFailure } from '../../shared/alert-failure.js';
import { get, write } from '../../shared/api/request.js';
import { calendarAtom } from '../../shared/calendar-data/calendar.js';
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

/** Opens the dialog for a known 売り止め or 仮予約, with other nights where they are given; nothing for one that has ended meanwhile. */
export function askAboutClosure(id: number, stay?: Stay): void {
  const closure = store.get(calendarAtom)?.rooms.closures.find((one) => one.id === id);
  if (!closure) return;
  if (closure.tentative) {
    askAboutTentative(id);
    return;
  }
  const { roomNumber, start, end } = closure;
  store.set(askedClosureAtom, { key: ++keys, roomNumber, stay: stay ?? { start, end }, closure });
}

/** Closes the dialog. */
export function closeClosureDialog(): void {
  store.set(askedClosureAtom, null);
}

/** The nights and the reason as they stand in the dialog. */
export type TypedClosure = Stay & { reason: string };

/** Records a 売り止め, or changes it; with moves those bookings are moved first, in the same step. A refusal is thrown. */
export function saveClosure(
  { closure, roomNumber }: Pick<AskedClosure, 'closure' | 'roomNumber'>,
  { start, end, reason }: TypedClosure,
  proposed: NonNullable<ClosureProposals['moves']>,
): Promise<void> {
  const moves = proposed.map(({ id, version, to }) => ({ id, version, room_id: to.room_id }));
  const nights = {
    ...{ start_date: start, end_date: end, reason },
    ...(moves.length > 0 && { moves }),
  };
  const text = `${roomNumber} ${stayText({ start, end })} 売り止め`;
  if (closure) {
    const path = `/api/room-closures/${closure.id}`;
    return writeClosure(`${text}を変更`, closure.version, (guards) => write('PUT', path, nights, guards));
  }
  const body = { room_number: roomNumber, ...nights };
  return writeClosure(`${text}に`, null, (guards) => write('POST', '/api/room-closures', body, guards));
}

/** Takes a 売り止め back; a refusal is alerted. */
export async function takeBackClosure({ id, version, roomNumber, ...stay }: RoomClosure): Promise<void> {
  const text = `${roomNumber} ${stayText(stay)} 売り止めを取消`;
  try {
    await writeClosure(text, version, (guards) => write('DELETE', `/api/room-closures/${id}`, {}, guards));
  } catch (error) {
    await alertFailure(error);
  }
}

/** Gives a 売り止め or 仮予約 other nights; a refusal is alerted. */
export async function moveClosure(closure: RoomClosure, stay: Stay): Promise<void> {
  const { roomNumber, tentative, reason } = closure;
  try {
    if (tentative)
      await saveTentative({ known: { ...closure, tentative }, roomNumber }, { ...stay, ...tentative });
    else await saveClosure({ roomNumber, closure }, { ...stay, reason }, []);
  } catch (error) {
    await alertFailure(error);
  }
}

/** Reads the rooms that the bookings on these nights could move to. */
export async function fetchClosureMoves(roomNumber: string, { start, end }: Stay): Promise<ClosureProposals> {
  const query = { room_number: roomNumber, start_date: start, end_date: end };
  return (await get<ClosureProposals>('/api/room-closures/proposals', query)).data;
}
