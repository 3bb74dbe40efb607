import type { DayRange } from '@domain/calendar/default-range.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ChangeFrame, LogPlace, MasterName } from '@wire/live.js';
import type { EventQuery } from '../api/audit-api.js';
import { logHashAt, noteLogHash } from '../api/log-hashes.js';
import { TERMINAL_ID, terminalName } from '../api/terminal.js';
import { openLiveLate } from '../live/late-connection.js';
import type { LiveConnection } from '../live/live-connection.js';
import { activityAtom, editingAtom } from './activity.js';
import { calendarAtom } from './calendar.js';
import { createCalendarSync } from './calendar-sync.js';
import { connectionAtom, keptAtom, lostAtom, presenceAtom } from './connection.js';
import { showEvents } from './event-log.js';
import { noteShown } from './first-shown.js';
import { showNotes } from './handover/notes.js';
import { heardAtom } from './heard.js';
import { hotelAtom, loadHotel, setFailedImports, watchMidnight } from './hotel.js';
import { loadQueue, queueAtom, takeQueue } from './import-queue.js';
import { loadImports, takeImport } from './imports.js';
import { logPlaceAtom } from './log-place.js';
import { loadMasters } from './masters.js';
import { followHead, forgetPast, showPastRange } from './past/travel.js';
import { loadRoomTypeMappings, reloadRoomTypeMappings } from './room-type-mappings.js';
import { signedOutAtom } from './session-staff.js';
import { readSession } from './sign-in.js';
import { store } from './store.js';

const REFUSED_RETRY_MS = 1_000;
const RETRY_MS = 5_000;
const ALL_MASTERS: MasterName[] = ['corporate', 'payment', 'blacklist'];

const sync = createCalendarSync();
let live: LiveConnection | null = null;
let logId: string | null = null;
let wanted: DayRange | null = null;
let queueWanted = false;
let hotelRead = false;
let retrying = false;

async function readHotel(): Promise<void> {
  hotelRead = await loadHotel();
  if (!hotelRead) retryLater();
}

/** Reads what every screen needs; the socket follows with the first calendar. */
export function startSession(): void {
  void readHotel();
  void loadMasters(ALL_MASTERS);
  watchMidnight();
  store.sub(signedOutAtom, () => {
    if (!store.get(signedOutAtom)) live?.reconnect();
  });
}

/** Shows a range of days, also in the past when that is looked at; false when it could not be read. */
export async function showRange(range: DayRange): Promise<boolean> {
  wanted = range;
  void showNotes(range);
  const [shown] = await Promise.all([sync.show(range, store.get(editingAtom)), showPastRange(range)]);
  live ??= connect();
  return shown;
}

async function loadAutoRegistration(): Promise<void> {
  const [position] = await Promise.all([loadQueue(), loadImports(), loadRoomTypeMappings()]);
  if (position !== null && sync.position() === null) sync.startAt(position);
}

/** Shows what came by automatic registration: the failed queue, the imports and the room type mapping. */
export async function showAutoRegistration(): Promise<void> {
  queueWanted = true;
  await loadAutoRegistration();
  live ??= connect();
}

/** Shows the event log as far as a filter finds it. */
export async function showAudit(filter: EventQuery): Promise<void> {
  const head = await showEvents(filter);
  if (head !== null && sync.position() === null) sync.startAt(head);
  live ??= connect();
}

/** Goes on live from what a screen was read as of, null when it could not be read. */
export function goOnFrom(position: number | null): void {
  if (position !== null && sync.position() === null) sync.startAt(position);
  live ??= connect();
}

/** Whether something that is to be shown could not be read yet. */
function isIncomplete(): boolean {
  return (
    !hotelRead ||
    (wanted !== null && (store.get(calendarAtom) === null || store.get(keptAtom) !== null)) ||
    (queueWanted && store.get(queueAtom) === null)
  );
}

