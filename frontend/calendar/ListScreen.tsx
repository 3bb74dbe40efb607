import { listRange } from '@domain/calendar/default-range.js';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { shownCalendarAtom } from '../shared/calendar-data/calendar.js';
import { bookingById } from '../shared/calendar-data/calendar-snapshot.js';
import { travellingAtom } from '../shared/calendar-data/past.js';
import { showRange } from '../shared/calendar-data/show-range.js';
import { todayAtom } from '../shared/hotel.js';
import { lookingAtom } from '../shared/live/connection.js';
import { closePanel, panelAtom } from '../shared/open-panel.js';
import { store, useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { PrintButton } from '../shared/ui/PrintButton.js';
import { CalendarLooks } from './CalendarLooks.js';
import { CalendarPane } from './CalendarPane.js';
import { DateFilter } from './DateFilter.js';
import { DetailModal } from './DetailModal.js';
import { PreviewFilter } from './PreviewFilter.js';
import { PAST_BUTTON_ID, PastButton, usePastAddress } from './past/PastButton.js';
import { previewFieldsAtom } from './preview-fields.js';

const PastTools = lazyPart(async () => (await import('./past/PastTools.js')).PastTools);
const DifferencePanel = lazyPart(async () => (await import('./past/DifferencePanel.js')).DifferencePanel);

/** Others see whose details are shown here. */
function useLooking(id: number | null): void {
  useEffect(() => {
    store.set(lookingAtom, id);
    return () => store.set(lookingAtom, null);
  }, [id]);
}

/** Back in the present, focuses 過去の表示 when the focused element was removed. */
function useFocusAfterPast(travelling: boolean): void {
  const before = useRef(travelling);
  useLayoutEffect(() => {
    if (before.current && !travelling && document.activeElement === document.body) {
      document.getElementById(PAST_BUTTON_ID)?.focus();
    }
    before.current = travelling;
  }, [travelling]);
}

/** 予約一覧: the calendar to read, as it stands now or at a moment of the past. */
export function ListScreen() {
  const ready = useValue(todayAtom) !== null;
  const fields = useValue(previewFieldsAtom);
  const snapshot = useValue(shownCalendarAtom);
  const travelling = useValue(travellingAtom);
  const [shownId, setShownId] = useState<number | null>(null);
  const booking = snapshot && shownId !== null ? bookingById(snapshot, shownId) : undefined;

  const showDetails = (id: number) => {
    closePanel();
    setShownId(id);
  };

  const panel = useValue(panelAtom);
  useEffect(() => {
    if (panel !== null) setShownId(null);
  }, [panel]);
  useLooking(travelling ? null : shownId);
  usePastAddress();
  useFocusAfterPast(travelling);
  useEffect(() => {
    const today = store.get(todayAtom);
    if (ready && today) void showRange(listRange(today));
  }, [ready]);

  return (
    <div className="list" data-past={travelling || undefined}>
      <div className="tool-bar row">
        <DateFilter />
        <PreviewFilter />
        <PrintButton of="print" hint="印刷" />
        <PastButton />
        <CalendarLooks />
      </div>
      {travelling && (
        <Suspense>
          <PastTools />
        </Suspense>
      )}
      <div className="list-body">
        <CalendarPane rooms="listed" fields={fields} onBooking={showDetails} />
        {travelling && (
          <Suspense>
            <DifferencePanel />
          </Suspense>
        )}
      </div>
      {booking && <DetailModal booking={booking} onClose={() => setShownId(null)} />}
    </div>
  );
}
