import { useEffect } from 'react';
import { formModeAtom } from '../booking/form.js';
import { calendarTargetAtom, daysAtom } from '../shared/calendar-data/calendar.js';
import { store, useValue } from '../shared/store.js';
import { wantedStayAtom } from '../shared/wanted-stay.js';

/** Leads the calendar to the stay that was chosen elsewhere, once its booking is in the form and its days are shown. */
export function useWantedStay(): void {
  const wanted = useValue(wantedStayAtom);
  const mode = useValue(formModeAtom);
  const days = useValue(daysAtom);
  const openId = mode.kind === 'edit' ? mode.booking.id : null;
  useEffect(() => {
    if (wanted === null || wanted.id !== openId || !days.includes(wanted.date)) return;
    store.set(wantedStayAtom, null);
    store.set(calendarTargetAtom, { roomNumber: wanted.roomNumber, date: wanted.date });
  }, [wanted, openId, days]);
}
