import type { Day } from '@domain/dates.js';
import type { SmokingStatus } from '@domain/room/room-month.js';
import type { WaitingContent, WaitingRecord } from '@wire/waiting-list.js';
import { atom } from 'jotai';
import { alertFailure } from '../../shared/alert-failure.js';
import { get, type WriteGuards, write } from '../../shared/api/request.js';
import { travellingAtom } from '../../shared/calendar-data/past.js';
import { draftAtom, draftsAt } from '../../shared/drafts.js';
import { liveSession } from '../../shared/live/live-session.js';
import { recorded } from '../../shared/operations.js';
import { Resource } from '../../shared/resource.js';
import { store } from '../../shared/store.js';
import { waitingText } from './waiting-texts.js';

const PATH = '/api/waiting-list';

/** The fields of an entry as typed; days are empty while none is chosen. */
export type WaitingDraft = {
  guest_name: string;
  tel: string;
  remark: string;
  stay_start: Day | '';
  stay_end: Day | '';
  mens_count: number;
  womens_count: number;
  smoking_status: SmokingStatus;
  corporateID: number;
};

/** The dialog as it was asked for: the list, or the form of a new entry (`known` null) or a known one. Each time has a key of its own. */
export type AskedWaiting = { key: number } & (
  | { view: 'list' }
  | { view: 'form'; known: WaitingRecord | null; blank: WaitingDraft; from: 'list' | 'search' }
);

/** The content of the dialog; null while it is closed. */
export const askedWaitingAtom = atom<AskedWaiting | null>(null);

const waiting = new Resource<null, readonly WaitingRecord[]>('waiting-list', (_, signal) =>
  get(PATH, {}, signal),
);

/** State of the read of the waiting list. */
export const waitingStateAtom = waiting.atom;

const NOBODY: readonly WaitingRecord[] = [];

/** The entries of the waiting list, in the order of waiting. */
export const waitingAtom = atom((read) => read(waiting.atom).value ?? NOBODY);

/** The way in which an entry finds a room: one is free, or moves of other bookings free one. */
export type WaitingWay = 'room' | 'moves';

/** Returns how an entry finds a room; null for not at all. */
export function wayOf({ rooms, fewest_moves }: WaitingRecord): WaitingWay | null {
  if (rooms.length > 0) return 'room';
  return fewest_moves === null ? null : 'moves';
}

/** Entries of which nothing more is told here until they find a room in a better way, or find none meanwhile. */
const hushedAtom = atom<ReadonlyMap<number, WaitingWay>>(new Map<number, WaitingWay>());

/** The entries for which a room is free now. */
export const fittingAtom = atom((read) => read(waitingAtom).filter((entry) => wayOf(entry) === 'room'));

/** The entries that the notices name, those with a free room first: none while the past is shown. */
export const toldWaitingAtom = atom((read): readonly WaitingRecord[] => {
  if (read(travellingAtom)) return NOBODY;
  const hushed = read(hushedAtom);
  const told = (way: WaitingWay) =>
    read(waitingAtom).filter((entry) => {
      const already = hushed.get(entry.id);
      return wayOf(entry) === way && already !== 'room' && already !== way;
    });
  return [...told('room'), ...told('moves')];
});

/** Tells nothing more of these entries here until they find a room in a better way, or once more. */
export function hush(entries: readonly WaitingRecord[]): void {
  const now = entries.flatMap((entry): [number, WaitingWay][] => {
    const way = wayOf(entry);
    return way ? [[entry.id, way]] : [];
  });
  store.set(hushedAtom, (before) => new Map([...before, ...now]));
}

const DRAFTS = 'waiting/';

/** Returns the place of an entry's draft; a new one has a place for each stay. */
export function waitingDraftPlace(
  known: WaitingRecord | null,
  { stay_start, stay_end }: WaitingDraft,
): string {
  return known ? `${DRAFTS}${known.id}/${known.version}` : `${DRAFTS}new/${stay_start}/${stay_end}`;
}

/** Forgets the drafts of entries that are no longer in the list: booked, given up, or their guest erased. */
function forgetGone(): void {
  const { status, value } = store.get(waiting.atom);
  if (status !== 'ready') return;
  const ids = new Set((value ?? NOBODY).map(({ id }) => id));
  for (const place of draftsAt(DRAFTS)) {
    const id = Number.parseInt(place, 10);
    if (!Number.isNaN(id) && !ids.has(id)) store.set(draftAtom(`${DRAFTS}${place}`), null);
  }
}

