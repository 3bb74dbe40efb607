import type { Day } from '../dates.js';
import { erasedFields, type PersonalDataErased } from '../erased.js';
import { type Flag } from '../reservation/reservation.js';
import { PERSONAL_FIELDS } from '../reservation/reservation-fields.js';
import type { BookingSource } from '../reservation/sources.js';
import type { Category, SmokingStatus } from '../room/room-month.js';

/** Reasons why a row could not be split into cells, as shown to staff. */
const BROKEN_ROWS = ['備考が長すぎます', '引用符が閉じていません'] as const;
export type BrokenRow = (typeof BROKEN_ROWS)[number];

/** Reasons why an imported record was not registered, as shown to staff. */
export const FAILURE_REASONS = [
  '部屋タイプ未定義',
  '空室なし',
  '定員超過',
  '必須項目欠落',
  '人数不明',
  '料金不明',
  '部屋数不明',
  '予約番号不正',
  '名前が長すぎます',
  '日付不正',
  '内容の矛盾',
  ...BROKEN_ROWS,
  '元予約なし',
  'チェックイン済みの変更',
  'チェックイン済みの取消',
  'キャンセル日時不明',
  '部屋移動不可',
  'ブラックリスト一致',
  '自動登録失敗に戻し',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Kinds of rows in the channel manager's file (予約区分). */
export const ROW_KINDS = ['予約', '予約変更', 'キャンセル'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** Warnings that do not prevent registration. */
export const WARNINGS = ['金額不一致', '性別未確認', '支払方法不明'] as const;
export type Warning = (typeof WARNINGS)[number];

/** One room of a reservation as the channel manager sent it. Money in whole yen. */
export type CsvReservationDetails = {
  site: string;
  bookingNumber: string;
  /** The room's number within the reservation, from 1. */
  roomIndex: number;
  kind: RowKind;
  /** Instant of the source's last change, RFC 3339 in UTC. */
  revision: string;
  /** Hash of the raw row; distinguishes rows of the same revision without ordering them. */
  digest: string;
  /** Reason why the row itself cannot be registered automatically. */
  fault: FailureReason | null;
  /** The column of the fault and what stood there; absent without one. Holds no name and no phone. */
  faultDetail?: string;
  /** A cancellation that doesn't say when: it is newer than what it came after. Absent for any other row. */
  isUntimed?: true;
  warnings: Warning[];
  roomSymbol: string;
  roomName: string;
  /** Categories that the room type is mapped to; empty when unmapped. */
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
  /** Null when the row has no such date, or one that cannot be read. */
  stayStart: Day | null;
  stayEnd: Day | null;
  checkinTime: string;
  totalFee: number;
  usedPoints: number;
  mensCount: number;
  womensCount: number;
  corporateId: number;
  paymentFlag: Flag;
  coupon: Flag;
};

const PERSONAL_DETAILS = [...PERSONAL_FIELDS, 'digest'] as const;

/** Personal data: encrypted in the log with the record's own key. */
export const PERSONAL_IMPORT_FIELDS = [...PERSONAL_DETAILS, 'dismissalReason'] as const;

/** The state of an imported record. `bookingId` is the booking it became, if any. */
export type CsvReservation = CsvReservationDetails & {
  id: number;
  version: number;
  status: 'failed' | 'registered' | 'cancelled' | 'dismissed';
  reason: FailureReason | null;
  /** Details of the reason for staff; may be empty. */
  detail: string;
  bookingId: number | null;
  /** The details last applied to its booking; null before the first registration. */
  applied: CsvReservationDetails | null;
  /** Reason of staff for dismissing it; absent unless dismissed. */
  dismissalReason?: string;
  /** Digests of cancellations without a time that were applied; absent while there are none. */
  untimedDigests?: string[];
  /** Digests of the rows of this revision and kind that corrections replaced; absent while there are none. */
  correctedDigests?: string[];
  /** Set while the booking that it became is taken back, by 自動登録失敗に戻し or an undo; absent otherwise. */
  isReturned?: true;
  /** Set while the guest's personal data is erased; absent otherwise. */
  isErased?: true;
};

export type CsvReservationEvent =
  | { type: 'CsvReservationImported'; data: CsvReservationDetails }
  | { type: 'AutoRegistrationFailed'; data: { reason: FailureReason; detail: string } }
  | { type: 'CsvReservationRegistered'; data: { bookingId: number } }
  | { type: 'CsvReservationCancelled'; data: { revision: string } }
  | { type: 'CsvReservationDismissed'; data: { dismissalReason: string } }
  | { type: 'CsvReservationReopened'; data: Record<string, never> }
  | PersonalDataErased;

/** The part of a record that came from the channel manager. */
export function detailsOf(record: CsvReservation): CsvReservationDetails {
  const { id, version, status, reason, detail, bookingId, applied, ...rest } = record;
  const { dismissalReason, correctedDigests, untimedDigests, isReturned, isErased, ...details } = rest;
  return details;
}

/** Digests to remember, so that a row that was corrected is recognised when it is imported again. */
function digestsCorrectedBy(state: CsvReservation | null, row: CsvReservationDetails): string[] {
  const isSameVersion = state?.kind === row.kind && Date.parse(state.revision) === Date.parse(row.revision);
  if (!isSameVersion) return [];
  const earlier = state.correctedDigests ?? [];
  return state.digest === row.digest ? earlier : [...earlier, state.digest];
}

/** Erases personal data; a record that waited for registration is cancelled. */
function erased(state: CsvReservation | null): Partial<CsvReservation> {
  const blank = erasedFields(PERSONAL_DETAILS);
  const closed =
    state?.status === 'failed' || state?.status === 'dismissed'
      ? ({ status: 'cancelled', reason: null, detail: '' } as const)
      : {};
  return {
    ...blank,
    ...closed,
    applied: state?.applied ? { ...state.applied, ...blank } : null,
    correctedDigests: [],
    untimedDigests: [],
    isErased: true,
  };
}

/** The details with what only some rows have, so that a row without it takes that of the row before away. */
const withoutOptional = (details: CsvReservationDetails) => ({
  faultDetail: undefined,
  isUntimed: undefined,
  ...details,
});

function change(state: CsvReservation | null, event: CsvReservationEvent): Partial<CsvReservation> {
  switch (event.type) {
    case 'CsvReservationImported':
      return {
        ...withoutOptional(event.data),
        status: 'failed',
        reason: null,
        detail: '',
        correctedDigests: digestsCorrectedBy(state, event.data),
        untimedDigests: [
          ...(state?.untimedDigests ?? []),
          ...(event.data.isUntimed ? [event.data.digest] : []),
        ],
      };
    case 'AutoRegistrationFailed':
      // A record that waits has no booking: only a registered one can fail by its booking being taken back.
      return { status: 'failed', ...event.data, ...(state?.status === 'registered' && { isReturned: true }) };
    case 'CsvReservationRegistered': {
      const applied = state && detailsOf(state);
      return { status: 'registered', reason: null, detail: '', bookingId: event.data.bookingId, applied };
    }
    case 'CsvReservationCancelled':
      return { status: 'cancelled', reason: null, detail: '', revision: event.data.revision };
    case 'CsvReservationDismissed':
      return { status: 'dismissed', ...event.data };
    case 'CsvReservationReopened':
      return { status: 'failed' };
    case 'PersonalDataErased':
      return erased(state);
    default:
      return event satisfies never;
  }
}

/** The imported record after an event; its status is failed until it is registered. */
export function evolveCsvReservation(
  state: CsvReservation | null,
  event: CsvReservationEvent,
  id: number,
): CsvReservation {
  if (state === null && event.type !== 'CsvReservationImported') {
    throw new Error(`${event.type} does not fit the history of imported record ${id}`);
  }
  const before = state ?? { bookingId: null, applied: null };
  const after = {
    ...before,
    ...change(state, event),
    id,
    version: (state?.version ?? 0) + 1,
  } as CsvReservation;
  if (event.type === 'CsvReservationImported') delete after.isErased;
  if (after.status !== 'dismissed') delete after.dismissalReason;
  if (after.status === 'registered') delete after.isReturned;
  if (after.correctedDigests?.length === 0) delete after.correctedDigests;
  if (after.untimedDigests?.length === 0) delete after.untimedDigests;
  if (after.faultDetail === undefined) delete after.faultDetail;
  if (after.isUntimed === undefined) delete after.isUntimed;
  return after;
}
