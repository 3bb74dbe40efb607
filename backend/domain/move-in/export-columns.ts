import { entriesOf } from '../records.js';
import type { HotelReference } from '../reference.js';
import { balanceOf, lodgingTaxOf } from '../reservation/account.js';
import type { Reservation } from '../reservation/reservation.js';
import { MOVE_IN_FIELDS, type MoveInField } from './move-in-fields.js';

const yesNo = (flag: 0 | 1): string => (flag === 1 ? 'はい' : 'いいえ');

function standingText({ status, isNoShow, checkinDate, checkoutDate }: Reservation): string {
  if (status === 'cancelled') return '取消';
  if (isNoShow) return 'ノーショー';
  if (checkoutDate !== null) return 'チェックアウト済';
  return checkinDate === null ? '予約' : 'チェックイン済';
}

type Cell = (booking: Reservation, reference: HotelReference) => string;

/** Returns true if nothing is due but the 宿泊税 of a stay whose fee was paid elsewhere: another hotel takes that anew. */
function isFeePaid(booking: Reservation): boolean {
  const isPrepaid = booking.account?.isPrepaid === true;
  return booking.paymentFlag === 1 || (isPrepaid && balanceOf(booking) <= lodgingTaxOf(booking).beside);
}

/** The columns of the file that reservations are written out to, in order; another installation reads them as they are. */
const CELLS = {
  sourceNumber: ({ id }) => String(id),
  bookingNumber: ({ bookingNumber }) => bookingNumber,
  status: standingText,
  reserverName: ({ reserverName }) => reserverName,
  reserverNameKana: ({ reserverNameKana }) => reserverNameKana,
  guestName1: ({ guestName1 }) => guestName1,
  guestName1Kana: ({ guestName1Kana }) => guestName1Kana,
  guestName2: ({ guestName2 }) => guestName2,
  roomNumber: ({ roomNumber }) => roomNumber,
  stayStart: ({ stayStart }) => stayStart,
  stayEnd: ({ stayEnd }) => stayEnd,
  checkinTime: ({ checkinTime }) => checkinTime,
  mensCount: ({ mensCount }) => String(mensCount),
  womensCount: ({ womensCount }) => String(womensCount),
  totalFee: ({ totalFee }) => String(totalFee),
  usedPoints: ({ usedPoints }) => String(usedPoints),
  coupon: ({ coupon }) => (coupon === 1 ? '有' : '無'),
  paymentType: ({ paymentType }, { payments }) => payments.get(paymentType ?? 0)?.paymentName ?? '',
  paid: (booking) => (isFeePaid(booking) ? '済' : '未'),
  bookingSource: ({ bookingSource }) => bookingSource,
  purpose: ({ purpose }) => purpose,
  corporate: ({ corporateId }, { corporates }) => corporates.get(corporateId)?.corporateShortName ?? '',
  tel: ({ tel }) => tel,
  notes: ({ notes }) => notes,
  checkinDate: ({ checkinDate }) => checkinDate ?? '',
  checkoutDate: ({ checkoutDate }) => checkoutDate ?? '',
  roomMoveLock: ({ roomMoveLock }) => yesNo(roomMoveLock),
  nextdayOutFlag: ({ nextdayOutFlag }) => yesNo(nextdayOutFlag),
  sameAsDayBefore: ({ baseBookingId }) => yesNo(baseBookingId > 0 ? 1 : 0),
  party: ({ partyId }) => (partyId > 0 ? String(partyId) : ''),
} satisfies Partial<Record<MoveInField, Cell>>;

const COLUMNS = entriesOf<keyof typeof CELLS, Cell>(CELLS);

/** The headers of the exported columns and what they are. */
export const EXPORT_COLUMNS: readonly { field: MoveInField; header: string }[] = COLUMNS.map(([field]) => ({
  field,
  header: MOVE_IN_FIELDS[field],
}));

/** A reservation as a row of the export. */
export function exportedBooking(booking: Reservation, reference: HotelReference): string[] {
  return COLUMNS.map(([, cell]) => cell(booking, reference));
}
