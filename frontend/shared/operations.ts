import { atom } from 'jotai';
import { alertFailure } from './alert-failure.js';
import type { WriteGuards } from './api/request.js';
import { forgetUnanswered } from './api/unanswered-writes.js';
import { onErasure } from './erasure.js';
import { lastStaffAtom } from './session-staff.js';
import { inEachStore, store } from './store.js';

/**
 * Something that staff did on this terminal: the request id of its events, a text for staff that しました or ました
 * completes (`1003 山田太郎 チェックイン`), the bookings and imported records that it is about, and the change that is given
 * back for what was paid, in yen.
 */
export type Operation = {
  requestId: string;
  text: string;
  ids: readonly number[];
  change?: number | null;
  /** True if a guest was checked in: what the register lacks of the stay is told with it. */
  isCheckIn?: boolean;
};

/** Operations of this session here, the latest last. */
export const operationsAtom = atom<readonly Operation[]>([]);

/** Operations taken back here, as the requests that did so; the latest last. */
export const undoneAtom = atom<readonly Operation[]>([]);

type ShownOperation = { act: Operation; did: 'act' | 'undo' | 'redo' };

/** The operation that was done or undone last, for the toast; null for none. */
export const shownOperationAtom = atom<ShownOperation | null>(null);

/** Returns the last operation done or undone, as a sentence. */
export function doneText({ act: { text }, did }: ShownOperation): string {
  if (did !== 'act') return `${did === 'undo' ? '元に戻しました' : 'やり直しました'}：${text}`;
  return text.endsWith('し') ? `${text}ました。` : `${text}しました。`;
}

/** Notes what was done, so that it can be taken back; what was taken back before can't be done again. */
export function recordOperation(act: Operation): void {
  store.set(operationsAtom, (acts) => [...acts, act]);
  store.set(undoneAtom, []);
  store.set(shownOperationAtom, { act, did: 'act' });
}

/** Forgets everything that was done here: the texts name guests. */
export function forgetOperations(): void {
  store.set(operationsAtom, []);
  store.set(undoneAtom, []);
  store.set(shownOperationAtom, null);
  store.set(ownWritesAtom, new Map());
}

/** Forgets what was done to any of these bookings and imported records: the texts name their guests. */
function forgetOperationsOf(ids: ReadonlySet<number>): void {
  const isLeft = (act: Operation): boolean => !act.ids.some((id) => ids.has(id));
  store.set(operationsAtom, (acts) => acts.filter(isLeft));
  store.set(undoneAtom, (acts) => acts.filter(isLeft));
  store.set(ownWritesAtom, (writes) => new Map([...writes].filter(([id]) => !ids.has(id))));
  store.set(shownOperationAtom, (shown) => (shown && isLeft(shown.act) ? shown : null));
}

/** Only the member of staff who did something can undo it. */
const staffIdAtom = atom((get) => get(lastStaffAtom)?.id ?? null);
inEachStore(() => {
  store.sub(staffIdAtom, () => {
    forgetOperations();
    forgetUnanswered();
  });
});

/** Writes, and says by which request the events of it go. */
export async function withRequestId<T>(
  version: number | null,
  work: (guards: WriteGuards) => Promise<T>,
): Promise<{ answer: T; requestId: string }> {
  let requestId = '';
  const onKey = (key: string) => {
    requestId = key;
  };
  const answer = await work({ version, onKey });
  return { answer, requestId };
}

/** The writes that are being done here and not noted yet. */
const underWay = new Set<Promise<unknown>>();

/** Writes, and notes what was done, as `what` says of the answer. A refusal is thrown. */
export async function recorded<T>(
  version: number | null,
  work: (guards: WriteGuards) => Promise<T>,
  what: (answer: T) => Omit<Operation, 'requestId'>,
): Promise<T> {
  const doing = withRequestId(version, work).then(({ answer, requestId }) => {
    recordOperation({ requestId, ...what(answer) });
    return answer;
  });
  underWay.add(doing);
  return doing.finally(() => underWay.delete(doing));
}

/** Waits until what is being done here was noted or refused; null when nothing is being done. */
export function whenNoted(): Promise<unknown> | null {
  return underWay.size === 0 ? null : Promise.allSettled(underWay);
}

/** The bookings and records that something is being done to from here. */
const actedOnAtom = atom<ReadonlySet<number>>(new Set<number>());
/** The last operation of this terminal on each booking, by id, and the version that it made. */
const ownWritesAtom = atom<ReadonlyMap<number, { version: number; text: string }>>(new Map());

const isVersioned = (answer: unknown): answer is { id: number; version: number } =>
  typeof answer === 'object' && answer !== null && 'id' in answer && 'version' in answer;

/**
 * Does something to bookings outside of the form and notes it; a refusal is shown in an alert, and the answer is null.
 * Nothing is done, without a word, while something is being done to one of them, nor the same once more while the screen
 * still shows the `version` of the first of them that it had before: a second Enter means the first. Anything else is done
 * to the version that this terminal has made: it is no other terminal to itself.
 */
export async function act<T>(
  what: Omit<Operation, 'requestId'>,
  work: (guards: WriteGuards) => Promise<T>,
  version?: number,
): Promise<T | null> {
  const { ids, text } = what;
  if (ids.some((id) => store.get(actedOnAtom).has(id))) return null;
  const own = store.get(ownWritesAtom).get(ids[0] ?? 0);
  const isOutdated = version !== undefined && own !== undefined && version < own.version;
  if (isOutdated && own.text === text) return null;
  store.set(actedOnAtom, (busy) => new Set([...busy, ...ids]));
  try {
    const answer = await recorded(isOutdated ? own.version : (version ?? null), work, () => what);
    if (isVersioned(answer)) {
      const { id, version } = answer;
      store.set(ownWritesAtom, (writes) => new Map(writes).set(id, { version, text }));
    }
    return answer;
  } catch (error) {
    await alertFailure(error);
    return null;
  } finally {
    store.set(actedOnAtom, (busy) => new Set([...busy].filter((id) => !ids.includes(id))));
  }
}

onErasure((erased) => (erased ? forgetOperationsOf(erased.ids) : forgetOperations()));
