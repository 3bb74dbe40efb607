import type { Day } from '../dates.js';
import type { Flag } from '../reservation/reservation.js';
import type { BookingSource } from '../reservation/sources.js';
import type { Category } from '../room/category.js';
import type { SmokingStatus } from '../room/room-month.js';

/** Why an imported record was not registered, in the words staff see. */
export const FAILURE_REASONS = [
  '部屋タイプ未定義',
  '空室なし',
  '定員超過',
  '必須項目欠落',
  '日付不正',
  '元予約なし',
  'チェックイン済みの変更',
  'チェックイン済みの取消',
  '部屋移動不可',
  'ブラックリスト一致',
  '自動登録失敗に戻し',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** One room of a reservation as the channel manager sent it. Money in whole yen. */
export type CsvReservationDetails = {
  site: string;
  bookingNumber: string;
  /** The room's number within the reservation, from 1. */
  roomIndex: number;
  /** The instant of the source's last word on it, RFC 3339 in UTC. */
  revision: string;
  roomSymbol: string;
  roomName: string;
  /** The categories that the room type mapping gave for it; empty when unmapped. */
  soldCategories: Category[];
  smokingStatus: SmokingStatus;
  bookingSource: BookingSource;
  reserverName: string;
  reserverNameKana: string;
  guestName1: string;
  guestName1Kana: string;
  guestName2: string;
  tel: string;
  notes: string;
  stayStart: Day;
  stayEnd: Day;
  checkinTime: string;
  totalFee: number;
  usedPoints: number;
  mensCount: number;
  womensCount: number;
  corporateId: number;
  paymentFlag: Flag;
  coupon: Flag;
};

/** An imported record as its events have left it. `bookingId` is the booking it became, if any. */
export type CsvReservation = CsvReservationDetails & {
  id: number;
  version: number;
  status: 'failed' | 'registered' | 'cancelled';
  reason: FailureReason | null;
  bookingId: number | null;
};

export type CsvReservationEvent =
  | { type: 'CsvReservationImported'; data: CsvReservationDetails }
  | { type: 'AutoRegistrationFailed'; data: { reason: FailureReason } }
  | { type: 'CsvReservationRegistered'; data: { bookingId: number } }
  | { type: 'CsvReservationCancelled'; data: { revision: string } };

function change(event: CsvReservationEvent): Partial<CsvReservation> {
  switch (event.type) {
    case 'CsvReservationImported':
      return { ...event.data, status: 'failed', reason: null };
    case 'AutoRegistrationFailed':
      return { status: 'failed', reason: event.data.reason };
    case 'CsvReservationRegistered':
      return { status: 'registered', reason: null, bookingId: event.data.bookingId };
    case 'CsvReservationCancelled':
      return { status: 'cancelled', reason: null, revision: event.data.revision };
    default:
      return event satisfies never;
  }
}

/** The imported record after an event; until it is registered it stands as failed. */
export function evolveCsvReservation(
  state: CsvReservation | null,
  event: CsvReservationEvent,
  id: number,
): CsvReservation {
  if (state === null && event.type !== 'CsvReservationImported') {
    throw new Error(`${event.type} does not fit the history of imported record ${id}`);
  }
  const before = state ?? { bookingId: null };
  return { ...before, ...change(event), id, version: (state?.version ?? 0) + 1 } as CsvReservation;
}
