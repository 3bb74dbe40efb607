import { dayText } from '@domain/calendar/stay-text.js';
import { dayIn } from '@domain/dates.js';
import type { HandoverChanges, HandoverRecord } from '@wire/handover.js';
import { instantText } from '@wire/value-texts.js';
import { atom } from 'jotai';
import { alertFailure, UNKNOWN_FAILURE } from '../shared/alert-failure.js';
import { fetchChanges, handOver } from '../shared/api/handover-api.js';
import { ApiError } from '../shared/api/request.js';
import { followFrames } from '../shared/live/frame-listeners.js';
import { lastStaffAtom } from '../shared/session-staff.js';
import { store } from '../shared/store.js';
import { noteRead, oneAtATime } from './unread.js';

/** After an answer the next question waits so long, however much happens. */
const PAUSE_MS = 300;

/** What happened since; null before it was read. */
export const changesAtom = atom<HandoverChanges | null>(null);
/** Why it could not be read, null when it could. */
export const changesFailureAtom = atom<string | null>(null);

const chosenAtom = atom<Since>({ kind: 'mine' });

/** From when changes are listed. */
export const sinceAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, since: Since) => {
    set(chosenAtom, since);
    void loadChanges();
  },
);

let latest = 0;

/** Reads what happened; of two questions the later one is answered. */
export async function loadChanges(): Promise<number | null> {
  const ticket = ++latest;
  try {
    const changes = await fetchChanges(sinceQuery(store.get(chosenAtom)));
    if (ticket !== latest) return null;
    store.set(changesAtom, changes);
    store.set(changesFailureAtom, null);
    noteRead(changes);
    return changes.head;
  } catch (error) {
    if (ticket !== latest) return null;
    console.error('handover', error);
    store.set(changesFailureAtom, error instanceof ApiError ? error.message : UNKNOWN_FAILURE);
    return null;
  }
}

/** Keeps what happened current while it is shown; returns how to stop. */
export function followChanges(): () => void {
  const { ask, stop } = oneAtATime(loadChanges, PAUSE_MS);
  const stops = [followFrames(ask), store.sub(lastStaffAtom, ask)];
  return () => {
    stop();
    for (const unsubscribe of stops) unsubscribe();
  };
}

/** Closes the shift with words for the next one; false when it was refused, which is alerted. */
export async function closeShift(memo: string): Promise<boolean> {
  const seen = store.get(changesAtom)?.head;
  if (seen === undefined) return false;
  try {
    await handOver(memo, seen);
  } catch (error) {
    await alertFailure(error);
    return false;
  }
  store.set(sinceAtom, { kind: 'mine' });
  return true;
}

/** From when changes are listed: the own last handover, another handover, or an instant. */
export type Since =
  | { kind: 'mine' }
  | { kind: 'handover'; id: number; upTo: number }
  | { kind: 'instant'; instant: string };

/** How the server is asked; null for since the asker left. */
function sinceQuery(since: Since): string | null {
  if (since.kind === 'mine') return null;
  return since.kind === 'handover' ? String(since.upTo) : since.instant;
}

/** An instant as `11/21(土) 17:00`. */
export function clockText(instant: string, zone: string): string {
  const time = instantText(instant, zone).slice(11, 16);
  return `${dayText(dayIn(zone, new Date(instant)))} ${time}`;
}

/** Who it was, as far as that is known. */
export function whoText({ staff_name, terminal }: Pick<HandoverRecord, 'staff_name' | 'terminal'>): string {
  return staff_name ?? terminal ?? '不明';
}
