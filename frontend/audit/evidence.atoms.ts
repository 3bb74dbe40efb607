import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { atom } from 'jotai';
import { alertFailure, UNKNOWN_FAILURE } from '../shared/alert-failure.js';
import { ApiError, get, write } from '../shared/api/request.js';
import { store } from '../shared/store.js';

/** What is signed and written outside the database. */
const fetchEvidence = async () => (await get<EvidenceState>('/api/checkpoints')).data;

/** Signs where the log stands now. */
function makeCheckpoint(): Promise<Checkpoint> {
  return write('POST', '/api/checkpoints', {});
}

/** Where the evidence of a range of positions can be saved from; a side that is left out reaches to the end. */
export function packageAddress(range: { from: string; to: string }): string {
  const query = new URLSearchParams(Object.entries(range).filter(([, position]) => position !== ''));
  return ['/api/evidence-package', query.toString()].filter(Boolean).join('?');
}

/** What is signed outside the database; null until it was read. */
export const evidenceAtom = atom<EvidenceState | null>(null);
/** Why it could not be read; null when it could. */
export const evidenceFailureAtom = atom<string | null>(null);
/** Whether a checkpoint is being made. */
export const signingAtom = atom(false);
/** The position of the checkpoint that was asked for last. */
export const madeAtom = atom<number | null>(null);

/** Reads which checkpoints there are. */
export async function loadEvidence(): Promise<void> {
  try {
    store.set(evidenceAtom, await fetchEvidence());
    store.set(evidenceFailureAtom, null);
  } catch (error) {
    console.error('checkpoints', error);
    store.set(evidenceFailureAtom, error instanceof ApiError ? error.message : UNKNOWN_FAILURE);
  }
}

/** Signs where the log stands now, one at a time. */
export async function createCheckpoint(): Promise<void> {
  if (store.get(signingAtom)) return;
  store.set(signingAtom, true);
  store.set(madeAtom, null);
  try {
    store.set(madeAtom, (await makeCheckpoint()).position);
  } catch (error) {
    await alertFailure(error);
  } finally {
    store.set(signingAtom, false);
  }
  await loadEvidence();
}
