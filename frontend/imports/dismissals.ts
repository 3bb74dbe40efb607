import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { connectionAtom } from '../shared/live/connection.js';
import { act } from '../shared/operations.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';
import { dismissRecord, fetchDismissedRecords } from './csv-records-api.js';
import { reloadQueue } from './import-queue.js';

/** What staff may say beside words of their own. */
export const DISMISSAL_REASONS = ['重複', '電話で対応', '宿泊施設側で取消済み'] as const;

/** The records that staff dismissed. */
export const dismissedRecords = new Resource<null, readonly CsvRecord[]>('csv-reservations', (_all, signal) =>
  fetchDismissedRecords(signal),
);

/** The record that staff are asked about why it needs no booking; null for none. */
export const askedDismissalAtom = atom<CsvRecord | null>(null);

/** The record that was dismissed or put back here last; the form shows it anew if it is open there. */
export const lastDismissalAtom = atom<{ id: number } | null>(null);

/** Reads the dismissed records and keeps them current while it is shown; returns how to stop. */
export function followDismissed(): () => void {
  void dismissedRecords.load(null);
  return dismissedRecords.follow(({ queue }) => queue.failed.length + queue.settled.length > 0);
}

/** Dismisses a failed record for a reason, or puts it back into the queue (null); it can be undone. */
export async function dismiss(record: CsvRecord, reason: string | null): Promise<void> {
  const { id, version, guest_name_1, booking_number } = record;
  const who = [guest_name_1, booking_number].filter(Boolean).join(' ') || `#${id}`;
  const text = reason === null ? `${who} を失敗の一覧に戻し` : `${who} を対応済みに`;
  const done = await act({ text, ids: [id] }, (guards) => dismissRecord(id, reason, guards), version);
  if (done === null) return;
  store.set(lastDismissalAtom, { id });
  if (store.get(connectionAtom).connected) return;
  await reloadQueue();
  await dismissedRecords.reload();
}
