import type { Checkpoint } from '@wire/evidence.js';
import type { LogFault, LogVerdict } from '../event-store/verify-log.js';
import { isSignedBy, readCheckpoints, readPublicKey } from './evidence-folder.js';

const REASONS: Record<LogFault['kind'], string> = {
  missing: 'イベントがありません。',
  repeated: '同じ位置のイベントが重なっているか、余分なイベントがあります。',
  hash: 'イベントの内容がハッシュの連鎖と一致しません。',
  time: '記録日時が前のイベントより過去です。',
  version: 'ストリームの版番号が続いていません。',
  head: 'ログの末尾が先頭行の記録と一致しません。',
  'beyond-head': '先頭行の記録より後ろにイベントがあります。',
  'cut-off': 'チェックポイントにあるイベントがありません。ログの末尾が切り取られています。',
  checkpoint: 'ハッシュが署名済みのチェックポイントと一致しません。',
  'other-log':
    'チェックポイントは別のログのものです。別のデータベースなら EVIDENCE_DIR で別のフォルダーを指定してください。',
};

const shown = (position: number): string => position.toLocaleString('ja-JP');

/** A fault of the log and its position, for staff and operators. */
export function faultText({ kind, position, after }: LogFault): string {
  const isRange = after !== undefined && after + 1 < position;
  const where = isRange ? `${shown(after + 1)}〜${shown(position)}` : shown(position);
  return `位置 ${where}: ${REASONS[kind]}`;
}

/** The result of one check, as a line on the screen. */
export type CheckVerdict = { state: 'ok' | 'bad' | 'note'; title: string; text: string };

const CHECKS: [title: string, faults: LogFault['kind'][]][] = [
  ['連番', ['missing', 'repeated']],
  ['ハッシュの連鎖', ['hash']],
  ['版の連続', ['version']],
  ['時刻の順序', ['time']],
  ['チェックポイントとの一致', ['checkpoint', 'cut-off']],
  ['末尾', ['head', 'beyond-head']],
  ['ログID', ['other-log']],
];

/** The result of each check of a verified log; nothing was checked after the first bad position. */
export function logVerdicts({ position, fault }: LogVerdict): CheckVerdict[] {
  return CHECKS.map(([title, faults]) => {
    if (!fault) return { state: 'ok', title, text: `位置 ${shown(position)} まで合っています。` };
    if (faults.includes(fault.kind)) return { state: 'bad', title, text: faultText(fault) };
    return { state: 'note', title, text: '最初に合わない位置から先は確かめていません。' };
  });
}

/** The checkpoints of a folder, and whether all were signed with the key whose public half is stored there. */
export async function folderVerdict(
  folder: string,
): Promise<{ checkpoints: Checkpoint[]; verdict: CheckVerdict }> {
  const { checkpoints, unreadable } = await readCheckpoints(folder);
  const verdict = (state: CheckVerdict['state'], text: string) => ({
    checkpoints,
    verdict: { state, title: '署名', text },
  });
  if (checkpoints.length === 0) {
    return verdict('note', 'チェックポイントがまだないため、計算し直された改ざんは見つけられません。');
  }
  const key = await readPublicKey(folder);
  const foreign = checkpoints.find((checkpoint) => !isSignedBy(key, checkpoint));
  if (foreign) {
    return verdict('bad', `位置 ${shown(foreign.position)} のチェックポイントの署名が鍵と合いません。`);
  }
  const torn = unreadable > 0 ? ` 読めない行が ${unreadable} 行あります(書き込みの途中で止まったもの)。` : '';
  return verdict('ok', `チェックポイント ${checkpoints.length} 件の署名は鍵と合います。${torn}`);
}
