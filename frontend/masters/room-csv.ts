import type { RoomMonthsChanged } from '@wire/room-months.js';
import { atom } from 'jotai';
import { ApiError } from '../shared/api/request.js';
import { uploadRoomMonths } from './room-months-api.js';
import { UNKNOWN_FAILURE } from '../shared/alert-failure.js';
import { showAlert } from '../shared/dialogs.js';
import { store } from '../shared/store.js';
import { restoring, type WantedChange } from './change-rooms.js';
import { acknowledging } from './concerned.js';
import { differing, ROOM_FIELD_NAMES } from './room-fields.js';
import { reloadMonth, shownMonthAtom } from './room-months.js';
import { tellDone } from './undo.js';

/** What the CSV panel is about. */
export type CsvPanel =
  | { step: 'idle' }
  /** The file is being looked at, or taken over. */
  | { step: 'checking' | 'importing'; file: File }
  /** What taking the file over would do. */
  | { step: 'checked'; file: File; result: RoomMonthsChanged; acknowledged: readonly number[] }
  /** Why nothing of the file was taken over, a line each. */
  | { step: 'refused'; file: File; lines: readonly string[] };

export const csvPanelAtom = atom<CsvPanel>({ step: 'idle' });

const IDLE: CsvPanel = { step: 'idle' };
const ONE_FILE = 'ファイルは1つずつ取り込んでください。';
let latest = 0;

function refused(file: File, error: unknown): CsvPanel {
  if (!(error instanceof ApiError)) console.error(error);
  const text = error instanceof ApiError ? error.message : UNKNOWN_FAILURE;
  return { step: 'refused', file, lines: text.split('\n') };
}

async function show(state: CsvPanel & { file: File }, work: () => Promise<CsvPanel>): Promise<void> {
  const ticket = ++latest;
  store.set(csvPanelAtom, state);
  const next = await work().catch((error: unknown) => refused(state.file, error));
  if (ticket === latest) store.set(csvPanelAtom, next);
}

/** Takes the file that was chosen or dropped, and shows what taking it over would do. */
export async function chooseCsv(files: readonly File[]): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  if (others.length > 0) return showAlert(ONE_FILE);
  await show({ step: 'checking', file }, async () => {
    const done = await acknowledging((acknowledged) =>
      uploadRoomMonths(file, { dryRun: true, acknowledged }),
    );
    if (!done) return IDLE;
    return { step: 'checked', file, result: done.answer, acknowledged: done.acknowledged };
  });
}

/** The rooms of the shown month that became something else, as the change that made them so. */
function changedSince(before: ReturnType<typeof shownRooms>): WantedChange[] {
  const now = new Map(shownRooms().map((room) => [room.id, room]));
  return before.flatMap((room) => {
    const after = now.get(room.id);
    if (after?.version !== room.version + 1) return [];
    const values = Object.fromEntries(ROOM_FIELD_NAMES.map((field) => [field, after[field]]));
    return [{ room, values: differing(room, values) }];
  });
}

const shownRooms = () => store.get(shownMonthAtom).rooms ?? [];

/** Takes over the file that was looked at. What it changed can be restored when all of it is shown. */
export async function importCsv(): Promise<void> {
  const panel = store.get(csvPanelAtom);
  if (panel.step !== 'checked') return;
  const { file } = panel;
  await show({ step: 'importing', file }, async () => {
    await reloadMonth();
    const before = shownRooms();
    const done = await acknowledging(
      (acknowledged) => uploadRoomMonths(file, { dryRun: false, acknowledged }),
      panel.acknowledged,
    );
    if (!done) return panel;
    await reloadMonth();
    const { created, changed } = done.answer;
    const changes = changedSince(before);
    tellDone(
      `CSVを取り込みました（新規${created}件・変更${changed}件）。`,
      changes.length === changed ? restoring(changes) : null,
    );
    return IDLE;
  });
}

/** Gives up the file. */
export function closeCsv(): void {
  latest++;
  store.set(csvPanelAtom, IDLE);
}