/** Reads everything shown anew. */
async function refresh(): Promise<void> {
  await Promise.all([
    wanted && sync.show(wanted, store.get(editingAtom)),
    loadMasters(ALL_MASTERS),
    readHotel(),
    queueWanted && loadAutoRegistration(),
  ]);
  if (isIncomplete()) retryLater();
}

/** Tries again after a while to read what is missing; once there is a socket, only while it is connected. */
function retryLater(): void {
  if (retrying) return;
  retrying = true;
  setTimeout(() => {
    retrying = false;
    if (isIncomplete() && (live === null || store.get(connectionAtom).connected)) void refresh();
  }, RETRY_MS);
}

/** The line is up: what could not be read meanwhile is read now, as whoever is signed in by now. */
async function recover(): Promise<void> {
  await readSession();
  await refresh();
}

function noteConnected(): void {
  store.set(connectionAtom, { connected: true, since: new Date() });
  store.set(lostAtom, null);
}

/** After this terminal's own write: shows the record at once, and reads anew when no live update will come. */
export async function wrote(record: BookingRecord | null): Promise<void> {
  if (record) await sync.showRecord(record);
  if (!store.get(connectionAtom).connected && wanted) await sync.show(wanted, store.get(editingAtom));
}

/** Tells the other terminals which booking is open in the form here. */
export function setEditing(bookingId: number | null): void {
  store.set(editingAtom, bookingId);
}

function reached(position: number): void {
  if (logId !== null) store.set(logPlaceAtom, { logId, position });
}

/** What was read so far may be of another history. */
function startOver(state: LogPlace): void {
  if (sync.position() !== null) forgetPast();
  logId = state.log_id;
  noteLogHash(state.position, state.hash);
  sync.startAt(state.position);
  reached(state.position);
  store.set(heardAtom, { frame: null });
  void refresh();
}

function takeFrame(frame: ChangeFrame): void {
  if (!sync.receive(frame)) {
    live?.reconnect();
    return;
  }
  noteLogHash(frame.to, frame.hash);
  followHead(frame.to);
  if (frame.masters.length > 0) void loadMasters(frame.masters, frame.to);
  if (frame.masters.includes('room-type-mapping')) void reloadRoomTypeMappings();
  if (frame.failed_imports !== null) setFailedImports(frame.failed_imports);
  takeQueue(frame);
  store.set(heardAtom, { frame });
  reached(frame.to);
}

/** The socket was refused: nobody is signed in any more, unless somebody has just done so. */
async function onSocketRefused(): Promise<void> {
  await readSession();
  if (!store.get(signedOutAtom)) setTimeout(() => live?.reconnect(), REFUSED_RETRY_MS);
}

function knownPlace() {
  const position = sync.position();
  return { position, hash: position === null ? null : logHashAt(position) };
}

function connect(): LiveConnection {
  noteShown();
  logId = store.get(hotelAtom)?.log_id ?? null;
  const connection = openLiveLate({
    handshake: () => ({
      log_id: logId,
      ...knownPlace(),
      terminal_id: TERMINAL_ID,
      terminal: terminalName(),
    }),
    ready(state) {
      noteConnected();
      if (logId !== null && logId !== state.log_id) return startOver(state);
      logId = state.log_id;
      noteLogHash(state.position, state.hash);
      sync.advanceTo(state.position);
      reached(state.position);
      if (isIncomplete()) void recover();
      else if (queueWanted) void loadImports();
    },
    changes: takeFrame,
    reload(state) {
      noteConnected();
      startOver(state);
    },
    presence: (entries) => {
      const others = entries.filter(({ terminal_id }) => terminal_id !== TERMINAL_ID);
      store.set(presenceAtom, others);
    },
    imports: takeImport,
    lost(heard) {
      store.set(lostAtom, heard);
      store.set(connectionAtom, { connected: false, since: new Date() });
    },
    signedOut: onSocketRefused,
  });
  const tell = () => connection.activity(store.get(activityAtom));
  store.sub(activityAtom, tell);
  tell();
  return connection;
}
