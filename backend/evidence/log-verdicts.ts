import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogFault } from '../event-store/log-verification.js';
import type { LogVerdict } from '../event-store/verify-log.js';
import { type CheckpointLines, readCheckpoints } from './checkpoint-file.js';
import { isSignedBy } from './checkpoint-signature.js';
import { PUBLIC_KEY_FILE } from './evidence-key.js';
import { faultText } from './fault-text.js';

/** What became of one check, for a line on the screen. */
export type CheckVerdict = { state: 'ok' | 'bad' | 'note'; title: string; text: string };

const TITLES: [string, LogFault['kind'][]][] = [
  ['連番', ['missing', 'repeated']],
  ['ハッシュの連鎖', ['hash']],
  ['版の連続', ['version']],
  ['時刻の順序', ['time']],
  ['チェックポイントとの一致', ['checkpoint', 'cut-off']],
  ['末尾', ['head', 'beyond-head']],
  ['ログID', ['other-log']],
];

/** What a walk over the log says of each check; what lies behind the first bad position was not looked at. */
export function logVerdicts({ position, fault }: LogVerdict): CheckVerdict[] {
  return TITLES.map(([title, kinds]) => {
    if (!fault)
      return { state: 'ok', title, text: `位置 ${position.toLocaleString('ja-JP')} まで合っています。` };
    if (kinds.includes(fault.kind)) return { state: 'bad', title, text: faultText(fault) };
    return { state: 'note', title, text: '最初に合わない位置から先は確かめていません。' };
  });
}

/** The checkpoints of a folder, and whether each was signed with the key whose public half lies beside them. */
export async function folderVerdict(folder: string): Promise<CheckpointLines & { verdict: CheckVerdict }> {
  const lines = await readCheckpoints(folder);
  const title = '署名';
  const count = lines.checkpoints.length;
  if (count === 0) {
    const text = 'チェックポイントがまだないため、計算し直された改ざんは見つけられません。';
    return { ...lines, verdict: { state: 'note', title, text } };
  }
  const key = createPublicKey(await readFile(join(folder, PUBLIC_KEY_FILE), 'utf8'));
  const foreign = lines.checkpoints.find((checkpoint) => !isSignedBy(key, checkpoint));
  const torn =
    lines.unreadable > 0
      ? ` 読めない行が ${lines.unreadable} 行あります(書き込みの途中で止まったもの)。`
      : '';
  const verdict: CheckVerdict = foreign
    ? {
        state: 'bad',
        title,
        text: `位置 ${foreign.position.toLocaleString('ja-JP')} のチェックポイントの署名が鍵と合いません。`,
      }
    : { state: 'ok', title, text: `チェックポイント ${count} 件の署名は鍵と合います。${torn}` };
  return { ...lines, verdict };
}
