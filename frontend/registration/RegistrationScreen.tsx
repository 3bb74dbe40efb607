import type { Day } from '@domain/dates.js';
import { useEffect, useRef, useState } from 'react';
import { formModeAtom, openingAtom } from '../booking/form.js';
import { chooseFree, chooseRoom } from '../booking/form-actions.js';
import { fieldId } from '../booking/form-values.js';
import { useTyping } from '../booking/hold.js';
import { openBooking } from '../booking/open-form.js';
import { ReservationForm } from '../booking/ReservationForm.js';
import { CalendarPane } from '../calendar/CalendarPane.js';
import { DateFilter } from '../calendar/DateFilter.js';
import { CalendarLooks } from '../calendar/Legend.js';
import type { PreviewField } from '../calendar/preview-fields.js';
import { turnHoliday } from '../calendar/weather.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { useFormAddress } from './use-form-address.js';
import { useMissingField } from './use-missing-field.js';
import { useWantedStay } from './use-wanted-stay.js';
import { WeatherModal } from './WeatherModal.js';

const FIELDS: readonly PreviewField[] = ['guestName1'];

/** Opens a booking of the calendar; keyboard users continue in the form once it is enabled. */
function useOpenFromCalendar() {
  const opening = useValue(openingAtom);
  const leadIntoForm = useRef(false);
  useEffect(() => {
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
  useEffect(() => {
    if (document.activeElement === document.body) focusField(fieldId('stayStart'));
  }, []);
  const openFromCalendar = useOpenFromCalendar();

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
          })}
        />
      </section>
      {weatherDay && <WeatherModal date={weatherDay} onClose={() => setWeatherDay(null)} />}
    </div>
  );
}
