import type { ImportReport, ImportSummary } from '@wire/csv-imports.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { write } from '../shared/api/request.js';
import { showAlert } from '../shared/dialogs.js';
import { store } from '../shared/store.js';
import { fetchImport, importAtom, takeImport } from './import-files.js';
import { namedFilterAtom } from './queue-view.js';

/** Content of the import panel. */
export type ImportStep =
  | { step: 'idle' }
  /** The file is being looked at, or imported; `importId` once the server has it. */
  | { step: 'checking' | 'importing'; file: File; importId: number | null }
  /** Effect of importing the file. */
  | { step: 'checked'; file: File; report: ImportReport }
  /** Result of an import. */
  | { step: 'report'; report: ImportReport };

const IDLE: ImportStep = { step: 'idle' };
export const importStepAtom = atom<ImportStep>(IDLE);

const ONE_FILE = 'ファイルは1つずつ取り込んでください。';

/** Shows something in the panel until `work` says what comes of it, or until something else is shown. */
async function show(
  state: ImportStep,
  work: (progress: (state: ImportStep) => void) => Promise<ImportStep>,
): Promise<void> {
  const before = store.get(importStepAtom);
  let shown = { ...state };
  const isShown = () => store.get(importStepAtom) === shown;
  const change = (next: ImportStep) => {
    if (!isShown()) return;
    shown = next;
    store.set(importStepAtom, next);
  };
  store.set(importStepAtom, shown);
  try {
    change(await work(change));
  } catch (error) {
    if (!isShown()) return;
    store.set(importStepAtom, before.step === 'checked' && state.step === 'importing' ? before : IDLE);
    await alertFailure(error);
  }
}

function send(file: File, dryRun: boolean): Promise<void> {
  const step = dryRun ? 'checking' : 'importing';
  return show({ step, file, importId: null }, async (progress) => {
    const form = new FormData();
    form.append('file', file, file.name);
    // A large file is still running when this answers.
    const begun = await write<ImportReport>('POST', `/api/csv-imports${dryRun ? '?dry_run=1' : ''}`, form);
    progress({ step, file, importId: begun.id });
    const report = await finalReport(begun);
    // A check that failed leaves nothing to decide: its reason is shown as the report.
    const isChecked = dryRun && report.status === 'done';
    return isChecked ? { step: 'checked', file, report } : { step: 'report', report };
  });
}

/** Takes the file that was chosen or dropped, and shows what importing it would do. */
export async function chooseFiles(files: readonly File[]): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  if (others.length > 0) return showAlert(ONE_FILE);
  await send(file, true);
}

/** Imports the chosen file; tried again after no answer came, it is still imported once. */
export async function importChosen(): Promise<void> {
  const panel = store.get(importStepAtom);
  if (panel.step !== 'checked') return;
  await send(panel.file, false);
}

/** Shows what became of an import. */
export function openImport({ id, rows }: ImportSummary): Promise<void> {
  const before = store.get(importStepAtom);
  return show(before, async () => ({ step: 'report', report: await fetchImport(id, rows) }));
}

/** Gives up the chosen file, or closes the report; the queue shows all again. */
export function closeImport(): void {
  store.set(namedFilterAtom, null);
  store.set(importStepAtom, IDLE);
}

const QUIET_MS = 2_000;

/** Reads the progress of an import when none was received for a while. */
async function askWhenQuiet(id: number): Promise<void> {
  const known = store.get(importAtom(id));
  if (known && Date.now() - known.at < QUIET_MS) return;
  try {
    const { results: _, ...summary } = await fetchImport(id, known?.rows ?? 0);
    takeImport(summary);
  } catch (error) {
    console.error('csv-imports', error);
  }
}

/** Waits until an import has ended. */
function done(id: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if ((store.get(importAtom(id))?.status ?? 'running') === 'running') return;
      clearInterval(timer);
      unsubscribe();
      resolve();
    };
    const timer = setInterval(() => void askWhenQuiet(id), QUIET_MS);
    const unsubscribe = store.sub(importAtom(id), check);
    check();
  });
}

/** The report of an import once it has ended. */
async function finalReport(begun: ImportReport): Promise<ImportReport> {
  const { results: _, ...summary } = begun satisfies ImportSummary;
  takeImport(summary);
  if (begun.status !== 'running') return begun;
  await done(begun.id);
  return fetchImport(begun.id, begun.rows);
}
