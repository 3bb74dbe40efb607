import type { ImportReport, ImportSummary, RowOutcome } from '@wire/csv-imports.js';
import { atom } from 'jotai';
import { get } from '../shared/api/request.js';
import { family } from '../shared/family.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';

/** Above so many rows only the failed ones are asked for. */
const MAX_WHOLE_REPORT = 1_000;

/** An import with what became of its rows; of a large one only the failed rows. */
export async function fetchImport(id: number, rows: number): Promise<ImportReport> {
  const query: Record<string, string> = rows > MAX_WHOLE_REPORT ? { outcome: 'failed' } : {};
  return (await get<ImportReport>(`/api/csv-imports/${id}`, query)).data;
}

/** An import as it was received last, and its progress when it was first received, for its speed. */
export type SeenImport = ImportSummary & { since: { done: number; at: number }; at: number };

const seenAtom = atom<ReadonlyMap<number, SeenImport>>(new Map());
/** The latest imports are read into `seenAtom`, which lines on progress update. */
export const importList = new Resource<null, true>('csv-imports', async (_all, signal) => {
  const { data, position } = await get<ImportSummary[]>('/api/csv-imports', {}, signal);
  for (const summary of data) takeImport(summary);
  return { data: true, position };
});

const MAX_RECENT = 50;

/** An import as it was received last. */
export const importAtom = family((id: number) => atom((get) => get(seenAtom).get(id) ?? null));

const realAtom = atom((get) =>
  [...get(seenAtom).values()].filter(({ dry_run }) => dry_run === 0).sort((a, b) => b.id - a.id),
);

/** The imports that run, wherever they were started, newest first. */
export const runningImportsAtom = atom((get) => get(realAtom).filter(({ status }) => status === 'running'));

/** The latest imports that have ended, newest first; null until they were read. */
export const recentImportsAtom = atom((get) =>
  get(importList.atom).value
    ? get(realAtom)
        .filter(({ status }) => status !== 'running')
        .slice(0, MAX_RECENT)
    : null,
);

function isOlder(summary: ImportSummary, known: ImportSummary): boolean {
  return known.status !== 'running' || (summary.status === 'running' && summary.done < known.done);
}

/** Takes over how far an import has come; what is known to be further stays. */
export function takeImport(summary: ImportSummary): void {
  const at = Date.now();
  store.set(seenAtom, (seen) => {
    const known = seen.get(summary.id);
    if (known && isOlder(summary, known)) return seen;
    const since = known?.since ?? { done: summary.done, at };
    return new Map(seen).set(summary.id, { ...summary, since, at });
  });
}

/** Names of the outcomes of a row. */
export const OUTCOME_LABELS: Record<RowOutcome, string> = {
  new: '新規',
  changed: '変更',
  cancelled: '取消',
  unchanged: '変更なし',
  superseded: '旧データ（反映なし）',
  failed: '失敗',
};

/** The outcomes that a line about a whole file names. */
export const SHOWN_OUTCOMES = ['new', 'changed', 'cancelled', 'superseded', 'failed'] as const;

const KILO = 1_024;

/** A file's size as `850 B`, `12 KB` or `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`;
  return `${(bytes / KILO / KILO).toFixed(1)} MB`;
}

/** An instant by the hotel's clock, as `11/21 15:04`. */
export function dateTimeText(instant: string, timeZone: string | undefined): string {
  return new Date(instant).toLocaleString('ja-JP', {
    timeZone,
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Returns the terminal that started an import. */
export function startedAtText({ terminal }: Pick<ImportSummary, 'terminal'>): string {
  return terminal ?? '自動取り込み';
}
