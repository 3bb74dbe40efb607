import type { ManagedRoomMonth, RoomMonthChange } from '@wire/room-months.js';
import { ApiError } from '../shared/api/request.js';
import { changeRoomMonths } from './room-months-api.js';
import { acknowledging } from './concerned.js';
import { type Refusal, refusalOf } from './refusal.js';
import { differing, ROOM_FIELD_NAMES, type RoomField, type RoomValues } from './room-fields.js';
import { reloadMonth } from './room-months.js';
import { tellDone } from './undo.js';

const STALE = 409;

/** A room as it is shown, and what is to become of it. */
export type WantedChange = { room: ManagedRoomMonth; values: Partial<RoomValues> };

/** How a change ended: done, not gone on with, or refused. */
export type ChangeOutcome = 'done' | 'given up' | Refusal;

const sent = ({ room, values }: WantedChange): RoomMonthChange =>
  ({ id: room.id, version: room.version, ...values }) as RoomMonthChange;

/** The change that restores what was: each room has its next version by then. */
function reverse({ room, values }: WantedChange): WantedChange {
  const former = Object.keys(values).map((field) => [field, room[field as RoomField]]);
  return { room: { ...room, version: room.version + 1 }, values: Object.fromEntries(former) };
}

async function send(changes: readonly WantedChange[]): Promise<boolean> {
  const rooms = changes.map(sent);
  const done = await acknowledging((seen) => changeRoomMonths(rooms, seen));
  await reloadMonth();
  return done !== null;
}

/** The words for what was done to rooms. */
function changedText(count: number, [first]: readonly WantedChange[]): string {
  return count === 1 && first
    ? `${first.room.room_number}号室を変更しました。`
    : `${count}室を変更しました。`;
}

/** How to restore what rooms were before a change. */
export function restoring(changes: readonly WantedChange[]): (() => Promise<unknown>) | null {
  return changes.length === 0 ? null : () => send(changes.map(reverse));
}

/** Changes rooms, all or none; tells what was done, with a way to restore it. */
export async function changeRooms(wanted: readonly WantedChange[]): Promise<ChangeOutcome> {
  const changes = wanted
    .map(({ room, values }) => ({ room, values: differing(room, values) }))
    .filter(({ values }) => Object.keys(values).length > 0);
  if (changes.length === 0) return 'done';
  try {
    if (!(await send(changes))) return 'given up';
  } catch (error) {
    if (error instanceof ApiError && error.status === STALE) await reloadMonth();
    return refusalOf(error, ROOM_FIELD_NAMES);
  }
  tellDone(changedText(changes.length, changes), restoring(changes));
  return 'done';
}
