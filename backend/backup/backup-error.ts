import { isConnectionError, isTimeout } from '../platform/errors.js';

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
  const { code, path } = error as { code?: string; path?: string };
  const reason = FILE_ERRORS[code ?? ''];
  if (reason) return new BackupError(`${path ?? 'バックアップ'}: ${reason}${state}`, { cause: error });
  if (code === '53100')
    return new BackupError(`データベースのディスクの空き容量が足りません。${state}`, { cause: error });
  if (isTimeout(error))
    return new BackupError(`データベースの処理が時間内に終わりませんでした。${state}`, { cause: error });
  if (!isConnectionError(error)) return error;
  return new BackupError(`データベースとの接続が切れました。${state}`, { cause: error });
}
