import { isDone } from '@domain/calendar/front-desk.js';
import type { Day } from '@domain/dates.js';
import { keysOf } from '@domain/records.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { flushSync } from 'react-dom';
import { startVerb } from '../booking/asked-verb.js';
import { isAllowed, nextVerb, VERBS, type VerbName, verbOf } from '../booking/booking-verbs.js';
import { paymentNameAtom } from '../shared/masters.js';
import { paidHereAtom } from '../shared/open-panel.js';
import { store, useValue } from '../shared/store.js';
import { TwoLines } from '../shared/ui/DataGrid.js';
import { focusField } from '../shared/ui/focus-field.js';
import { gridRowId } from '../shared/ui/grid-focus.js';
import { isKey } from '../shared/ui/keys.js';
import { type DeskBooking, takeDeskRecord } from './desk.js';
import { currentDeskRowAtom, deskRowsAtom, holdRow, shownListAtom } from './desk-view.js';

/** Gives the row of a booking the focus. */
export function focusDeskRow(id: number): void {
  flushSync(() => store.set(currentDeskRowAtom, id));
  focusField(gridRowId('desk', id));
}

/** Does something to the booking of a row; the next row with something to do has the focus then, unless that has moved on. */
export async function doAtDesk(verb: VerbName, booking: DeskBooking): Promise<void> {
  const before = store.get(deskRowsAtom);
  holdRow(booking.id);
  const saved = await startVerb(verb, booking);
  if (!saved) return;
  for (const record of saved) takeDeskRecord(record);
  const [rows, list] = [store.get(deskRowsAtom), store.get(shownListAtom)];
  const row = rows.find(({ id }) => id === booking.id);
  const below = before.slice(before.findIndex(({ id }) => id === booking.id) + 1);
  const next = below.find(({ id }) => rows.some((other) => other.id === id && !isDone(list, other)));
  // The row issues the receipt after a payment.
  const isOver = row !== undefined && (verb === 'check-out' || isDone(list, row));
  const hasLeft = !row || (isOver && store.get(paidHereAtom) !== booking.id);
  const focused = document.activeElement;
  const isHere = focused?.id === gridRowId('desk', booking.id) || focused?.classList.contains('desk-grid');
  if (next && hasLeft && isHere) focusDeskRow(next.id);
}

/** Returns the verb of a key pressed on a row that may be done to its booking, undefined for none. */
export function verbOfKey(
  event: Parameters<typeof isKey>[0],
  booking: DeskBooking,
  today: Day,
): VerbName | undefined {
  const names = keysOf(VERBS);
  const meant = names.filter((name) => {
    const { key } = verbOf(name);
    return key && isKey(event, key);
  });
  return meant.find((name) => isAllowed(name, booking, today) || nextVerb(booking, today) === name);
}

/** Shows if a stay is paid, and how. */
export function DeskPayment({ record }: { record: BookingRecord }) {
  const way = useValue(paymentNameAtom)(record.payment_type);
  return (
    <div data-unpaid={record.payment_flag === 0 || undefined}>
      <TwoLines first={record.payment_flag === 1 ? '済' : '未払い'} second={way} tooltip={way} />
    </div>
  );
}
