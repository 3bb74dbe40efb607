import type { Month } from '@domain/dates.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { copyMonth, fetchRoomMonths } from './room-months-api.js';
import { type ChangeOutcome, restoring, type WantedChange } from './change-rooms.js';
import { acknowledging } from './concerned.js';
import { refusalOf } from './refusal.js';
import { differing, ROOM_FIELD_NAMES, type RoomValues } from './room-fields.js';
import { reloadMonth } from './room-months.js';
import { tellDone } from './undo.js';

/** What copying one month's rooms to another would do. */
export type CopyPreview = {
  created: readonly string[];
  changed: readonly WantedChange[];
  unchanged: number;
};

function valuesOf(room: ManagedRoomMonth): RoomValues {
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
    const values = room && differing(room, valuesOf(source));
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

/** Copies a month; tells what was done, with a way to restore the rooms that were there before. */
export async function runCopy(from: Month, to: Month, { changed }: CopyPreview): Promise<ChangeOutcome> {
  try {
    const done = await acknowledging((seen) => copyMonth({ from, to }, seen));
    await reloadMonth();
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
