import { stayRangeText } from '@domain/calendar/stay-text.js';
import { atom } from 'jotai';
import { todayAtom } from '../shared/hotel.js';
import { formAtom, roomChoicesAtom, savingAtom } from './form.js';
import { roomObstacles } from './form-checks.js';
import type { RoomOption } from './room-options.js';

const OFFERED = 3;

/**
 * What is said of the chosen room when it stopped being free since 部屋検索, null while it is free. A booking that this
 * form is saving is no reason.
 */
export const lostRoomAtom = atom((get): string | null => {
  const form = get(formAtom);
  const today = get(todayAtom);
  if (!today || form.search === null || get(savingAtom)) return null;
  const [lost] = roomObstacles(get, form, today);
  if (!lost) return null;
  const { roomNumber, booking } = lost;
  const reason = booking
    ? `には${stayRangeText({ start: booking.stayStart, end: booking.stayEnd })} ${booking.record.guest_name_1}の予約が入りました。`
    : 'は予約不可になりました。';
  return `${roomNumber}${reason}別の部屋を選んでください。`;
});

/** The next rooms that are offered instead of one that was lost: those found by the search before others that are free. */
export const nextRoomsAtom = atom((get): readonly RoomOption[] => {
  if (get(lostRoomAtom) === null) return [];
  const { found, others } = get(roomChoicesAtom);
  return (found.length > 0 ? found : others).slice(0, OFFERED);
});
