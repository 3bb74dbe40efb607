import { stayRangeText } from '@domain/calendar/stay-text.js';
import type { PresenceEntry } from '@wire/live.js';
import { atom } from 'jotai';
import { presenceAtom } from '../shared/live/connection.js';
import { chosenRoomAtom, formStayAtom } from './form.js';
import { hotelAtom } from '../shared/hotel.js';

/** When something began, by the hotel's clock. */
const clockText = (since: string, timeZone: string | undefined): string =>
  new Date(since).toLocaleTimeString('ja-JP', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  });

/** Who else is about to book the room and days that the form has chosen, a line each. */
export const holdWarningsAtom = atom((get): string[] => {
  const [roomNumber, stay, zone] = [get(chosenRoomAtom), get(formStayAtom), get(hotelAtom)?.timezone];
  if (roomNumber === null || stay === null) return [];
  return get(presenceAtom).flatMap(({ terminal, hold, since }: PresenceEntry) => {
    if (hold?.room_number !== roomNumber || hold.stay_start >= stay.end || hold.stay_end <= stay.start)
      return [];
    const held = stayRangeText({ start: hold.stay_start, end: hold.stay_end });
    return `${roomNumber}号室の${held}は、${clockText(since, zone)}から${terminal}でも入力中です。`;
  });
});
