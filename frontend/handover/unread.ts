import type { HandoverChanges } from '@wire/handover.js';
import { atom } from 'jotai';
import { fetchUnread } from '../shared/api/handover-api.js';
import { hotelAtom } from '../shared/hotel.js';
import { followFrames } from '../shared/live/frame-listeners.js';
import { remembered } from '../shared/remembered.js';
import { lastStaffAtom, staffAtom } from '../shared/session-staff.js';
import { store } from '../shared/store.js';

/** After an answer the next question waits so long, however much happens. */
const PAUSE_MS = 1_000;

const countAtom = atom(0);

/** The number of unread changes by others since the own last handover. */
export const unreadAtom = atom((get) => get(countAtom));

/** The position up to which a member of staff has read the log. */
type Read = { logId: string; staffId: number | null; position: number };

function parsedRead(stored: string | null): Read | null {
  try {
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
}

const readAtom = remembered<Read | null>('handover-read', parsedRead, (read) => JSON.stringify(read));

let since: number | null = null;

const who = (): Omit<Read, 'position'> => ({
  logId: store.get(hotelAtom)?.log_id ?? '',
  staffId: store.get(staffAtom)?.id ?? null,
});

/** The position up to which the current staff member has read. */
function readUpTo(): number {
  const read = store.get(readAtom);
  const { logId, staffId } = who();
  return read?.logId === logId && read.staffId === staffId ? read.position : 0;
}

async function count(): Promise<void> {
  const read = readUpTo();
  try {
    const unread = await fetchUnread(read);
    since = unread.since;
    // What was read while the answer came is not unread again.
    if (readUpTo() === read) store.set(countAtom, unread.count);
  } catch (error) {
    console.error('handover/unread', error);
  }
}

/** What is listed was read, unless the list leaves something out that is still unread. */
export function noteRead({ position, head, mine }: HandoverChanges): void {
  since = mine?.up_to ?? null;
  if (position > Math.max(since ?? 0, readUpTo())) return;
  store.set(readAtom, { ...who(), position: head });
  store.set(countAtom, 0);
}

/** Keeps the number current; there is none before the first handover. Returns how to stop. */
export function followUnread(): () => void {
  const { ask, stop } = oneAtATime(count, PAUSE_MS);
  let begun = false;
  const begin = () => {
    if (begun || store.get(hotelAtom) === null) return;
    begun = true;
    ask();
  };
  const stops = [
    store.sub(hotelAtom, begin),
    store.sub(lastStaffAtom, () => begun && ask()),
    followFrames((frame) => {
      if (frame === null || since !== null) ask();
    }),
  ];
  begin();
  return () => {
    stop();
    for (const unsubscribe of stops) unsubscribe();
  };
}

/** Runs work on request, never concurrently, with a pause after each run. */
export function oneAtATime(
  work: () => Promise<unknown>,
  restMs: number,
): { ask: () => void; stop: () => void } {
  let [busy, again, stopped] = [false, false, false];
  const run = async (): Promise<void> => {
    busy = true;
    while (again && !stopped) {
      again = false;
      await work();
      await new Promise((done) => setTimeout(done, restMs));
    }
    busy = false;
  };
  return {
    ask() {
      again = true;
      if (!busy) void run();
    },
    stop() {
      stopped = true;
    },
  };
}
