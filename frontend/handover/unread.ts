import type { HandoverChanges, Unread } from '@wire/handover.js';
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { fetchUnread } from '../shared/api/handover-api.js';
import { hotelAtom } from '../shared/hotel.js';
import { Resource } from '../shared/resource.js';
import { lastStaffAtom, staffAtom } from '../shared/session-staff.js';
import { stopAll, store } from '../shared/store.js';

/** After an answer the next question waits so long, however much happens. */
const PAUSE_MS = 1_000;

/** The position up to which a member of staff has read the log. */
type Read = { logId: string; staffId: number | null; position: number };

const readAtom = atomWithStorage<Read | null>('handover-read', null, undefined, { getOnInit: true });

const whoAtom = atom(
  (get): Omit<Read, 'position'> => ({
    logId: get(hotelAtom)?.log_id ?? '',
    staffId: get(staffAtom)?.id ?? null,
  }),
);

/** The position up to which the current staff member has read. */
const readUpToAtom = atom((get): number => {
  const read = get(readAtom);
  const { logId, staffId } = get(whoAtom);
  return read?.logId === logId && read.staffId === staffId ? read.position : 0;
});

const unread = new Resource<null, Unread & { read: number }>(
  'handover/unread',
  async (_now, signal) => {
    const read = store.get(readUpToAtom);
    const answer = await fetchUnread(read, signal);
    return { ...answer, data: { ...answer.data, read } };
  },
  { pauseMs: PAUSE_MS },
);

/** The number of unread changes by others since the own last handover; what was read since the answer is not unread. */
export const unreadAtom = atom((get) => {
  const answer = get(unread.atom).value;
  return answer?.read === get(readUpToAtom) ? answer.count : 0;
});

/** The position of the own last handover; null before the first. */
const sinceAtom = atom<number | null>(null);

/** Notes that what is listed was read, unless the list leaves something out that is still unread. */
export function noteRead({ position, head, mine }: HandoverChanges): void {
  const since = mine?.up_to ?? null;
  store.set(sinceAtom, since);
  if (position > Math.max(since ?? 0, store.get(readUpToAtom))) return;
  store.set(readAtom, { ...store.get(whoAtom), position: head });
}

/** Keeps the number current; there is none before the first handover. Returns how to stop. */
export function followUnread(): () => void {
  const begin = () => {
    if (store.get(hotelAtom) !== null && unread.state.status === 'idle') void unread.load(null);
  };
  const stops = [
    store.sub(hotelAtom, begin),
    store.sub(lastStaffAtom, () => void unread.reload()),
    store.sub(unread.atom, () => {
      const { status, value } = unread.state;
      if (status === 'ready' && value) store.set(sinceAtom, value.since);
    }),
    unread.follow(() => store.get(sinceAtom) !== null),
    () => unread.reset(),
  ];
  begin();
  return stopAll(stops);
}
