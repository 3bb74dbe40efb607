import { defineRoom, type NewRoom } from './room-months-api.js';
import type { ChangeOutcome } from './change-rooms.js';
import { refusalOf } from './refusal.js';
import { ROOM_FIELD_NAMES } from './room-fields.js';
import { reloadMonth } from './room-months.js';
import { tellDone } from './undo.js';

/** Makes a room; tells what was done. */
export async function makeRoom(room: NewRoom): Promise<ChangeOutcome> {
  try {
    const { created } = await defineRoom(room);
    await reloadMonth();
    tellDone(`${room.room_number}号室を追加しました（${created}か月）。`);
    return 'done';
  } catch (error) {
    return refusalOf(error, ['room_number', 'from', 'until', ...ROOM_FIELD_NAMES]);
  }
}
