import type { ColumnMapping } from '@domain/move-in/move-in-fields.js';
import type { PlannedBooking, PlannedRoom } from '@domain/move-in/plan-row.js';
import type { MovedInRow } from '@domain/move-in/read-row.js';
import type { RowFault } from '@domain/move-in/row-cells.js';
import type { HotelReference } from '@domain/reference.js';
import { knownStay } from '@domain/reservation/reservation.js';
import type { MoveInBooking, MoveInResult } from '@wire/move-in.js';

/** Reason why a row becomes no booking: thrown, so that nothing is written and a later run looks at it anew. */
export class NotMovedIn extends Error {
  constructor(readonly result: MoveInResult) {
    super('a row became no booking');
  }
}

type SomeResult = Partial<MoveInResult> & Pick<MoveInResult, 'outcome'>;

/** Completes the result of a row. */
export function resultOf(result: SomeResult): MoveInResult {
  const nothing = { booking_id: null, further_booking_ids: [], fee: null, booking: null };
  return { ...nothing, changes: [], faults: [], warnings: [], ...result };
}

/** The error of a row that becomes no booking. */
export const notMoved = (result: SomeResult): NotMovedIn => new NotMovedIn(resultOf(result));

/** The error of a row that these faults keep from being moved in, each with its column. */
export function failed(mapping: ColumnMapping, faults: readonly RowFault[], fee: number | null): NotMovedIn {
  return notMoved({
    outcome: 'failed',
    fee,
    faults: faults.map(({ code, field, message }) => {
      const column = field === null ? -1 : mapping.indexOf(field);
      return { code, message, column: column === -1 ? null : column };
    }),
  });
}

const paymentOf = ({ draft }: PlannedRoom, { payments }: HotelReference): string | null =>
  (draft.paymentType === null ? null : payments.get(draft.paymentType ?? 0)?.paymentName) ?? null;

/** The booking of a row as it is to be; what the file doesn't say is null, never 0. Null without a stay. */
export function bookingOf(
  row: MovedInRow,
  planned: PlannedBooking,
  reference: HotelReference,
): MoveInBooking | null {
  const stay = knownStay(row);
  const all = [planned, ...planned.further];
  return (
    stay && {
      rooms: all.flatMap(({ roomNumber }) => roomNumber ?? []),
      guest: row.guestName1,
      stay_start: stay.start,
      stay_end: stay.end,
      mens_count: row.saysParty ? row.mensCount : null,
      womens_count: row.saysParty ? row.womensCount : null,
      total_fee: row.saysFee ? row.totalFee : null,
      paid: row.saysPaid || planned.paymentFlag === 1 ? planned.paymentFlag : null,
      payment: paymentOf(planned, reference),
      notes: planned.draft.notes ?? '',
    }
  );
}
