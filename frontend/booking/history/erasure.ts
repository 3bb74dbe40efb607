import type { Day } from '@domain/dates.js';
import type { ErasableRecord, ErasurePreview, ErasureResult } from '@wire/erasure.js';
import { atom } from 'jotai';
import { alertFailure } from '../../shared/alert-failure.js';
import { get, write } from '../../shared/api/request.js';
import { withOverlay, withWriteOverlay } from '../../shared/busy.js';
import { showAlert } from '../../shared/dialogs.js';
import { liveSession } from '../../shared/live/live-session.js';
import { store } from '../../shared/store.js';

/** The record that a guest is named by. */
export type GuestRecordName = Pick<ErasableRecord, 'kind' | 'id'>;

const PATHS: Record<GuestRecordName['kind'], string> = {
  booking: 'booking',
  'csv-reservation': 'csv-reservations',
  'tentative-stay': 'tentative-stays',
  'waiting-entry': 'waiting-list',
};

const pathOf = ({ kind, id }: GuestRecordName): string => `/api/${PATHS[kind]}/${id}/erasure`;

/** An erasure in preparation: the guest's records, those left out, and the reason. */
export type Erasure = {
  start: GuestRecordName;
  preview: ErasurePreview;
  excluded: ReadonlySet<string>;
  reason: string;
  /** Brings up to date what the screen shows of the guest. */
  onErased: () => unknown;
};

/** The erasure that is being prepared; null while there is none. */
export const erasureAtom = atom<Erasure | null>(null);

const erasingAtom = atom(false);

/** A key that identifies a record. */
export function recordKey({ kind, id }: GuestRecordName): string {
  return `${kind}-${id}`;
}

/** Returns true if a record must still be kept unless there is a reason. */
export function isRetained({ retained_until }: ErasableRecord, today: Day): boolean {
  return retained_until !== null && retained_until >= today;
}

/** The records that would be erased. */
export const chosenRecordsAtom = atom((get): ErasableRecord[] => {
  const erasure = get(erasureAtom);
  if (!erasure) return [];
  const { preview, excluded } = erasure;
  return preview.records.filter((record) => record.obstacle === null && !excluded.has(recordKey(record)));
});

/** True if a reason must be given for the records that are chosen: one of them is still to be kept. */
export const reasonRequiredAtom = atom((get) => {
  const preview = get(erasureAtom)?.preview;
  if (!preview?.reason_required) return false;
  return get(chosenRecordsAtom).some((record) => isRetained(record, preview.today));
});

/** True if 削除する does something now. */
export const canEraseAtom = atom((get) => {
  const erasure = get(erasureAtom);
  if (!erasure || get(erasingAtom) || get(chosenRecordsAtom).length === 0) return false;
  const [first] = erasure.preview.records;
  if (!first || first.obstacle !== null) return false;
  return !get(reasonRequiredAtom) || erasure.reason.trim() !== '';
});

/** Reads what belongs to the guest of a record; a failure is alerted and nothing is prepared. */
export async function prepareErasure(start: GuestRecordName, onErased: () => unknown): Promise<void> {
  try {
    const { data: preview } = await withOverlay(() => get<ErasurePreview>(pathOf(start)));
    store.set(erasureAtom, { start, preview, excluded: new Set<string>(), reason: '', onErased });
  } catch (error) {
    await alertFailure(error);
  }
}

/** Changes what is prepared. */
export function changeErasure(change: Partial<Pick<Erasure, 'excluded' | 'reason'>>): void {
  store.set(erasureAtom, (erasure) => erasure && { ...erasure, ...change });
}

/** Leaves a record out, or takes it in again. */
export function excludeRecord(record: ErasableRecord, isExcluded: boolean): void {
  const excluded = new Set<string>(store.get(erasureAtom)?.excluded);
  if (isExcluded) excluded.add(recordKey(record));
  else excluded.delete(recordKey(record));
  changeErasure({ excluded });
}

/** Prepares no erasure any more. */
export function dropErasure(): void {
  store.set(erasureAtom, null);
}

/** Erases what was chosen, once, and confirms it; a refusal is alerted and nothing is lost. */
export async function eraseChosen(): Promise<void> {
  const erasure = store.get(erasureAtom);
  if (!erasure || !store.get(canEraseAtom)) return;
  const chosen = store.get(chosenRecordsAtom);
  const idsOf = (kind: ErasableRecord['kind']) =>
    chosen.filter((record) => record.kind === kind).map(({ id }) => id);
  const body = {
    reason: erasure.reason.trim(),
    booking_ids: idsOf('booking'),
    csv_reservation_ids: idsOf('csv-reservation'),
    tentative_stay_ids: idsOf('tentative-stay'),
    waiting_entry_ids: idsOf('waiting-entry'),
  };
  store.set(erasingAtom, true);
  try {
    await withWriteOverlay(() => write<ErasureResult>('POST', pathOf(erasure.start), body));
  } catch (error) {
    return await alertFailure(error);
  } finally {
    store.set(erasingAtom, false);
  }
  void liveSession.applyOwnWrite(null);
  void erasure.onErased();
  await showAlert(`${chosen.length}件の個人情報を削除しました。`);
  dropErasure();
}
