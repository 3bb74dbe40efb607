import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { MessageDialog } from '#frontend/app/MessageDialog.js';
import { ReservationForm } from '#frontend/booking/ReservationForm.js';
import { VerbDialog } from '#frontend/booking/VerbQuestion.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { type Call } from '../support/fake-server.js';
import { bookingRecord } from '../support/records.js';

/** Answer to a saved booking. */
export const CREATED = { status: 201, body: { ...bookingRecord({ id: 7 }), mess: '予約が登録されました！' } };
/** The POST calls among others. */
export const postsAmong = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'POST');
/** The button with a name. */
export const button = (name: string) => screen.getByRole('button', { name });
/** Waits for the dialog. */
export const alert = () => screen.findByRole('dialog');

/** Shows the form with its questions and messages. */
export async function show() {
  await loadHotel();
  render(
    <MemoryRouter>
      <ReservationForm />
      <VerbDialog />
      <MessageDialog />
    </MemoryRouter>,
  );
}

/** The names of the fields that are marked as wrong. */
export const red = () =>
  [...document.querySelectorAll('[aria-invalid="true"]')].map(({ id }) => id.replace('field-', ''));
/** Types into a field. */
export const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
/** Leaves a field. */
export const leave = (label: string) => fireEvent.blur(screen.getByLabelText(label));
