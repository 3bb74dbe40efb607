import type { OneTimeCode } from '@wire/session.js';
import {
  issueCode,
  type ManagedKind,
  type ManagedRecord,
  retireManaged,
  saveManaged,
} from '../shared/api/managed-masters-api.js';
import { alertFailure } from '../shared/alert-failure.js';
import { loadManaged } from '../shared/masters.js';
import { type Refusal, refusalOf } from './refusal.js';
import { tellDone } from './undo.js';

/** Writes a record; the refusal when the server would not, the list read anew in any case. */
export async function saveRecord(
  kind: ManagedKind,
  record: ManagedRecord | null,
  body: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
  try {
    await saveManaged(kind, record, body);
    return null;
  } catch (error) {
    return refusalOf(error, Object.keys(body));
  } finally {
    await loadManaged(kind);
  }
}

async function retire(kind: ManagedKind, record: ManagedRecord, retired: 0 | 1): Promise<ManagedRecord> {
  try {
    return await retireManaged(kind, record, retired);
  } finally {
    await loadManaged(kind);
  }
}

/** Takes a record out of use, or puts it back; tells so, with a way back. A refusal is alerted. */
export async function setRetired(
  kind: ManagedKind,
  record: ManagedRecord,
  { retired, name }: { retired: 0 | 1; name: string },
): Promise<void> {
  try {
    const after = await retire(kind, record, retired);
    const text = `「${name}」を${retired === 1 ? '使用停止にしました' : '再び使用できるようにしました'}。`;
    tellDone(text, () => retire(kind, after, retired === 1 ? 0 : 1));
  } catch (error) {
    await alertFailure(error);
  }
}

/** Makes a one-time code for somebody; null when it was refused, which is alerted. */
export async function newCode(staffId: number): Promise<OneTimeCode | null> {
  try {
    return await issueCode(staffId);
  } catch (error) {
    await alertFailure(error);
    return null;
  }
}
