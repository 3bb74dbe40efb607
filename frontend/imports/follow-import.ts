import type { ImportReport, ImportSummary } from '@wire/csv-imports.js';
import { fetchImport } from './imports-api.js';
import { importAtom, takeImport } from './imports.js';
import { store } from '../shared/store.js';

const QUIET_MS = 2_000;

/** Asks how far an import is when nothing was heard of it for a while. */
async function askWhenQuiet(id: number): Promise<void> {
  const known = store.get(importAtom(id));
  if (known && Date.now() - known.at < QUIET_MS) return;
  try {
    const { results: _, ...told } = await fetchImport(id, known?.rows ?? 0);
    takeImport(told);
  } catch (error) {
    console.error('csv-imports', error);
  }
}

/** Waits until an import is done, as the socket or the server tells. */
function done(id: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (store.get(importAtom(id))?.status !== 'done') return;
      clearInterval(timer);
      unsubscribe();
      resolve();
    };
    const timer = setInterval(() => void askWhenQuiet(id), QUIET_MS);
    const unsubscribe = store.sub(importAtom(id), check);
    check();
  });
}

/** The report of an import once it is done. */
export async function finalReport(begun: ImportReport): Promise<ImportReport> {
  const { results: _, ...told } = begun satisfies ImportSummary;
  takeImport(told);
  if (begun.status === 'done') return begun;
  await done(begun.id);
  return fetchImport(begun.id, begun.rows);
}
