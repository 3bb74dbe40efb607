import { stayRangeText } from '@domain/calendar/stay-text.js';
import { roomText } from '@domain/room/room-number.js';
import type { Hold } from '@wire/activity.js';
import type { PresenceEntry } from '@wire/live.js';
import { atom } from 'jotai';
import { useEffect } from 'react';
import { timeText } from '../shared/clock-text.js';
import { hotelAtom } from '../shared/hotel.js';
import { presenceAtom } from '../shared/live/connection.js';
import { may } from '../shared/session-staff.js';
import { store } from '../shared/store.js';
import { chosenRoomAtom, formModeAtom, formStayAtom } from './form.js';
import { storedBooking } from './form-mode.js';

/** True if the form is on the screen and somebody has typed or pointed lately. */
const typingAtom = atom(false);

/** The cells that the form is about to book: those of a room and a stay that are not the booking's own already. */
export const holdAtom = atom((get): Hold | null => {
  const [roomNumber, stay, mode] = [get(chosenRoomAtom), get(formStayAtom), get(formModeAtom)];
  if (!get(typingAtom) || !may('desk') || roomNumber === null || stay === null) return null;
  const stored = storedBooking(mode);
  const isStored =
    mode.kind === 'edit' &&
    stored?.borderRoom === roomNumber &&
    mode.booking.stay_start === stay.start &&
    mode.booking.stay_end === stay.end;
  return isStored ? null : { room_number: roomNumber, stay_start: stay.start, stay_end: stay.end };
});

/** Warnings of who else is about to book the room and days that the form has chosen, a line each. */
export const holdWarningsAtom = atom((get): string[] => {
  const [roomNumber, stay, zone] = [get(chosenRoomAtom), get(formStayAtom), get(hotelAtom)?.timezone];
  if (roomNumber === null || stay === null || zone === undefined) return [];
  return get(presenceAtom).flatMap(({ terminal, hold, since }: PresenceEntry) => {
    if (hold?.room_number !== roomNumber || hold.stay_start >= stay.end || hold.stay_end <= stay.start)
      return [];
    const held = stayRangeText({ start: hold.stay_start, end: hold.stay_end });
    return `${roomText(roomNumber)}の${held}は、${timeText(since, zone)}から${terminal}でも入力中です。`;
  });
});

/** After so long without a key or a click the hold ends. */
const QUIET_MS = 10 * 60_000;
const SIGNS = ['keydown', 'pointerdown', 'input'] as const;

/** Notes keys and clicks in the form, and that there were none for a while. */
export function useTyping(): void {
  useEffect(() => {
    let quiet: ReturnType<typeof setTimeout>;
    const awake = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => store.set(typingAtom, false), QUIET_MS);
      store.set(typingAtom, true);
    };
    awake();
    for (const sign of SIGNS) document.addEventListener(sign, awake, true);
    return () => {
      clearTimeout(quiet);
      for (const sign of SIGNS) document.removeEventListener(sign, awake, true);
      store.set(typingAtom, false);
    };
  }, []);
}
