import type { ImportSummary, RowOutcome } from '@wire/csv-imports.js';

/** What each outcome of a row is called. */
export const OUTCOME_LABELS: Record<RowOutcome, string> = {
  new: '新規',
  changed: '変更',
  cancelled: '取消',
  unchanged: '変更なし',
  superseded: '古い内容',
  failed: '失敗',
};

/** A number as `12,345`. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

const KILO = 1_024;

/** A file's size as `850 B`, `12 KB` or `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`;
  return `${(bytes / KILO / KILO).toFixed(1)} MB`;
}

/** An instant by the hotel's clock, as `11/21 15:04`. */
export function instantText(instant: string, timeZone: string | undefined): string {
  return new Date(instant).toLocaleString('ja-JP', {
    timeZone,
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Where an import was started. */
export function originText({ terminal }: Pick<ImportSummary, 'terminal'>): string {
  return terminal ?? '自動取り込み';
}
