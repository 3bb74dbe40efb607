import { ERASED } from '@domain/erased.js';
import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';
import { dropDraftsWhere, stashedDraftsAtom } from '../booking/drafts.js';
import { type FormState, formAtom, savingAtom } from '../booking/form.js';
import { recordOf } from '../booking/form-mode.js';
import { reopenErased, reopenImported } from '../booking/open-form.js';
import { forgetCachedDesk } from '../front-desk/cached-desk.js';
import { fetchCsvReservation, fetchReservation } from '../shared/api/booking-api.js';
import { isLineDown } from '../shared/api/request.js';
import { forgetUnanswered } from '../shared/api/unanswered-writes.js';
import { forgetErased } from '../shared/erasure.js';
import { connectionAtom } from '../shared/live/connection.js';
import { followFrames } from '../shared/live/frame-listeners.js';
import { inEachStore, stopAll, store } from '../shared/store.js';

const erased = new Set<number>();
inEachStore(() => erased.clear());
/** True if forms may hold a guest who was erased while no frame could say so. */
const isUncheckedAtom = atom(true);

/** Returns true if a form still holds the data of a guest that was erased. */
function isOfErased({ mode }: FormState): boolean {
  const record = recordOf(mode);
  return record !== null && erased.has(record.id) && record.guest_name_1 !== ERASED;
}

/** Drops the forms of erased guests, open, set aside or stored; a save that runs is waited for. */
function dropForms(): void {
  dropDraftsWhere(isOfErased);
  const aside = store.get(stashedDraftsAtom);
  const left = aside.filter((form) => !isOfErased(form));
  if (left.length < aside.length) store.set(stashedDraftsAtom, left);
  const open = store.get(formAtom);
  const isOpen = isOfErased(open) && !store.get(savingAtom);
  if (isOpen || left.length < aside.length) forgetUnanswered();
  const record = recordOf(open.mode);
  if (!isOpen || record === null) return;
  void (open.mode.kind === 'csv' ? reopenImported(record.id) : reopenErased(record.id));
}

async function isErasedNow({ mode }: FormState): Promise<boolean> {
  const record = recordOf(mode);
  if (!record) return false;
  try {
    const read = mode.kind === 'csv' ? fetchCsvReservation : fetchReservation;
    return (await read(record.id)).guest_name_1 === ERASED;
  } catch (error) {
    if (isLineDown(error)) throw error;
    return false;
  }
}

/** Asks the server of every form whether its guest was erased while no frame could say so. */
async function checkForms(): Promise<void> {
  store.set(isUncheckedAtom, true);
  const forms = [store.get(formAtom), ...store.get(stashedDraftsAtom)];
  try {
    const gone = await Promise.all(forms.map(isErasedNow));
    forms.forEach(({ mode }, index) => {
      const id = recordOf(mode)?.id;
      if (gone[index] && id !== undefined) erased.add(id);
    });
    store.set(isUncheckedAtom, false);
  } catch (error) {
    console.error('drafts', error); // Asked again with the next connection.
  }
  dropForms();
}

function takeFrame(frame: ChangeFrame): void {
  for (const { id } of frame.queue.failed) erased.delete(id); // Sent anew by the source.
  if (frame.erased.length === 0) return;
  for (const id of frame.erased) erased.add(id);
  forgetUnanswered();
  dropForms();
  const bookings = frame.bookings.filter(({ id }) => erased.has(id));
  forgetErased({ ids: new Set(frame.erased), bookings });
}

/** After a reload of everything, no frame names who was erased meanwhile: checks all forms. */
function onReload(): void {
  forgetErased(null);
  void checkForms();
}

function onConnection(): void {
  if (!store.get(isUncheckedAtom) || !store.get(connectionAtom).connected) return;
  forgetCachedDesk([]); // Cached before this page, it may name who was erased since.
  void checkForms();
}

/**
 * Drops what an erasure names from every store of the page but the calendar's, which frames replace, as soon as it is
 * received, or when a terminal that was offline is back; returns how to stop. Cached calendars: `startCaching`.
 */
export function startForgettingErased(): () => void {
  const stops = [
    followFrames((frame) => (frame ? takeFrame(frame) : onReload())),
    store.sub(connectionAtom, onConnection),
    store.sub(savingAtom, dropForms),
  ];
  store.set(isUncheckedAtom, true);
  onConnection();
  return stopAll(stops);
}
