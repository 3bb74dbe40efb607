import { conflict } from '@domain/broken-rule.js';
import { RefusedError } from '../platform/errors.js';

/** 409: why no checkpoint could be signed, for staff. */
export class CheckpointRefusal extends RefusedError {
  constructor(code: string, message: string) {
    super(409, [conflict(code, null, message)]);
  }
}

/** The log does not follow from the newest checkpoint, so that nothing is signed. */
export class TamperedLog extends CheckpointRefusal {
  constructor(message: string) {
    super('log_tampered', message);
  }

  /** The newest checkpoint was not signed with the folder's key. */
  static foreignSignature(position: number): TamperedLog {
    const where = position.toLocaleString('ja-JP');
    return new TamperedLog(`位置 ${where}: チェックポイントの署名が証跡フォルダーの鍵と一致しません。`);
  }
}

/** A failure of the evidence folder as staff can read it; any other error as it is. */
export function folderError(folder: string, error: unknown): unknown {
  const isFolders = typeof error === 'object' && error !== null && 'code' in error;
  if (!isFolders) return error;
  return new CheckpointRefusal(
    'evidence_folder',
    `証跡フォルダー ${folder} を読み書きできません(${String(error.code)})。権限と空き容量を確認してください。`,
  );
}

/** Checkpoints that are there could not be checked any more with new keys in the same place. */
export function keyLost(folder: string): CheckpointRefusal {
  return new CheckpointRefusal(
    'evidence_key',
    `証跡フォルダー ${folder} に秘密鍵がありません。元に戻すか、EVIDENCE_DIR で新しいフォルダーを指定してください。`,
  );
}
