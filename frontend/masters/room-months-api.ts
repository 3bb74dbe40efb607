import type { Month } from '@domain/dates.js';
import type {
  defineRoomShape,
  ManagedRoomMonth,
  RoomMonthChange,
  RoomMonthsChanged,
} from '@wire/room-months.js';
import type { z } from 'zod';
import { type Answer, get, write } from '../shared/api/request.js';

const PATH = '/api/room-months';

/** The bookings that staff have seen named as being in rooms that become 予約不可. */
type Acknowledged = readonly number[];

/** A new room, for every month from one to another. */
export type NewRoom = { [Field in keyof typeof defineRoomShape]: z.input<(typeof defineRoomShape)[Field]> };

/** Every room of a month, in display order. */
export function fetchRoomMonths(month: Month): Promise<Answer<ManagedRoomMonth[]>> {
  return get(PATH, { year_month: month });
}

/** Changes room-months, all or none. */
export function changeRoomMonths(
  rooms: readonly RoomMonthChange[],
  acknowledged: Acknowledged,
): Promise<RoomMonthsChanged> {
  return write('PUT', PATH, { rooms, acknowledged });
}

/** Makes a room. */
export function defineRoom(room: NewRoom): Promise<RoomMonthsChanged> {
  return write('POST', PATH, room);
}

/** Makes the rooms of a month what they are in another. */
export function copyMonth(
  months: { from: Month; to: Month },
  acknowledged: Acknowledged,
): Promise<RoomMonthsChanged> {
  return write('POST', `${PATH}/copy`, { ...months, acknowledged });
}

/** Where the rooms of a month can be saved from. */
export function roomMonthsCsvAddress(month: Month): string {
  return `${PATH}.csv?${new URLSearchParams({ year_month: month })}`;
}

/** Takes room-months from a file, or only says what that would change. */
export function uploadRoomMonths(
  file: File,
  { dryRun, acknowledged }: { dryRun: boolean; acknowledged: Acknowledged },
): Promise<RoomMonthsChanged> {
  const form = new FormData();
  form.append('file', file, file.name);
  form.append('acknowledged', JSON.stringify(acknowledged));
  return write('POST', `${PATH}/csv${dryRun ? '?dry_run=1' : ''}`, form);
}
