import type { CsvFormData } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { fetchCsvReservation } from '../shared/api/booking-api.js';
import { onErasure } from '../shared/erasure.js';
import { store } from '../shared/store.js';
import { queue, queueAtom } from './failed-records.js';
import { nextFailed } from './queue-view.js';
import { recordName } from './record-texts.js';

/**
 * An imported record that was just registered, which rooms of its reservation still wait, and the failed record that comes
 * next: null for none, undefined when the queue could not be read.
 */
export type AfterImport = { name: string; waiting: readonly number[]; next: number | null | undefined };

/** Last save of the form, until something else is opened in it; null for nothing imported. */
export const afterImportAtom = atom<AfterImport | null>(null);

/** The element id of what staff do next: the next room, or the way back to the queue. */
export const NEXT_STEP_ID = 'imported-next-step';

async function isFailed(id: number): Promise<boolean> {
  try {
    return (await fetchCsvReservation(id)).status === 'failed';
  } catch (error) {
    console.error('csv-reservation', error);
    return false;
  }
}

/** Tells that a record is registered, and offers what is next: the rooms of its reservation that still wait, and the queue. */
export async function tellRegistered(record: CsvFormData): Promise<void> {
  const { id, group } = record;
  if (store.get(queueAtom) === null) await queue.load(null);
  const next = store.get(queueAtom) === null ? undefined : nextFailed(record);
  const others = group.filter((other) => other !== id);
  const failed = await Promise.all(others.map(isFailed));
  const waiting = others.filter((_, index) => failed[index]);
  store.set(afterImportAtom, { name: recordName(record), waiting, next });
}

onErasure(() => store.set(afterImportAtom, null));
