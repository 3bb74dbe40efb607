import type { LogFault } from '../event-store/log-verification.js';

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

/** What is wrong with the log and where, for staff and operators. */
export function faultText({ kind, position, after }: LogFault): string {
  const where =
    after === undefined || after + 1 >= position
      ? shown(position)
      : `${shown(after + 1)}〜${shown(position)}`;
  return `位置 ${where}: ${REASONS[kind]}`;
}
