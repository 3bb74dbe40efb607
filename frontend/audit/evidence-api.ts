import type { Checkpoint, EvidenceState } from '@wire/evidence.js';
import { get, write } from '../shared/api/request.js';

/** What is signed and written outside the database. */
export const fetchEvidence = async () => (await get<EvidenceState>('/api/checkpoints')).data;

/** Signs where the log stands now. */
export function makeCheckpoint(): Promise<Checkpoint> {
  return write('POST', '/api/checkpoints', {});
}

/** Where the evidence of a range of positions can be saved from; a side that is left out reaches to the end. */
export function packageAddress(range: { from: string; to: string }): string {
  const query = new URLSearchParams(Object.entries(range).filter(([, position]) => position !== ''));
  return ['/api/evidence-package', query.toString()].filter(Boolean).join('?');
}
