import type { Day } from '@domain/dates.js';
import type { SmokingStatus } from '@domain/room/room-month.js';
import type { WaitingContent, WaitingRecord } from '@wire/waiting-list.js';
import { atom } from 'jotai';
import { alertFailure } from '../../shared/alert-failure.js';
import { get, type WriteGuards, write } from '../../shared/api/request.js';
import { travellingAtom } from '../../shared/calendar-data/past.js';
import { draftAtom, draftsAt } from '../../shared/drafts.js';
import { liveSession } from '../../shared/live/live-session.js';
import { recordOperation, withRequestId } from '../../shared/operations.js';
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

/** Entries of which nothing more is told here until they find no room, or are read anew. */
const hushedAtom = atom<ReadonlySet<number>>(new Set<number>());

/** The entries for which a room is free now. */
export const fittingAtom = atom((read) => read(waitingAtom).filter(({ rooms }) => rooms.length > 0));

/** The entries that the notices name: none while the past is shown. */
export const toldWaitingAtom = atom((read): readonly WaitingRecord[] => {
  if (read(travellingAtom)) return NOBODY;
  const hushed = read(hushedAtom);
  return read(fittingAtom).filter(({ id }) => !hushed.has(id));
});

/** Tells nothing more of these entries here until a room becomes free for them once more. */
export function hush(entries: readonly WaitingRecord[]): void {
  store.set(hushedAtom, (before) => new Set([...before, ...entries.map(({ id }) => id)]));
}

const DRAFTS = 'waiting/';

/** Returns the place of what is typed about an entry; a new one has a place for each stay. */
export function waitingDraftPlace(
  known: WaitingRecord | null,
  { stay_start, stay_end }: WaitingDraft,
): string {
  return known ? `${DRAFTS}${known.id}/${known.version}` : `${DRAFTS}new/${stay_start}/${stay_end}`;
}

/** Forgets what is kept here of entries that are in the list no more: booked, given up, or their guest erased. */
function forgetGone(): void {
  const { status, value } = store.get(waiting.atom);
  if (status !== 'ready') return;
  const ids = new Set((value ?? NOBODY).map(({ id }) => id));
  for (const place of draftsAt(DRAFTS)) {
    const id = Number.parseInt(place, 10);
    if (!Number.isNaN(id) && !ids.has(id)) store.set(draftAtom(`${DRAFTS}${place}`), null);
  }
}

/** Tells again of entries that found no room meanwhile. */
function unhush(): void {
  const fitting = new Set(store.get(fittingAtom).map(({ id }) => id));
  const hushed = store.get(hushedAtom);
  const left = [...hushed].filter((id) => fitting.has(id));
  if (left.length < hushed.size) store.set(hushedAtom, new Set(left));
}

/** Reads who waits and follows what changes it; returns how to stop. */
export function followWaiting(): () => void {
  void waiting.load(null);
  const forget = store.sub(waiting.atom, () => {
    forgetGone();
    unhush();
  });
  const stop = waiting.follow((frame) => frame.waiting !== undefined);
  return () => {
    stop();
    forget();
  };
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
  const { answer, requestId } = await withRequestId(version, send);
  recordOperation({ requestId, text: `キャンセル待ち ${waitingText(answer)} ${what}`, ids: [answer.id] });
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
