import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import { atom } from 'jotai';
import { formAtom } from '../booking/form.js';
import { editedId } from '../booking/form-mode.js';
import { mergeForeignChange, reopenImported } from '../booking/open-form.js';
import { alertFailure } from '../shared/alert-failure.js';
import { ApiError, get, write } from '../shared/api/request.js';
import { takeClosure } from '../shared/calendar-data/calendar.js';
import { onErasure } from '../shared/erasure.js';
import { liveSession } from '../shared/live/live-session.js';
import {
  type Operation,
  operationsAtom,
  shownOperationAtom,
  undoneAtom,
  whenNoted,
  withRequestId,
} from '../shared/operations.js';
import { store } from '../shared/store.js';

/** Back, or forth again. */
export type Direction = 'undo' | 'redo';

/** An operation that cannot be undone completely, and the partial undo that is possible. */
export type UndoConflict = { act: Operation; direction: Direction; reversal: Reversal };

const STACKS = {
  undo: { from: operationsAtom, to: undoneAtom },
  redo: { from: undoneAtom, to: operationsAtom },
} as const;

/** After these answers there is nothing left to be taken back. */
const SETTLED = ['already_reversed', 'not_reversible', 'not_found'];

/** The conflict that is asked about now, null for none. */
export const undoConflictAtom = atom<UndoConflict | null>(null);

/** True if something is just being taken back. */
export const reversingAtom = atom(false);

function drop({ requestId }: Operation, direction: Direction): void {
  const isOther = (act: Operation): boolean => act.requestId !== requestId;
  store.set(STACKS[direction].from, (acts) => acts.filter(isOther));
}

async function show({ bookings, closures }: ReversalAnswer): Promise<void> {
  closures.forEach(takeClosure);
  if (closures.length > 0) await liveSession.applyOwnWrite(null);
  for (const record of bookings) await liveSession.applyOwnWrite(record);
  const { mode } = store.get(formAtom);
  if (bookings.length === 0 && mode.kind === 'csv') await reopenImported(mode.record.id);
  const open = editedId(mode);
  if (bookings.some(({ id, is_cancelled }) => id === open && is_cancelled === 0)) await mergeForeignChange();
}

async function failed(error: unknown, act: Operation, direction: Direction): Promise<void> {
  const codes = error instanceof ApiError ? error.errors.map(({ code }) => code) : [];
  const isSettled = codes.some((code) => SETTLED.includes(code));
  if (isSettled) drop(act, direction);
  if (isSettled || !(error instanceof ApiError) || error.status !== 409) return alertFailure(error);
  try {
    const { data: reversal } = await get<Reversal>(`/api/reversals/${act.requestId}`);
    store.set(undoConflictAtom, { act, direction, reversal });
  } catch (reason) {
    await alertFailure(reason);
  }
}

/** Takes back what an operation did: all of it, or the nearest as it was agreed to. */
async function reverse(act: Operation, direction: Direction, plan: string | null): Promise<void> {
  if (store.get(reversingAtom)) return;
  store.set(reversingAtom, true);
  const body = {
    request_id: act.requestId,
    ...(plan === null ? { accept: 'all' } : { accept: 'nearest', plan }),
  };
  try {
    const { answer, requestId } = await withRequestId(null, (guards) =>
      write<ReversalAnswer>('POST', '/api/reversals', body, guards),
    );
    const done = { ...act, requestId };
    drop(act, direction);
    store.set(STACKS[direction].to, (acts) => [...acts, done]);
    store.set(shownOperationAtom, { act: done, did: direction });
    await show(answer);
  } catch (error) {
    await failed(error, act, direction);
  } finally {
    store.set(reversingAtom, false);
  }
}

const lastOf = (direction: Direction) => store.get(STACKS[direction].from).at(-1);

/**
 * Takes back what was done here last, or does again what was taken back last; false when there is nothing. What is still
 * being done is meant by it, and waited for: when that is refused, nothing older is taken back in its place.
 */
export function takeBack(direction: Direction): boolean {
  const act = lastOf(direction);
  const noted = whenNoted();
  if (noted) {
    void noted.then(() => {
      const newest = lastOf(direction);
      if (newest && newest !== act) void reverse(newest, direction, null);
    });
    return true;
  }
  if (!act) return false;
  void reverse(act, direction, null);
  return true;
}

/** Gives back as much as was offered. */
export async function applyPartialUndo(): Promise<void> {
  const conflict = store.get(undoConflictAtom);
  if (!conflict) return;
  store.set(undoConflictAtom, null);
  await reverse(conflict.act, conflict.direction, conflict.reversal.plan);
}

/** Leaves all as it is; what can't be taken back at all is not offered again. */
export function leaveAsItIs(): void {
  const conflict = store.get(undoConflictAtom);
  if (!conflict) return;
  store.set(undoConflictAtom, null);
  if (conflict.reversal.changes.length === 0) drop(conflict.act, conflict.direction);
}

onErasure(() => store.set(undoConflictAtom, null));
