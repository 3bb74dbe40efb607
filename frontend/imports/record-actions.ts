import { MAX_RETRIED } from '@domain/limits.js';
import type { DismissalResult, RetryAllResult, RetryResult } from '@wire/csv-actions.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { write } from '../shared/api/request.js';
import { onErasure } from '../shared/erasure.js';
import { connectionAtom } from '../shared/live/connection.js';
import { act } from '../shared/operations.js';
import { store } from '../shared/store.js';
import { dismissedRecords, reloadQueue } from './failed-records.js';
import { recordName } from './record-texts.js';

/** Reasons of a dismissal beside words of one's own. */
export const DISMISSAL_REASONS = ['重複', '電話で対応', '宿泊施設側で取消済み'] as const;

/** The record that staff are asked about why it needs no booking; null for none. */
export const askedDismissalAtom = atom<CsvRecord | null>(null);

/** The record that was dismissed or put back here last; the form shows it anew if it is open there. */
export const lastDismissalAtom = atom<{ id: number } | null>(null);

/** The record that staff deal with here: when it leaves the queue, they go on to the next one. */
const ownRecordAtom = atom<number | null>(null);

/** Returns whether a record leaves the queue by what staff do here. */
export const isSettledHere = (id: number): boolean => store.get(ownRecordAtom) === id;

/** Dismisses a failed record for a reason, or puts it back into the queue (null); it can be undone. False when refused. */
export async function dismiss(record: CsvRecord, reason: string | null): Promise<boolean> {
  const { id, version } = record;
  const who = recordName(record);
  store.set(ownRecordAtom, id);
  const text = reason === null ? `${who} を失敗の一覧に戻し` : `${who} を対応済みに`;
  const body = reason === null ? { is_dismissed: 0 } : { is_dismissed: 1, reason };
  const done = await act<DismissalResult>(
    { text, ids: [id] },
    (guards) => write('PUT', `/api/csv-reservations/${id}/dismissed`, body, guards),
    version,
  );
  if (done === null) {
    store.set(ownRecordAtom, null);
    return false;
  }
  store.set(lastDismissalAtom, { id });
  if (store.get(connectionAtom).connected) return true;
  await reloadQueue();
  await dismissedRecords.reload();
  return true;
}

/** The retry that runs: of one record, or of all. */
export const retryingAtom = atom<number | 'all' | null>(null);

/** Result of the last retry; empty for nothing to tell. */
export const retryResultAtom = atom('');

/** The result of a retry of one record, in a line. */
function resultText(record: CsvRecord, { outcome, reason, detail }: RetryResult): string {
  const who = recordName(record);
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
  return retrying(record.id, async () => {
    store.set(ownRecordAtom, record.id);
    const result: RetryResult = await write('POST', `/api/csv-reservations/${record.id}/retry`, {});
    if (result.outcome !== 'registered' && result.outcome !== 'cancelled') store.set(ownRecordAtom, null);
    return resultText(record, result);
  });
}

/** Tries records again and shows how many were registered; `about` begins the sentence. */
export function retryRecords(records: readonly CsvRecord[], about = ''): Promise<void> {
  return retrying('all', async () => {
    let [retried, registered] = [0, 0];
    for (let from = 0; from < records.length; from += MAX_RETRIED) {
      const ids = records.slice(from, from + MAX_RETRIED).map(({ id }) => id);
      const part: RetryAllResult = await write('POST', '/api/csv-reservations/retry', { ids });
      retried += part.retried;
      registered += part.registered;
    }
    return `${about}${retried}件中${registered}件を登録しました。`;
  });
}

onErasure(() => store.set(retryResultAtom, ''));
