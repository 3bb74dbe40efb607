import { isConnectionError, isTimeout } from '../platform/errors.js';
import { detailOf } from '../platform/thrown.js';

/** A reason why a backup is not taken or not restored; its message is one line for operators. */
export class BackupError extends Error {}

const FILE_ERRORS: Record<string, string> = {
  ENOSPC: 'ディスクの空き容量が足りません。',
  EDQUOT: 'ディスクの割り当てが足りません。',
  EACCES: 'フォルダーを読み書きする権限がありません。',
  EPERM: 'フォルダーを読み書きする権限がありません。',
  EROFS: '書き込めないディスクです。',
  ENOTDIR: 'フォルダーではありません。',
  ENOENT: 'ファイルがありません。',
  EIO: 'ディスクを読み書きできません。',
};

/** The failure as one line for operators where possible; `state` says what was written. */
export function explained(error: unknown, state: string): unknown {
  if (error instanceof BackupError) return error;
  const reason = reasonOf(error);
  return reason === null ? error : new BackupError(`${reason}${state}`, { cause: error });
}

function reasonOf(error: unknown): string | null {
  const [code = '', path = 'バックアップ'] = [detailOf(error, 'code'), detailOf(error, 'path')];
  if (FILE_ERRORS[code]) return `${path}: ${FILE_ERRORS[code]}`;
  if (code === '53100') return 'データベースのディスクの空き容量が足りません。';
  if (isTimeout(error)) return 'データベースの処理が時間内に終わりませんでした。';
  return isConnectionError(error) ? 'データベースとの接続が切れました。' : null;
}
