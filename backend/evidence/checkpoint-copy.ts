import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CheckpointRefusal,
  checkpointText,
  folderError,
  keyIdOf,
  readIfExists,
  readPublicKey,
} from './evidence-folder.js';
import type { CheckVerdict } from './log-verdicts.js';

const nameOf = (keyId: string): string => `checkpoints-${keyId}.ndjson`;

/** Returns what is copied of a folder's checkpoints already; refuses when that is not a part of them. */
async function readCopy(
  folder: string,
  keyId: string,
  place: string,
): Promise<{ text: string; copied: string }> {
  const names = await readdir(place);
  const foreign = names.find((name) => /^checkpoints-.*\.ndjson$/.test(name) && name !== nameOf(keyId));
  const refuse = (message: string) =>
    new CheckpointRefusal('log_tampered', `写しのフォルダー ${place} ${message}`);
  if (foreign) throw refuse(`に、別の鍵で署名されたチェックポイントがあります (${foreign})。`);
  const text = await checkpointText(folder);
  const copied = (await readIfExists(join(place, nameOf(keyId)))) ?? '';
  if (!text.startsWith(copied)) throw refuse('にあるチェックポイントが、証跡フォルダーにはありません。');
  return { text, copied };
}

/** Adds what is new among the checkpoints of a folder to their copy in another place. */
export async function copyCheckpoints(folder: string, keyId: string, place: string): Promise<void> {
  try {
    const { text, copied } = await readCopy(folder, keyId, place);
    if (text === copied) return;
    await appendFile(join(place, nameOf(keyId)), text.slice(copied.length), { mode: 0o644, flush: true });
  } catch (error) {
    throw folderError(place, error);
  }
}

/** Returns whether the copy of a folder's checkpoints in another place fits the folder; none where there is no such place. */
export async function copyVerdicts(folder: string, place: string | null): Promise<CheckVerdict[]> {
  if (place === null) return [];
  const title = 'チェックポイントの写し';
  const key = await readPublicKey(folder);
  if (typeof key === 'string') return [{ state: 'bad', title, text: key }];
  try {
    const { copied } = await readCopy(folder, keyIdOf(key), place);
    const count = copied.split('\n').length - 1;
    return [{ state: 'ok', title, text: `${count} 件の写しはすべて証跡フォルダーにあります。` }];
  } catch (error) {
    const refusal = folderError(place, error);
    if (!(refusal instanceof CheckpointRefusal)) throw refusal;
    return [{ state: 'bad', title, text: refusal.message }];
  }
}
