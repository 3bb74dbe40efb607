import type { FailureReason } from '@domain/imports/csv-reservation.js';
import type { RetryResult } from '@wire/csv-actions.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { connectionAtom } from '../shared/live/connection.js';
import { store } from '../shared/store.js';
import { retryRecord, retryRecords } from './csv-records-api.js';
import { reloadQueue } from './import-queue.js';

/** What is being tried again: one record, or all. */
export const retryingAtom = atom<number | 'all' | null>(null);

/** What became of the last retry; empty for nothing to tell. */
export const retryResultAtom = atom('');

/** The result of a retry of one record, in a line. */
function resultText(record: CsvRecord, { outcome, reason, detail }: RetryResult): string {
  const who = [record.guest_name_1, record.booking_number].filter(Boolean).join(' ') || `#${record.id}`;
  if (outcome === 'registered') return `${who} を登録しました。`;
  if (outcome === 'cancelled') return `${who} は取消済みになりました。`;
  return `${who} は登録できませんでした（${[reason, detail].filter(Boolean).join('：')}）。`;
}

async function retrying(what: number | 'all', work: () => Promise<string>): Promise<void> {
  if (store.get(retryingAtom) !== null) return;
  store.set(retryingAtom, what);
  store.set(retryResultAtom, '');
  try {
    const text = await work();
    if (!store.get(connectionAtom).connected) await reloadQueue();
    store.set(retryResultAtom, text);
  } catch (error) {
    await alertFailure(error);
  } finally {
    store.set(retryingAtom, null);
  }
}

/** Tries to register a record again and shows the result. */
export function retryOne(record: CsvRecord): Promise<void> {
  return retrying(record.id, async () => resultText(record, await retryRecord(record.id)));
}

/** Tries all records again, or those that failed for a reason, and shows how many were registered. */
export function retryAll(reason?: FailureReason): Promise<void> {
  return retrying('all', async () => {
    const sum = { retried: 0, registered: 0 };
    for (let after: number | null = 0; after !== null; ) {
      const wanted = after === 0 ? { reason } : { reason, after };
      const part = await retryRecords(wanted);
      sum.retried += part.retried;
      sum.registered += part.registered;
      after = part.next;
    }
    const { retried, registered } = sum;
    return retried === 0 ? '再試行する予約はありません。' : `${retried}件中${registered}件を登録しました。`;
  });
}
