import { type Month, monthOf } from '@domain/dates.js';
import { roomText } from '@domain/room/room-number.js';
import type { defineRoomShape, ManagedRoomMonth, RoomMonthsChanged } from '@wire/room-months.js';
import { atom } from 'jotai';
import type { z } from 'zod';
import { alertFailure } from '../shared/alert-failure.js';
import { ApiError, failureText, write } from '../shared/api/request.js';
import { showAlert } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { store } from '../shared/store.js';
import { type ChangeOutcome, refusalOf, tellDone, withConfirmation } from './lists.atoms.js';
import {
  arrangeableAtom,
  differing,
  fetchRoomMonths,
  ROOM_FIELD_NAMES,
  ROOM_MONTHS_PATH,
  type RoomField,
  type RoomValues,
  roomMonths,
} from './rooms.atoms.js';

const STALE = 409;

/** A room as it is shown, and what is to become of it. */
export type WantedChange = { room: ManagedRoomMonth; values: Partial<RoomValues> };

/** The change that restores what was: each room has its next version by then. */
function reverse({ room, values }: WantedChange): WantedChange {
  const former = Object.keys(values).map((field) => [field, room[field as RoomField]]);
  return { room: { ...room, version: room.version + 1 }, values: Object.fromEntries(former) };
}

async function send(changes: readonly WantedChange[]): Promise<boolean> {
  const rooms = changes.map(({ room: { id, version }, values }) => ({ id, version, ...values }));
  const done = await withConfirmation((acknowledged) =>
    write('PUT', ROOM_MONTHS_PATH, { rooms, acknowledged }),
  );
  await roomMonths.reload();
  return done !== null;
}

/** The words for what was done to rooms. */
function changedText(count: number, [first]: readonly WantedChange[]): string {
  return count === 1 && first
    ? `${roomText(first.room.room_number)}を変更しました。`
    : `${count}室を変更しました。`;
}

/** Returns a function that restores the rooms as they were before a change. */
function restoring(changes: readonly WantedChange[]): (() => Promise<unknown>) | null {
  return changes.length === 0 ? null : () => send(changes.map(reverse));
}

/** Changes rooms, all or none, with a notice that can undo it. */
export async function changeRooms(wanted: readonly WantedChange[]): Promise<ChangeOutcome> {
  const changes = wanted
    .map(({ room, values }) => ({ room, values: differing(room, values) }))
    .filter(({ values }) => Object.keys(values).length > 0);
  if (changes.length === 0) return 'done';
  try {
    if (!(await send(changes))) return 'given up';
  } catch (error) {
    if (error instanceof ApiError && error.status === STALE) await roomMonths.reload();
    return refusalOf(error, ROOM_FIELD_NAMES);
  }
  tellDone(changedText(changes.length, changes), restoring(changes));
  return 'done';
}

const ORDER_PATH = `${ROOM_MONTHS_PATH}/order`;

/** The order of the shown month's rooms as it is sent; none where it follows from their numbers. */
function sentOrder(): readonly string[] {
  const rooms = shownRooms();
  if (rooms.every(({ position }) => position === undefined)) return [];
  const can = store.get(arrangeableAtom);
  return rooms.map(({ room_number }) => room_number).filter((number) => can.has(number));
}

/** Gives the rooms an order from this month on, with a notice that can undo it; a refusal is alerted. */
async function arrange(rooms: readonly string[], text: string): Promise<void> {
  const today = store.get(todayAtom);
  if (today === null) return;
  const before = sentOrder();
  const send = async (numbers: readonly string[]) => {
    await write<RoomMonthsChanged>('PUT', ORDER_PATH, { rooms: numbers, from: monthOf(today) });
    await roomMonths.reload();
  };
  try {
    await send(rooms);
    tellDone(text, () => send(before));
  } catch (error) {
    void alertFailure(error);
  }
}

/** The moves of rooms follow one another, each from the order that the one before made. */
let moving: Promise<void> = Promise.resolve();

/**
 * Puts a room where another one is, which makes way; nothing where one of them has its place from the specification. `to`
 * is asked when it is the move's turn; null for none.
 */
export function moveRoom(id: number, to: () => number | null): Promise<void> {
  moving = moving.then(async () => {
    const can = store.get(arrangeableAtom);
    const rooms = shownRooms().filter(({ room_number }) => can.has(room_number));
    const target = to();
    const place = rooms.findIndex((room) => room.id === target);
    const moved = rooms.find((room) => room.id === id);
    if (!moved || place < 0 || target === id) return;
    const order = rooms.filter((room) => room !== moved);
    order.splice(place, 0, moved);
    const numbers = order.map(({ room_number }) => room_number);
    await arrange(numbers, `${roomText(moved.room_number)}を${place + 1}番目にしました。`);
  });
  return moving;
}

/** Lets the order of rooms follow from their numbers again. */
export function orderByNumber(): Promise<void> {
  moving = moving.then(() => arrange([], '部屋を番号順に戻しました。'));
  return moving;
}

/** Effect of copying one month's rooms to another. */
export type CopyPreview = {
  created: readonly string[];
  changed: readonly WantedChange[];
  unchanged: number;
};

