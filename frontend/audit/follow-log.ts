import { ERASING_EVENT } from '@domain/erased.js';
import { atom } from 'jotai';
import { fetchEvents } from '../shared/api/audit-api.js';
import { type FrameListener, followFrames } from '../shared/live/frame-listeners.js';
import { logPositionAtom } from '../shared/live/live-session.js';
import { store } from '../shared/store.js';
import {
  type EventLog,
  eventLog,
  eventLogAtom,
  fetchNewer,
  logFailureAtom,
  openedEventAtom,
  retryEvents,
  showEvents,
  takeNewer,
} from './event-log.js';

/** Whether the log is on the screen. */
const isFollowedAtom = atom(false);

/** Whether a guest was erased since the list was read. */
async function erasedSince(log: EventLog): Promise<boolean> {
  const query = { type: ERASING_EVENT, after: String(log.head), limit: '1' };
  return (await fetchEvents(query)).data.events.length > 0;
}

async function readAnew(log: EventLog): Promise<void> {
  await showEvents(log.filter);
  const opened = store.get(openedEventAtom);
  if (!opened) return;
  const { data } = await fetchEvents({ after: String(opened.position - 1), limit: '1' });
  store.set(openedEventAtom, (now) => (now === opened ? (data.events[0] ?? null) : now));
}

async function catchUp(log: EventLog): Promise<void> {
  if (await erasedSince(log)) return readAnew(log);
  const page = await fetchNewer(log);
  if (store.get(eventLogAtom)?.filter === log.filter) await takeNewer(page);
}

/** Reads until the list has everything up to the received log position. */
async function readNewer(): Promise<void> {
  try {
    for (;;) {
      const log = store.get(eventLogAtom);
      const place = store.get(logPositionAtom);
      if (!log || !place || place.position <= log.head) return;
      await catchUp(log);
      if (store.get(eventLogAtom)?.head === log.head) return;
    }
  } catch (error) {
    console.error('events', error);
  }
}

/** Drops the events while they are not on the screen; those on the screen are read anew after an erasure. */
export function forgetEvents(): void {
  if (store.get(isFollowedAtom)) return;
  eventLog.reset();
  store.set(openedEventAtom, null);
}

/** Keeps the event log current while it is shown; returns how to stop. */
export function followLog(): () => void {
  let logId = store.get(logPositionAtom)?.logId;
  let isReading = false;
  const followOnce = async () => {
    if (isReading) return;
    isReading = true;
    await readNewer();
    isReading = false;
  };
  const onMove = () => {
    const place = store.get(logPositionAtom);
    const log = store.get(eventLogAtom);
    const isOther = logId !== undefined && place?.logId !== logId;
    logId = place?.logId;
    if (!log && store.get(logFailureAtom) !== null) void retryEvents();
    else if (log && isOther) void readAnew(log);
    else void followOnce();
  };
  store.set(isFollowedAtom, true);
  // Everything is to be read anew: the log may have been restored and gone on differently.
  const onFrame: FrameListener = (frame) => {
    const log = store.get(eventLogAtom);
    if (log && frame === null) void readAnew(log);
  };
  const stops = [
    followFrames(onFrame),
    store.sub(logPositionAtom, onMove),
    store.sub(eventLogAtom, () => void followOnce()),
  ];
  return () => {
    store.set(isFollowedAtom, false);
    for (const stop of stops) stop();
  };
}
