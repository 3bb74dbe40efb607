import { newFormRange } from '@domain/calendar/default-range.js';
import type { Day } from '@domain/dates.js';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { PreviewField } from '../../calendar/preview-fields.js';
import { ReservationForm } from '../../form/ReservationForm.js';
import { fieldId } from '../../form/wire-fields.js';
import { chooseFree } from '../../state/book-at.js';
import { formModeAtom, openedFromAddressAtom, openingAtom } from '../../state/form.js';
import { chooseRoom } from '../../state/form-actions.js';
import { todayAtom } from '../../state/hotel.js';
import { openBlank, openBooking, openImported, resumeNew, resumeRestored } from '../../state/open-form.js';
import { showRange } from '../../state/session.js';
import { useMay } from '../../state/session-staff.js';
import { store, useValue } from '../../state/store.js';
import { turnHoliday } from '../../state/weather.js';
import { focusField } from '../../ui/focus-field.js';
import { CalendarPane } from '../CalendarPane.js';
import { DateFilter } from '../DateFilter.js';
import { Legend } from '../Legend.js';
import { ScreenHeading } from '../shell/ScreenHeading.js';
import { useTyping } from './use-typing.js';
import { useWantedStay } from './use-wanted-stay.js';
import { WeatherModal } from './WeatherModal.js';

const FIELDS: readonly PreviewField[] = ['guestName1'];

/** Opens what the address names; a blank form beside the default calendar when there is nothing to open. */
async function openAddressed(idText: string | undefined, type: string | null, today: Day): Promise<void> {
  const resumed = resumeRestored({ id: idText, type });
  if (resumed) return resumed;
  if (idText === undefined) {
    resumeNew();
    await showRange(newFormRange(today));
    return;
  }
  const id = /^[1-9]\d{0,9}$/.test(idText) ? Number(idText) : null;
  openBlank(true);
  if (id !== null && (type === null || type === 'reservation') && (await openBooking(id, true))) return;
  if (id !== null && type === 'csvReservation' && (await openImported(id, true))) return;
  await showRange(newFormRange(today));
}

/** Opens a booking of the calendar; who works with the keyboard goes on in the form once it can be typed into. */
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
  const { id } = useParams();
  const [query] = useSearchParams();
  const type = query.get('type');
  const navigate = useNavigate();
  const ready = useValue(todayAtom) !== null;
  const editing = useValue(formModeAtom).kind === 'edit';
  const fromAddress = useValue(openedFromAddressAtom);
  const mayWrite = useMay('desk');
  const [weatherDay, setWeatherDay] = useState<Day | null>(null);

  useWantedStay();
  useTyping();
  const openFromCalendar = useOpenFromCalendar();
  const addressFollows = useRef(false);

  useEffect(() => {
    const today = store.get(todayAtom);
    const opens = !addressFollows.current;
    addressFollows.current = false;
    if (opens && ready && today) void openAddressed(id, type, today);
  }, [id, type, ready]);
  useEffect(() => resumeNew, []);

  // Once something else is in the form, the address no longer names it; form and calendar stay as they are.
  useEffect(() => {
    if (id === undefined || fromAddress) return;
    addressFollows.current = true;
    navigate('/reservation-registration', { replace: true });
  }, [id, fromAddress, navigate]);

  return (
    <div className="registration">
      <ScreenHeading name="予約登録" />
      <ReservationForm />
      <section className="registration-calendar" aria-label="カレンダー">
        <div className="tool-bar">
          {!editing && <DateFilter />}
          <Legend />
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
