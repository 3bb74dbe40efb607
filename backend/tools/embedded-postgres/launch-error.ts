/** A reason not to start; its message is one readable line. */
export class LaunchError extends Error {}

const DISK_FULL = 'ディスクの空き容量が足りません。空きを作ってから、もう一度起動してください。';

/** The code of a system's or a database's error; empty for any other. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The line to show for a failure of the file system, or null for any other error. */
export function explainFileError(error: unknown): string | null {
  const path =
    typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : 'データフォルダー';
  switch (codeOf(error)) {
    case 'ENOSPC':
      return DISK_FULL;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${path} を読み書きできません。フォルダーの権限(所有者)を確認するか、DATA_DIR で別のフォルダーを指定してください。`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} はフォルダーではありません。DATA_DIR で別のフォルダーを指定してください。`;
    default:
      return null;
  }
}

/** The line to show when PostgreSQL wrote that the disk is full, else null. */
export function explainFullDisk(output: string): string | null {
  return /No space left on device/i.test(output) ? DISK_FULL : null;
}

/** The line to show for what PostgreSQL wrote before it gave up. */
export function explainPostgresOutput(output: string): string {
  const fullDisk = explainFullDisk(output);
  if (fullDisk) return fullDisk;
  if (/could not create shared memory|Cannot allocate memory/i.test(output)) {
    return 'PostgreSQL を起動するためのメモリーが足りません。';
  }
  const made = output.match(/initialized by PostgreSQL version (\d+)/)?.[1];
  if (made) {
    return `データフォルダーは PostgreSQL ${made} のもので、同梱の PostgreSQL では開けません。DATA_DIR で別のフォルダーを指定してください。`;
  }
  return `PostgreSQL を起動できませんでした。\n${output.trim()}`;
}
