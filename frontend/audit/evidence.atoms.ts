import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { get, write } from '../shared/api/request.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';

/** Returns the path of the evidence of a range of positions; a side that is left out reaches to the end. */
export function packageAddress(range: { from: string; to: string }): string {
  const query = new URLSearchParams(Object.entries(range).filter(([, position]) => position !== ''));
  return ['/api/evidence-package', query.toString()].filter(Boolean).join('?');
}

/** Evidence that is signed and written outside the database. */
export const evidence = new Resource<null, EvidenceState>('checkpoints', (_all, signal) =>
  get('/api/checkpoints', {}, signal),
);
/** True if a checkpoint is being made. */
export const signingAtom = atom(false);
/** The position of the checkpoint that was asked for last. */
export const madeAtom = atom<number | null>(null);

/** Signs where the log stands now, one at a time. */
export async function createCheckpoint(): Promise<void> {
  if (store.get(signingAtom)) return;
  store.set(signingAtom, true);
  store.set(madeAtom, null);
  try {
    const { position }: Checkpoint = await write('POST', '/api/checkpoints', {});
    store.set(madeAtom, position);
  } catch (error) {
    await alertFailure(error);
  } finally {
    store.set(signingAtom, false);
  }
  await evidence.load(null);
}
