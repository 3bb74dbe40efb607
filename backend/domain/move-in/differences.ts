import { yenText } from '../calendar/stay-text.js';
import { keysOf } from '../records.js';
import type { HotelReference } from '../reference.js';
import type { Flag, Reservation } from '../reservation/reservation.js';
import type { ReservationDraft } from '../reservation/reservation-fields.js';
import { type ColumnMapping, MOVE_IN_FIELDS, type MoveInField } from './move-in-fields.js';
import type { PlannedRoom } from './plan-row.js';
import type { MovedInRow } from './read-row.js';

/** The differences between a file's row and the booking it became before, as texts for staff; empty for none. */
export type MoveInChange = { label: string; before: string; after: string };

/** The changes of a booking by a later file, and what it says besides: money that was taken is recorded by staff alone. */
export type Differences = {
  draft: Partial<ReservationDraft>;
  changes: MoveInChange[];
  warnings: string[];
};

/** The fields that a later file may correct, with the columns that say them. */
const COMPARED = {
  reserverName: ['reserverName', 'guestName1'],
  reserverNameKana: ['reserverNameKana', 'guestName1Kana'],
  guestName1: ['guestName1', 'reserverName'],
  guestName1Kana: ['guestName1Kana', 'reserverNameKana'],
  guestName2: ['guestName2'],
  totalFee: ['totalFee', 'nightlyFee'],
  usedPoints: ['usedPoints'],
  mensCount: ['mensCount', 'guests', 'partyText', 'womensCount'],
  womensCount: ['womensCount', 'guests', 'partyText', 'mensCount'],
  paymentType: ['paymentType'],
  coupon: ['coupon'],
  checkinTime: ['checkinTime'],
  bookingSource: ['bookingSource'],
  purpose: ['purpose'],
  corporateId: ['corporate'],
  tel: ['tel'],
  roomMoveLock: ['roomMoveLock'],
  nextdayOutFlag: ['nextdayOutFlag'],
  notes: ['notes'],
} as const satisfies Partial<Record<keyof ReservationDraft, readonly MoveInField[]>>;
type Field = keyof typeof COMPARED;

const columnsOf = (field: Field): readonly MoveInField[] => COMPARED[field];

const LABELS: Partial<Record<Field, string>> = {
  mensCount: '男性',
  womensCount: '女性',
  checkinTime: 'チェックイン時間',
};

function textOf(field: Field, value: unknown, { payments, corporates }: HotelReference): string {
  switch (field) {
    case 'totalFee':
      return yenText(Number(value));
    case 'paymentType':
      return value === null ? '' : (payments.get(Number(value))?.paymentName ?? '');
    case 'corporateId':
      return corporates.get(Number(value))?.corporateShortName ?? '';
    case 'coupon':
    case 'roomMoveLock':
    case 'nextdayOutFlag':
      return value === 1 ? 'はい' : 'いいえ';
    default:
      return String(value ?? '');
  }
}

/** Says whether a row says something of a field: what it leaves blank corrects nothing. */
function isSaid(field: Field, row: MovedInRow, mapping: ColumnMapping, value: unknown): boolean {
  const isMapped = field === 'notes' || columnsOf(field).some((column) => mapping.includes(column));
  if (!isMapped || value === null || value === '') return false;
  switch (field) {
    case 'totalFee':
      return row.saysFee;
    case 'mensCount':
    case 'womensCount':
      return row.saysParty;
    case 'checkinTime':
      return row.checkinTime !== '';
    case 'corporateId':
      return value !== 0;
    case 'purpose':
      return row.purpose !== null;
    default:
      return true;
  }
}

/** Compares a booking that was moved in before with what a later file says of it. */
export function differencesOf(
  booking: Reservation,
  { draft }: PlannedRoom,
  {
    row,
    mapping,
    paymentFlag,
    reference,
  }: {
    row: MovedInRow;
    mapping: ColumnMapping;
    paymentFlag: Flag;
    reference: HotelReference;
  },
): Differences {
  const fields = keysOf(COMPARED).filter(
    (field) => isSaid(field, row, mapping, draft[field]) && draft[field] !== booking[field],
  );
  // The 宿泊税 is due here, whatever was paid elsewhere.
  const known = booking.account?.isPrepaid ? 1 : booking.paymentFlag;
  const isPaidNow = row.saysPaid && paymentFlag !== known;
  const paid = (flag: Flag) => (flag === 1 ? '済' : '未');
  return {
    draft: Object.fromEntries(fields.map((field) => [field, draft[field]])),
    changes: fields.map((field) => ({
      label: LABELS[field] ?? MOVE_IN_FIELDS[COMPARED[field][0]],
      before: textOf(field, booking[field], reference),
      after: textOf(field, draft[field], reference),
    })),
    warnings: isPaidNow
      ? [
          `精算がファイルでは「${paid(paymentFlag)}」です。入金は移行では変わりません。予約で記録してください。`,
        ]
      : [],
  };
}
