import { listRange } from '@domain/calendar/default-range.js';
import { useEffect, useState } from 'react';
import { calendarAtom } from '../../state/calendar.js';
import { bookingById } from '../../state/calendar-snapshot.js';
import { todayAtom } from '../../state/hotel.js';
import { previewFieldsAtom } from '../../state/preview.js';
import { showRange } from '../../state/session.js';
import { store, useValue } from '../../state/store.js';
import { CalendarPane } from '../CalendarPane.js';
import { DateFilter } from '../DateFilter.js';
import { Legend } from '../Legend.js';
import { ScreenHeading } from '../shell/ScreenHeading.js';
import { DetailModal } from './DetailModal.js';
import { PreviewFilter } from './PreviewFilter.js';
import { PrintButton } from './PrintButton.js';

/** 予約一覧: the calendar to read. */
export function ListScreen() {
  const ready = useValue(todayAtom) !== null;
  const fields = useValue(previewFieldsAtom);
  const snapshot = useValue(calendarAtom);
  const [shownId, setShownId] = useState<number | null>(null);
  const booking = snapshot && shownId !== null ? bookingById(snapshot, shownId) : undefined;

  useEffect(() => {
    const today = store.get(todayAtom);
    if (ready && today) void showRange(listRange(today));
  }, [ready]);

  return (
    <div className="list">
      <ScreenHeading name="予約一覧" />
      <div className="tool-bar">
        <DateFilter />
        <PreviewFilter />
        <PrintButton />
        <Legend />
      </div>
      <CalendarPane rooms="listed" fields={fields} onBooking={setShownId} />
      {booking && <DetailModal booking={booking} onClose={() => setShownId(null)} />}
    </div>
  );
}