/** Shows notices again of entries that found no room meanwhile. */
function unhush(): void {
  const ways = new Map(store.get(waitingAtom).map((entry) => [entry.id, wayOf(entry)]));
  const hushed = store.get(hushedAtom);
  const left = new Map<number, WaitingWay>();
  for (const [id, way] of hushed) {
    const now = ways.get(id);
    if (now) left.set(id, now === 'moves' ? now : way);
  }
  if (JSON.stringify([...left]) !== JSON.stringify([...hushed])) store.set(hushedAtom, left);
}

/** Tells nothing of moves for who has only now begun to wait: 部屋検索 has just proposed them to the one who wrote it down. */
function hushMovesOfNew(seen: ReadonlySet<number> | null): ReadonlySet<number> | null {
  const { status, value } = store.get(waiting.atom);
  if (status !== 'ready' || !value) return seen;
  if (seen) hush(value.filter((entry) => !seen.has(entry.id) && wayOf(entry) === 'moves'));
  return new Set(value.map(({ id }) => id));
}

/** Reads the waiting list and keeps it current; returns a function that stops. */
export function followWaiting(): () => void {
  let seen: ReadonlySet<number> | null = null;
  void waiting.load(null);
  const forget = store.sub(waiting.atom, () => {
    seen = hushMovesOfNew(seen);
    forgetGone();
    unhush();
  });
  const stop = waiting.follow((frame) => frame.waiting !== undefined);
  return () => {
    stop();
    forget();
  };
}

/** Reads the list anew. */
export function reloadWaiting(): Promise<unknown> {
  return waiting.reload();
}

/** A new entry before anything is typed. */
export const BLANK_WAITING: WaitingDraft = {
  ...{ guest_name: '', tel: '', remark: '', stay_start: '', stay_end: '' },
  ...{ mens_count: 1, womens_count: 0, smoking_status: '禁煙', corporateID: 0 },
};

let keys = 0;

/** Opens the list. */
export function openWaitingList(): void {
  store.set(askedWaitingAtom, { key: ++keys, view: 'list' });
}

/** Opens the form of a new entry with these conditions. */
export function askToWait(blank: WaitingDraft, from: 'list' | 'search'): void {
  store.set(askedWaitingAtom, { key: ++keys, view: 'form', known: null, blank, from });
}

/** Opens the form of a known entry. */
export function askAboutWaiting(known: WaitingRecord): void {
  const { guest_name, tel, remark, stay_start, stay_end, ...others } = known;
  const { mens_count, womens_count, smoking_status, corporateID } = others;
  const conditions = { stay_start, stay_end, mens_count, womens_count, smoking_status, corporateID };
  const blank = { guest_name, tel, remark, ...conditions };
  store.set(askedWaitingAtom, { key: ++keys, view: 'form', known, blank, from: 'list' });
}

/** Closes the dialog. */
export function closeWaiting(): void {
  store.set(askedWaitingAtom, null);
}

/** Writes an entry and notes it, so that it can be taken back by the keys of undo. A refusal is thrown. */
async function written(
  what: string,
  version: number | null,
  send: (guards: WriteGuards) => Promise<WaitingContent>,
): Promise<void> {
  await recorded(version, send, (answer) => ({
    text: `キャンセル待ち ${waitingText(answer)} ${what}`,
    ids: [answer.id],
  }));
  await liveSession.applyOwnWrite(null);
  await waiting.reload();
}

/** Records an entry, or changes it. A refusal is thrown. */
export function saveWaiting(known: WaitingRecord | null, draft: WaitingDraft): Promise<void> {
  if (!known) return written('登録', null, (guards) => write('POST', PATH, draft, guards));
  return written('変更', known.version, (guards) => write('PUT', `${PATH}/${known.id}`, draft, guards));
}

/** Gives an entry up; a refusal is alerted. */
export async function giveUpWaiting({ id, version }: WaitingContent): Promise<void> {
  try {
    await written('取消', version, (guards) => write('DELETE', `${PATH}/${id}`, {}, guards));
  } catch (error) {
    await alertFailure(error);
    await waiting.reload();
  }
}