function roomValuesOf(room: ManagedRoomMonth): RoomValues {
  return Object.fromEntries(ROOM_FIELD_NAMES.map((field) => [field, room[field]])) as RoomValues;
}

/** Compares the rooms of two months. */
export function copyPreview(from: readonly ManagedRoomMonth[], to: readonly ManagedRoomMonth[]): CopyPreview {
  const there = new Map(to.map((room) => [room.room_number, room]));
  const created: string[] = [];
  const changed: WantedChange[] = [];
  let unchanged = 0;
  for (const source of from) {
    const room = there.get(source.room_number);
    const values = room && differing(room, roomValuesOf(source));
    if (!room || !values) created.push(source.room_number);
    else if (Object.keys(values).length === 0) unchanged++;
    else changed.push({ room, values });
  }
  return { created, changed, unchanged };
}

/** Reads what copying would do. */
export async function previewCopy(from: Month, to: Month): Promise<CopyPreview> {
  const [source, target] = await Promise.all([fetchRoomMonths(from), fetchRoomMonths(to)]);
  return copyPreview(source.data, target.data);
}

/** Copies a month, with a notice that can restore the former rooms. */
export async function runCopy(from: Month, to: Month, { changed }: CopyPreview): Promise<ChangeOutcome> {
  try {
    const done = await withConfirmation((acknowledged) =>
      write<RoomMonthsChanged>('POST', `${ROOM_MONTHS_PATH}/copy`, { from, to, acknowledged }),
    );
    await roomMonths.reload();
    if (!done) return 'given up';
    const { created, changed: count } = done.answer;
    tellDone(
      `月をコピーしました（新規${created}室・変更${count}室）。`,
      count === changed.length ? restoring(changed) : null,
    );
    return 'done';
  } catch (error) {
    return refusalOf(error, ['from', 'to']);
  }
}

/** A new room, for every month from one to another. */
type NewRoom = { [Field in keyof typeof defineRoomShape]: z.input<(typeof defineRoomShape)[Field]> };

/** Makes a room, with a notice. */
export async function makeRoom(room: NewRoom): Promise<ChangeOutcome> {
  try {
    const { created } = await write<RoomMonthsChanged>('POST', ROOM_MONTHS_PATH, room);
    await roomMonths.reload();
    tellDone(`${roomText(room.room_number)}を追加しました（${created}か月）。`);
    return 'done';
  } catch (error) {
    return refusalOf(error, ['room_number', 'from', 'until', ...ROOM_FIELD_NAMES]);
  }
}

/** Content of the CSV panel. */
export type CsvPanel =
  | { step: 'idle' }
  /** The file is being looked at, or taken over. */
  | { step: 'checking' | 'importing'; file: File }
  /** Effect of importing the file. */
  | { step: 'checked'; file: File; result: RoomMonthsChanged; acknowledged: readonly number[] }
  /** Reasons why nothing of the file was taken over, a line each. */
  | { step: 'refused'; file: File; lines: readonly string[] };

const IDLE: CsvPanel = { step: 'idle' };
export const csvPanelAtom = atom<CsvPanel>(IDLE);

const ONE_FILE = 'ファイルは1つずつ取り込んでください。';

function refused(file: File, error: unknown): CsvPanel {
  if (!(error instanceof ApiError)) console.error(error);
  return { step: 'refused', file, lines: failureText(error).split('\n') };
}

async function show(state: CsvPanel & { file: File }, work: () => Promise<CsvPanel>): Promise<void> {
  store.set(csvPanelAtom, state);
  const next = await work().catch((error: unknown) => refused(state.file, error));
  store.set(csvPanelAtom, (now) => (now === state ? next : now));
}

/** Takes room-months from a file, or with `?dry_run=1` only says what that would change. */
function upload(file: File, acknowledged: readonly number[], query = ''): Promise<RoomMonthsChanged> {
  const form = new FormData();
  form.append('file', file, file.name);
  form.append('acknowledged', JSON.stringify(acknowledged));
  return write('POST', `${ROOM_MONTHS_PATH}/csv${query}`, form);
}

/** Takes the file that was chosen or dropped, and shows what taking it over would do. */
export async function chooseCsv(files: readonly File[]): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  if (others.length > 0) return showAlert(ONE_FILE);
  await show({ step: 'checking', file }, async () => {
    const done = await withConfirmation((acknowledged) => upload(file, acknowledged, '?dry_run=1'));
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
    return [{ room, values: differing(room, roomValuesOf(after)) }];
  });
}

const shownRooms = () => roomMonths.state.value ?? [];

/** Takes over the file that was looked at. What it changed can be restored when all of it is shown. */
export async function importCsv(): Promise<void> {
  const panel = store.get(csvPanelAtom);
  if (panel.step !== 'checked') return;
  const { file } = panel;
  await show({ step: 'importing', file }, async () => {
    await roomMonths.reload();
    const before = shownRooms();
    const done = await withConfirmation((acknowledged) => upload(file, acknowledged), panel.acknowledged);
    if (!done) return panel;
    await roomMonths.reload();
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
  store.set(csvPanelAtom, IDLE);
}
