import type { Reservation } from '@domain/reservation/reservation.js';
import { accountKey } from '@domain/reservation/reversal/account-reversal.js';

/** A reservation but for what every event changes; of money only what it comes to. */
export type SeenReservation = Omit<Reservation, 'version' | 'account'> & { money: string };

/** Returns a reservation as it is seen. */
export function withoutHistory({ version, account, ...state }: Reservation): SeenReservation {
  return { ...state, money: accountKey(account ? ({ account } as Reservation) : null) };
}
