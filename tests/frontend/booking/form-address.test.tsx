import { day } from '@domain/dates.js';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { stashedDraftsAtom } from '#frontend/booking/drafts.js';
import { FormHeading } from '#frontend/booking/FormHeading.js';
import { formAtom, setField } from '#frontend/booking/form.js';
import { openBlank, openBooking, reopenDraft, resetForm } from '#frontend/booking/open-form.js';
import { beginInForm, wantedFormAtom } from '#frontend/booking/wanted-form.js';
import { useFormAddress } from '#frontend/registration/use-form-address.js';
import { calendarAtom } from '#frontend/shared/calendar-data/calendar.js';
import { showRange } from '#frontend/shared/calendar-data/show-range.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { store, useValue } from '#frontend/shared/store.js';
import { csvFormData, csvRecord } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';
import { formBooking } from '../support/records.js';

const FORM = '/reservation-registration';
const stored = (id: number, guestName1: string) =>
  formBooking({ id, guestName1, stayStart: day('2026-11-21') });

function Form() {
  useFormAddress();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>{`at ${pathname}${search}`}</p>
      <FormHeading mode={useValue(formAtom).mode} />
      <button type="button" onClick={() => navigate(-1)}>
        戻る
      </button>
      <button type="button" onClick={() => navigate(`${FORM}/30?type=csvReservation`)}>
        自動登録データ
      </button>
    </>
  );
}

async function show(address: string) {
  await loadHotel();
  render(
    <MemoryRouter initialEntries={['/elsewhere', address]}>
      <Routes>
        <Route path="/elsewhere" element={<p>よそ</p>} />
        <Route path={FORM} element={<Form />} />
        <Route path={`${FORM}/:id`} element={<Form />} />
      </Routes>
    </MemoryRouter>,
  );
  await waitFor(() => expect(store.get(calendarAtom)).not.toBeNull());
}

const guest = () => store.get(formAtom).values.guestName1;
const isAt = (address: string) => waitFor(() => expect(screen.getByText(`at ${address}`)).toBeTruthy());
const goBack = () => fireEvent.click(screen.getByText('戻る'));

beforeEach(() => {
  serve({
    'GET /api/fetch-reservation-data/5': () => ({ body: stored(5, '五番 太郎') }),
    'GET /api/fetch-reservation-data/6': () => ({ body: stored(6, '六番 花子') }),
    'GET /api/fetch-csv-reservation-data/30': () => ({ body: csvFormData(csvRecord({ id: 30 })) }),
  });
});

test('a booking that is opened is in the address; Back returns to what was open before', async () => {
  await show(FORM);
  await act(() => openBooking(5));
  await isAt(`${FORM}/5`);
  await act(() => openBooking(6));
  await isAt(`${FORM}/6`);
  expect(guest()).toBe('六番 花子');
  goBack();
  await isAt(`${FORM}/5`);
  await waitFor(() => expect(guest()).toBe('五番 太郎'));
  goBack();
  await isAt(FORM);
  expect(store.get(formAtom).mode.kind).toBe('new');
  goBack();
  expect(await screen.findByText('よそ')).toBeTruthy();
});

test('a booking that another screen begins takes the place of a new form, beside its own days', async () => {
  const days = { first: day('2027-03-01'), last: day('2027-03-20') };
  beginInForm(async () => {
    if (!(await showRange(days))) return;
    openBlank();
    setField('guestName1', '待田 順');
  });
  await show(FORM);
  await waitFor(() => expect(guest()).toBe('待田 順'));
  expect(store.get(calendarAtom)?.range).toEqual(days);
  expect(store.get(wantedFormAtom)).toBeNull();
});

test('the calendar stays where it is when Back empties the form', async () => {
  await show(FORM);
  await act(() => openBooking(5));
  await isAt(`${FORM}/5`);
  const before = store.get(calendarAtom)?.range;
  goBack();
  await isAt(FORM);
  expect(store.get(calendarAtom)?.range).toBe(before);
});

test('a form that is empty again stands at its own address', async () => {
  await show(`${FORM}/5`);
  await waitFor(() => expect(guest()).toBe('五番 太郎'));
  act(() => openBlank());
  await isAt(FORM);
  goBack();
  await isAt(`${FORM}/5`);
  await waitFor(() => expect(guest()).toBe('五番 太郎'));
  act(() => resetForm());
  await isAt(FORM);
});

test('an imported record is named with its type', async () => {
  await show(FORM);
  fireEvent.click(screen.getByText('自動登録データ'));
  await waitFor(() => expect(store.get(formAtom).mode.kind).toBe('csv'));
  act(() => setField('notes', '途中'));
  await act(() => openBooking(5));
  await isAt(`${FORM}/5`);
  await act(() => reopenDraft());
  await isAt(`${FORM}/30?type=csvReservation`);
  expect(store.get(formAtom).values.notes).toBe('途中');
});

test('Back brings what was typed there, and loses nothing that was typed here', async () => {
  await show(FORM);
  act(() => setField('guestName1', '途中 太郎'));
  await act(() => openBooking(5));
  await isAt(`${FORM}/5`);
  act(() => setField('notes', '五番の変更'));
  goBack();
  await isAt(FORM);
  await waitFor(() => expect(guest()).toBe('途中 太郎'));
  expect(store.get(stashedDraftsAtom).map(({ values }) => values.notes)).toEqual(['五番の変更']);
});

test('an address that names nothing stays as it is until something is opened', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  await show(`${FORM}/999`);
  await isAt(`${FORM}/999`);
  await act(() => openBooking(5));
  await isAt(`${FORM}/5`);
});

test('a booking that could not be read is no new one without a word: it can be read again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const word = () => screen.queryByText('このアドレスの予約を読み込めませんでした。');
  await show(`${FORM}/8`);
  await waitFor(() => expect(word()).not.toBeNull());
  serve({ 'GET /api/fetch-reservation-data/8': () => ({ body: stored(8, '八番 太郎') }) });
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }));
  await waitFor(() => expect(guest()).toBe('八番 太郎'));
  expect(word()).toBeNull();
  act(() => openBlank());
  await isAt(FORM);
  expect(word()).toBeNull();
});
