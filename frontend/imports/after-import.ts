import type { CsvFormData } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { fetchCsvReservation } from '../shared/api/booking-api.js';
import { store } from '../shared/store.js';

/** An imported record that was just registered, and which rooms of its reservation still wait. */
export type AfterImport = { name: string; waiting: readonly number[] };

/** What the form was saved for last, until something else is opened in it; null for nothing imported. */
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

/** Tells that a record is registered, and offers the rooms of its reservation that still wait. */
export async function tellRegistered({
  id,
  group,
  guest_name_1,
  booking_number,
}: CsvFormData): Promise<void> {
  const others = group.filter((other) => other !== id);
  const failed = await Promise.all(others.map(isFailed));
  const name = [guest_name_1, booking_number].filter(Boolean).join(' ') || `#${id}`;
  store.set(afterImportAtom, { name, waiting: others.filter((_, index) => failed[index]) });
}
