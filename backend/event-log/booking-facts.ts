import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { HotelReference } from '@domain/reference.js';
import { amountDue, lodgingTaxOf, takenOf } from '@domain/reservation/account.js';
import type { Charge } from '@domain/reservation/money.js';
import type { Receipt, Reservation, ReturnInvoice } from '@domain/reservation/reservation.js';
import { bookingRecord, paymentStatusOf } from '@wire/booking-record.js';
import type { Facts } from './changes.js';

/** Joins the parts that are there by spaces. */
export const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' ');

function originText(origin: Reservation['movedInFrom']): string | null {
  return origin ? joined(origin.system, origin.number, `(${origin.fileName} ${origin.line}行目)`) : null;
}

function chargeText({ kind, name, amount, cancellation }: Charge): string {
  const { proposed = null, reason = '' } = cancellation ?? {};
  const proposal = proposed === null || proposed === amount ? null : `（規定 ${proposed}）`;
  return joined(kind, name, String(amount), proposal, reason);
}

const taxIn = (booking: Reservation): number => {
  const { beside, included } = lodgingTaxOf(booking);
  return beside + included;
};

const partText = ({ receiptNumber, receiptAddressee, receiptAmount, reissues }: Receipt): string =>
  joined(
    ...[`No.${receiptNumber}`, receiptAddressee, `${receiptAmount}円`],
    reissues > 0 ? `再発行${reissues}回` : null,
  );

const returnText = ({ number, addressee, reissues }: ReturnInvoice): string =>
  joined(`No.${number}`, addressee, reissues > 0 ? `再発行${reissues}回` : null);

/**
 * Returns the money taken, in whole yen; null for nothing, and where only the whole was ever taken or given back, which
 * 支払状況 says.
 */
function partlyPaid(booking: Reservation): number | null {
  const moved = (booking.account?.entries ?? []).flatMap((entry) => entry.moved);
  const isPlain = moved.every(({ amount }) => Math.abs(amount) === amountDue(booking));
  return isPlain ? null : takenOf(booking) || null;
}

/** Every field of a booking but ids, versions and what is left to pay, other derived ones included. */
export function allBookingFacts(booking: Reservation, { rooms }: HotelReference): Facts {
  const { id, version, date, room_id, balance, ...fields } = bookingRecord(booking, rooms);
  return {
    room_id,
    room_number: booking.roomNumber,
    ...fields,
    csv_reservation_id: booking.csvReservationId,
    moved_in_from: originText(booking.movedInFrom),
    paid_amount: partlyPaid(booking),
    charges: booking.account?.charges.map(chargeText) ?? [],
    lodging_tax: booking.lodgingTax ? taxIn(booking) : null,
    tax_exemption: booking.taxExemption ?? null,
    statement_number: booking.statement?.receiptNumber ?? null,
    receipt_number: booking.receipt?.receiptNumber ?? null,
    receipt_amount: booking.receipt?.receiptAmount ?? null,
    receipt_addressee: booking.receipt?.receiptAddressee ?? null,
    receipt_note: booking.receipt?.receiptNote ?? null,
    receipt_reissues: booking.receipt?.reissues || null,
    receipt_parts: booking.receiptParts?.map(partText) ?? [],
    return_invoices: booking.returnInvoices?.map(returnText) ?? [],
  };
}

/** The fields of a booking without those derived from others. */
export function bookingFacts(booking: Reservation, reference: HotelReference): Facts {
  const { room_id, gender_1, gender_2, csv_notes, corporate, payment_flag, ...facts } = allBookingFacts(
    booking,
    reference,
  );
  return facts;
}

/** Every field of a record of the channel manager that auditors see. */
export function importFacts(record: CsvReservation): Facts {
  return {
    site: record.site,
    booking_number: record.bookingNumber,
    room_index: record.roomIndex,
    kind: record.kind,
    revision: record.revision,
    stay_start: record.stayStart,
    stay_end: record.stayEnd,
    room_symbol: record.roomSymbol,
    room_name: record.roomName,
    sold_categories: record.soldCategories,
    smoking_status: record.smokingStatus,
    reserver_name: record.reserverName,
    reserver_name_kana: record.reserverNameKana,
    guest_name_1: record.guestName1,
    guest_name1_kana: record.guestName1Kana,
    guest_name_2: record.guestName2,
    tel: record.tel,
    notes: record.notes,
    booking_source: record.bookingSource,
    checkin_time: record.checkinTime,
    mens_count: record.mensCount,
    womens_count: record.womensCount,
    total_fee: record.totalFee,
    used_points: record.usedPoints,
    corporateID: record.corporateId,
    payment_status: paymentStatusOf(record.paymentFlag),
    coupon: record.coupon,
    fault: record.fault,
    warnings: record.warnings,
    status: record.status,
    reason: record.reason,
    detail: record.detail,
    dismissed_reason: record.dismissalReason ?? null,
    booking_id: record.bookingId,
    is_returned: record.isReturned ? 1 : null,
  };
}
