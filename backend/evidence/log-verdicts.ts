import { countText } from '@domain/calendar/stay-text.js';
import type { Checkpoint } from '@wire/evidence.js';
import type { LogFault, LogVerdict } from '../event-store/verify-log.js';
import { chainFault, endFault, type KnownEnd } from './checkpoint-chain.js';
import { isSignedBy, keyIdOf, newerText, readCheckpoints, readPublicKey } from './evidence-folder.js';

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

const shown = (position: number): string => countText(position);

/** A fault of the log and its position, for staff and operators. */
export function faultText({ kind, position, after }: LogFault): string {
  const isRange = after !== undefined && after + 1 < position;
  const where = isRange ? `${shown(after + 1)}〜${shown(position)}` : shown(position);
  return `位置 ${where}: ${REASONS[kind]}`;
}

/** The result of one check, as a line on the screen. */
export type CheckVerdict = { state: 'ok' | 'bad' | 'note' | 'info'; title: string; text: string };

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

type RecountFault = { position: number; text: string };

/** Of what is made of a log: the log is bad itself. */
export const NOT_CHECKED = 'ログが合わないため、確かめていません。';

/** The result of working something out anew from the log; not told of a log that is bad itself. */
function anewVerdict(
  { fault }: LogVerdict,
  title: string,
  [first]: readonly RecountFault[],
  text: string,
): CheckVerdict {
  if (fault) return { state: 'note', title, text: NOT_CHECKED };
  if (first) return { state: 'bad', title, text: `位置 ${shown(first.position)}: ${first.text}` };
  return { state: 'ok', title, text };
}

/** The result of counting closed days anew (日締め). */
export function recountVerdict(
  verified: LogVerdict,
  { closed, faults }: { closed: number; faults: readonly RecountFault[] },
): CheckVerdict {
  const same = `締めた ${shown(closed)} 日の金額は、ログから数え直したものと同じです。`;
  return anewVerdict(verified, '日締めの再計算', faults, closed === 0 ? '締めた日はありません。' : same);
}

/** The result of working out the 宿泊税 anew, with its months in words. */
export function taxVerdict(
  verified: LogVerdict,
  faults: readonly RecountFault[],
  months: string,
): CheckVerdict {
  return anewVerdict(verified, '宿泊税の再計算', faults, months);
}

/** The result of working out every paper anew: `text` says how many there are, or names all that differ. */
export function papersVerdict(
  verified: LogVerdict,
  faults: readonly RecountFault[],
  text: string,
): CheckVerdict {
  const told = faults.slice(0, 1).map(({ position }) => ({ position, text }));
  return anewVerdict(verified, '書類の再計算', told, text);
}

/** Verdict on a folder's checkpoints, and those that the log is compared with. */
export type FolderVerdict = { checkpoints: Checkpoint[]; verdict: CheckVerdict };

/**
 * Returns whether the checkpoints of a folder were signed one after the other with the key whose public half is stored there, and
 * are all of those that the database knows of.
 */
export async function folderVerdict(folder: string, known: readonly KnownEnd[]): Promise<FolderVerdict> {
  const { checkpoints, newer, unreadable } = await readCheckpoints(folder);
  const verdict = (state: CheckVerdict['state'], text: string) => ({
    checkpoints,
    verdict: { state, title: '署名', text },
  });
  if (newer > 0) return verdict('bad', `${newerText(newer)}新しいバージョンで検証してください。`);
  if (checkpoints.length === 0 && known.length === 0) {
    return verdict('note', 'チェックポイントがまだないため、計算し直された改ざんは見つけられません。');
  }
  if (checkpoints.length === 0) return verdict('bad', missingText(known, null));
  const key = await readPublicKey(folder);
  if (typeof key === 'string') return verdict('bad', key);
  const foreign = checkpoints.find((checkpoint) => !isSignedBy(key, checkpoint));
  if (foreign) {
    return verdict('bad', `位置 ${shown(foreign.position)} のチェックポイントの署名が鍵と合いません。`);
  }
  const keyId = keyIdOf(key);
  const fault =
    chainFault(checkpoints) ??
    endFault(
      checkpoints,
      known.find((end) => end.keyId === keyId),
    );
  if (fault !== null) return verdict('bad', fault);
  if (known.some((end) => end.keyId !== keyId)) return verdict('bad', missingText(known, keyId));
  const torn = unreadable > 0 ? ` 読めない行が ${unreadable} 行あります(書き込みの途中で止まったもの)。` : '';
  return verdict('ok', `チェックポイント ${checkpoints.length} 件は続いていて、署名は鍵と合います。${torn}`);
}

/** Returns which checkpoints are not in the folder: those of other keys than the folder's. */
function missingText(known: readonly KnownEnd[], keyId: string | null): string {
  const missing = known.filter((end) => end.keyId !== keyId);
  const each = missing.map((end) => `鍵 ${end.keyId} の ${shown(end.number)} 件`).join('、');
  return `このログに署名したチェックポイント (${each}) が証跡フォルダーにありません。元に戻すか、EVIDENCE_DIR を確認してください。`;
}

/** Up to where the verdict on a log reaches, and what nobody can find out with what is here. */
export function limitVerdicts(
  { head, fault }: LogVerdict,
  checkpoints: readonly Checkpoint[],
  isCopied: boolean,
): CheckVerdict[] {
  const signed = Math.max(0, ...checkpoints.map(({ position }) => position));
  const open =
    signed < head
      ? `位置 ${shown(signed + 1)}〜${shown(head)} にはまだ署名がないため、連鎖ごと書き換えられていても見つけられません。`
      : '署名のない記録はありません。';
  const covered = signed > 0 ? `位置 ${shown(signed)} までは署名されたチェックポイントと比べました。` : '';
  const place = isCopied
    ? 'データベース、証跡フォルダー、その写しのすべてを書き換えられる人'
    : 'データベースと証跡フォルダーの両方を書き換えられる人';
  return [
    { state: 'info', title: '範囲', text: fault ? '合わない位置から先は確かめていません。' : covered + open },
    {
      state: 'info',
      title: '限界',
      text: `${place}の改ざんは、別に控えたチェックポイントがなければ誰にも見つけられません。ログから作り直せないもの (記憶した応答、取り込んだファイルの行、パスワード、ログイン中の端末) は確かめていません。`,
    },
  ];
}
