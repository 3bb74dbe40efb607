import type { Hold } from '@wire/activity.js';
import { atom } from 'jotai';
import { storedBooking } from './form-mode.js';
import { chosenRoomAtom, formModeAtom, formStayAtom } from './form.js';
import { may } from '../shared/session-staff.js';

/** Whether the form is on the screen and somebody has typed or pointed lately. */
export const typingAtom = atom(false);

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
