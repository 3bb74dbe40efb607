import type { Day } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { CalendarSnapshot } from '../../shared/calendar-data/calendar-snapshot.js';
import type { ShownBooking } from '../../shared/calendar-data/shown-booking.js';
import { storedReservation } from '../../booking/stored-reservation.js';
import { factsAround } from '../gestures/facts.js';
import { type Place, withEndMoved } from '../gestures/place.js';
import { placeOf, proposalAt } from '../gestures/proposal.js';
import { judge } from '../gestures/verdict.js';

/** What can be done with a booking by its menu. */
export const MENU_TEXTS = {
  'check-in': 'チェックイン',
  'revert-check-in': 'チェックインを取り消す',
  'check-out': 'チェックアウト',
  'revert-check-out': 'チェックアウトを取り消す',
  paid: '支払済にする',
  unpaid: '未払いに戻す',
  take: '部屋・日付を動かす',
  longer: '1泊延長',
  shorter: '1泊短縮',
  cancel: '予約取消…',
} as const;
export type MenuEntry = keyof typeof MENU_TEXTS;

function commandOf(entry: MenuEntry, { record }: ShownBooking, today: Day): ReservationCommand | null {
  switch (entry) {
    case 'check-in':
    case 'check-out':
      return { type: entry, date: today };
    case 'revert-check-in':
    case 'revert-check-out':
    case 'cancel':
      return { type: entry };
    case 'paid':
    case 'unpaid': {
      const paymentFlag = entry === 'paid' ? 1 : 0;
      const isSo = record.payment_flag === paymentFlag;
      return isSo ? null : { type: 'record-payment', paymentType: record.payment_type, paymentFlag };
    }
    default:
      return null;
  }
}

/** A booking's place with a night more or less. */
export function stretchedPlace(booking: ShownBooking, entry: 'longer' | 'shorter'): Place {
  return withEndMoved(placeOf(booking), entry === 'longer' ? 1 : -1);
}

function isAllowed(entry: MenuEntry, snapshot: CalendarSnapshot, booking: ShownBooking, today: Day): boolean {
  const stored = storedReservation(booking);
  if (entry === 'take') return stored.isErased !== true;
  if (entry === 'longer' || entry === 'shorter') {
    const subject = { bookingId: booking.id, from: placeOf(booking) };
    return judge(snapshot, proposalAt(snapshot, subject, stretchedPlace(booking, entry)), today).ok;
  }
  const command = commandOf(entry, booking, today);
  const here = { roomNumber: booking.roomNumber, leaving: [] };
  return (
    command !== null && decideReservation(command, stored, factsAround(snapshot, booking, here, today)).ok
  );
}

/** What the rules allow for a booking now, in the order of the menu (spec 4, contract 4). */
export function menuEntries(snapshot: CalendarSnapshot, booking: ShownBooking, today: Day): MenuEntry[] {
  const all = Object.keys(MENU_TEXTS) as MenuEntry[];
  return all.filter((entry) => isAllowed(entry, snapshot, booking, today));
}
