import { bookingAddress, recordAddress, SCREENS } from '../shared/screens.js';
import type { FormMode } from './form-mode.js';

/** What an address of the registration screen names: an id, and what it is one of (contract 7). */
export type FormAddress = { id: string | undefined; type: string | null };

/** The address of what the form is open for. */
export function addressOf(mode: FormMode): string {
  if (mode.kind === 'edit') return bookingAddress(mode.booking.id);
  if (mode.kind === 'csv') return recordAddress(mode.record.id);
  return SCREENS.registration.path;
}

/** Whether an address names what the form is open for. */
export function isNamed(mode: FormMode, { id, type }: FormAddress): boolean {
  if (mode.kind === 'new') return id === undefined;
  if (mode.kind === 'csv') return type === 'csvReservation' && id === String(mode.record.id);
  return (type === null || type === 'reservation') && id === String(mode.booking.id);
}
