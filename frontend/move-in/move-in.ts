import type { PastChoice } from '@domain/move-in/plan-row.js';
import type {
  MoveInFile,
  MoveInOutcome,
  MoveInReason,
  MoveInRow,
  MoveInRows,
  MoveInSummary,
  StartedRun,
} from '@wire/move-in.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { get, write } from '../shared/api/request.js';
import { showAlert } from '../shared/dialogs.js';
import { type LiveView, liveSession } from '../shared/live/live-session.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';
import type { WorkbookAnswer } from './workbook.worker.js';

const PATH = '/api/move-in/files';

/** The latest files, newest first. */
export const moveInFiles = new Resource<null, MoveInSummary[]>('move-in/files', (_all, signal) =>
  get(PATH, {}, signal),
);

/** Reads the latest files and follows what becomes of them. */
export async function openMoveIn(): Promise<void> {
  liveSession.resumeFrom(await moveInFiles.load(null));
}

/** The file that is open. */
export const moveInFile = new Resource<number, MoveInFile>('move-in/file', (id, signal) =>
  get(`${PATH}/${id}`, {}, signal),
);

/** Reasons why rows of the file's last run failed. */
export const reasons = new Resource<string, MoveInReason[]>('move-in/reasons', (path, signal) =>
  get(`${path}/reasons`, {}, signal),
);

/** Rows of the last run that are listed. */
export type ListedRows = { id: number; run: number; outcome: MoveInOutcome };

/** The rows that are listed, as many as were asked for so far. */
export const listedRows = new Resource<ListedRows, MoveInRows>('move-in/rows', ({ id, outcome }, signal) =>
  get(`${PATH}/${id}/rows`, { outcome }, signal),
);

/** Adds the next rows to the list. */
export async function loadMoreRows(): Promise<void> {
  const { query, value } = listedRows.state;
  if (!query || !value?.next) return;
  try {
    const { outcome, id } = query;
    const { data } = await get<MoveInRows>(`${PATH}/${id}/rows`, { outcome, after: String(value.next) });
    listedRows.update((now) => ({ rows: [...now.rows, ...data.rows], next: data.next }));
  } catch (error) {
    await alertFailure(error);
  }
}

/** Returns the path of the results of a file. */
export const pathOf = (id: number): string => `${PATH}/${id}`;

/** The lines that staff chose from the list. */
export const chosenLinesAtom = atom<ReadonlySet<number>>(new Set<number>());

/** True if a file is being sent. */
export const sendingAtom = atom(false);

/** First bytes of every zip archive, and so of every .xlsx workbook. */
const ARCHIVE = 'PK\u0003\u0004';

/** An archive that takes longer to read is none that a hotel has. */
const LONGEST_READ_MS = 60_000;

/** The sheet of a workbook, read beside the page: whatever the archive holds, neither the screen nor the server suffers. */
async function sheetOf(file: File): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' });
  let timer: number | undefined;
  try {
    return await new Promise<WorkbookAnswer>((resolve) => {
      timer = window.setTimeout(() => resolve(null), LONGEST_READ_MS);
      worker.onmessage = ({ data }: MessageEvent<WorkbookAnswer>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(file);
    });
  } finally {
    window.clearTimeout(timer);
    worker.terminate();
  }
}

/** The file as the server reads it: a workbook as CSV, any other as it is; null for a workbook that cannot be read. */
async function readableFile(file: File): Promise<File | null> {
  if ((await file.slice(0, ARCHIVE.length).text()) !== ARCHIVE) return file;
  const sheet = await sheetOf(file);
  if (!sheet) return null;
  const name = file.name.replace(/\.\w+$/, '');
  return new File([sheet.csv], sheet.name === null ? `${name}.csv` : `${name}(${sheet.name}).csv`);
}

/** Sends the file that was chosen or dropped; answers its id, null when it was refused. */
export async function sendFile(files: readonly File[]): Promise<number | null> {
  const [chosen, ...others] = files;
  if (!chosen || store.get(sendingAtom)) return null;
  if (others.length > 0) {
    await showAlert('ファイルは1つずつ選択してください。');
    return null;
  }
  store.set(sendingAtom, true);
  try {
    const file = await readableFile(chosen);
    if (!file) {
      await showAlert(
        'このExcelファイルは読み込めません。壊れているか、大きすぎるか、ブックではありません。Excelの「名前を付けて保存」で「CSV UTF-8(コンマ区切り)」にしてから選択してください。',
      );
      return null;
    }
    const form = new FormData();
    form.append('file', file, file.name);
    const { id } = await write<MoveInFile>('POST', PATH, form);
    void moveInFiles.load(null);
    return id;
  } catch (error) {
    await alertFailure(error);
    return null;
  } finally {
    store.set(sendingAtom, false);
  }
}

/** Choices of staff on a file's columns. */
export type MoveInChoices = { mapping: MoveInFile['mapping']; system: string; past: PastChoice };

/** Tries the rows of a file, or moves them in: all that are no bookings yet, or the chosen lines. */
export async function runFile(
  { id }: MoveInFile,
  choices: MoveInChoices,
  { dryRun, lines }: { dryRun: boolean; lines?: number[] },
): Promise<void> {
  try {
    const body = { ...choices, dry_run: dryRun ? 1 : 0, ...(lines && { lines }) };
    await write<StartedRun>('POST', `${pathOf(id)}/runs`, body);
    store.set(chosenLinesAtom, new Set<number>());
    await moveInFile.reload();
  } catch (error) {
    await alertFailure(error);
  }
}

/** Takes back the bookings that the rows of a file have become. */
export async function takeBack({ id }: MoveInFile): Promise<void> {
  try {
    await write<StartedRun>('POST', `${pathOf(id)}/take-back`, {});
    await moveInFile.reload();
  } catch (error) {
    await alertFailure(error);
  }
}

function takeSummary(summary: MoveInSummary): void {
  moveInFiles.update((files) => files.map((file) => (file.id === summary.id ? summary : file)));
  const open = moveInFile.state.value;
  if (open?.id !== summary.id || summary.run < open.run) return;
  moveInFile.update((file) => ({ ...file, ...summary }));
  // Fields that came with the refusal, such as the rows that are left.
  if (summary.status === 'idle') void moveInFile.reload();
}

/** Progress of files that are tried or moved in, on whatever terminal. */
export const moveInView: LiveView = {
  applyMoveIn: takeSummary,
  resume: () => {
    void moveInFiles.reload();
    void moveInFile.reload();
  },
};

/** Returns true if a row can be chosen to be moved in by itself. */
export const isChoosable = ({ outcome, faults }: MoveInRow): boolean =>
  outcome === 'new' || (outcome === 'failed' && faults.every(({ code }) => code === 'changed_since'));
