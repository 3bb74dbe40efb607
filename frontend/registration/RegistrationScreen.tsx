import type { Day } from '@domain/dates.js';
import { brokenSaveRules } from '@domain/reservation/save-rules.js';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { formAtom, formModeAtom, openingAtom } from '../booking/form.js';
import { chooseFree, chooseRoom } from '../booking/form-actions.js';
import { fieldId, firstFieldOf } from '../booking/form-values.js';
import { useTyping } from '../booking/hold.js';
import { openBooking } from '../booking/open-form.js';
import { saveRequestOf } from '../booking/parse-draft.js';
import { ReservationForm } from '../booking/ReservationForm.js';
import { CalendarLooks } from '../calendar/CalendarLooks.js';
import { CalendarPane } from '../calendar/CalendarPane.js';
import { DateFilter } from '../calendar/DateFilter.js';
import type { PreviewField } from '../calendar/preview-fields.js';
import { turnHoliday } from '../calendar/weather.js';
import { calendarTargetAtom, daysAtom } from '../shared/calendar-data/calendar.js';
import { todayAtom } from '../shared/hotel.js';
import { SCREENS_NAME } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { wantedStayAtom } from '../shared/wanted-stay.js';
import { useUnplacedLane } from '../unplaced/use-unplaced-lane.js';
import { useFormAddress } from './use-form-address.js';
import { WeatherModal } from './WeatherModal.js';

/** Facts that a save needs beside what is typed. */
const ELSE = { isNew: true, roomAvailable: true, roomSearched: true, occupied: false, checkedInUntil: null };

/** Leads to the first field that an imported record lacks or has wrong, as it is opened; its room is to be searched anyway. */
function useMissingField(): void {
  const mode = useValue(formModeAtom);
  const opening = useValue(openingAtom);
  const id = mode.kind === 'csv' ? mode.record.id : null;
  useLayoutEffect(() => {
    const today = store.get(todayAtom);
    if (id === null || opening || !today) return;
    const { values } = store.get(formAtom);
    const broken = brokenSaveRules({ ...saveRequestOf(values, today), roomId: 1 }, ELSE);
    const field = firstFieldOf(broken.map((rule) => rule.field));
    if (field) focusField(fieldId(field));
  }, [id, opening]);
}

/** Leads the calendar to the stay that was chosen elsewhere, once its booking is in the form and its days are shown. */
function useWantedStay(): void {
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

const FIELDS: readonly PreviewField[] = ['guestName1'];

/** Opens a booking of the calendar; keyboard users continue in the form once it is enabled. */
function useOpenFromCalendar() {
  const opening = useValue(openingAtom);
  const leadIntoForm = useRef(false);
  useLayoutEffect(() => {
    if (opening || !leadIntoForm.current) return;
    leadIntoForm.current = false;
    focusField(fieldId('stayStart'));
  }, [opening]);
  return (id: number, withKeyboard: boolean) => {
    leadIntoForm.current = withKeyboard;
    void openBooking(id);
  };
}

/** 予約登録: the form on the left, the calendar on the right. */
export function RegistrationScreen() {
  const editing = useValue(formModeAtom).kind === 'edit';
  const mayWrite = useMay('desk');
  const [weatherDay, setWeatherDay] = useState<Day | null>(null);

  useFormAddress();
  useMissingField();
  useWantedStay();
  useTyping();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way here leads to the form, also the tab that is open
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const isFromTab = activeElement?.closest(`nav[aria-label="${SCREENS_NAME}"]`) != null;
    if (activeElement === body || isFromTab) focusField(fieldId('stayStart'));
  }, [key]);
  const openFromCalendar = useOpenFromCalendar();
  const lane = useUnplacedLane();

  return (
    <div className="registration">
      <ReservationForm />
      <section className="registration-calendar" aria-label="カレンダー">
        <div className="tool-bar row">
          {!editing && <DateFilter />}
          <CalendarLooks />
        </div>
        <CalendarPane
          rooms="all"
          fields={FIELDS}
          onBooking={openFromCalendar}
          {...(mayWrite && {
            onRoom: chooseRoom,
            onFree: chooseFree,
            onWeekday: turnHoliday,
            onWeather: setWeatherDay,
            lane,
          })}
        />
      </section>
      {weatherDay && <WeatherModal date={weatherDay} onClose={() => setWeatherDay(null)} />}
    </div>
  );
}
