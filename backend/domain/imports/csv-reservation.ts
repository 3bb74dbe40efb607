import type { Day } from '../dates.js';
import { erasedFields, type PersonalDataErased } from '../erased.js';
import { type Flag, PERSONAL_FIELDS } from '../reservation/reservation.js';
import type { BookingSource } from '../reservation/sources.js';
import type { Category } from '../room/category.js';
import type { SmokingStatus } from '../room/room-month.js';

/** What keeps a row of a file from having cells, in the words staff see. */
const BROKEN_ROWS = ['備考が長すぎます', '引用符が閉じていません'] as const;
export type BrokenRow = (typeof BROKEN_ROWS)[number];

/** Why an imported record was not registered, in the words staff see. */
export const FAILURE_REASONS = [
  '部屋タイプ未定義',
  '空室なし',
  '定員超過',
  '必須項目欠落',
  '日付不正',
  ...BROKEN_ROWS,
  '元予約なし',
  'チェックイン済みの変更',
  'チェックイン済みの取消',
  '部屋移動不可',
  'ブラックリスト一致',
  '自動登録失敗に戻し',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** What a row of the channel manager's file says of its reservation (予約区分). */
export const ROW_KINDS = ['予約', '予約変更', 'キャンセル'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What is pointed out about a record without keeping it from being registered. */
export const WARNINGS = ['金額不一致'] as const;
export type Warning = (typeof WARNINGS)[number];

/** One room of a reservation as the channel manager sent it. Money in whole yen. */
export type CsvReservationDetails = {
  site: string;
  bookingNumber: string;
  /** The room's number within the reservation, from 1. */
  roomIndex: number;
  kind: RowKind;
  /** The instant of the source's last word on it, RFC 3339 in UTC. */
  revision: string;
  /** Tells rows of the same revision apart, without ordering them: a hash of the row as it came. */
  digest: string;
  /** What is wrong with the row itself, so that only staff can register it. */
  fault: FailureReason | null;
  warnings: Warning[];
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

/** What may name or reach a person: encrypted in the log with the record's own key. */
export const PERSONAL_IMPORT_FIELDS = [...PERSONAL_DETAILS, 'dismissalReason'] as const;

/** An imported record as its events have left it. `bookingId` is the booking it became, if any. */
export type CsvReservation = CsvReservationDetails & {
  id: number;
  version: number;
  status: 'failed' | 'registered' | 'cancelled' | 'dismissed';
  reason: FailureReason | null;
  /** More about the reason, in words for staff; empty when the reason says it all. */
  detail: string;
  bookingId: number | null;
  /** The details that its booking was last brought in line with; null before the first registration. */
  applied: CsvReservationDetails | null;
  /** Why it needs no booking, in the words of staff; left out unless it is dismissed. */
  dismissalReason?: string;
  /** The digests of rows of its revision and kind that corrections replaced; left out while there are none. */
  correctedDigests?: string[];
  /** Whether the guest's personal data was erased; left out for nearly all, and once the source sends it anew. */
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
  const { dismissalReason, correctedDigests, isErased, ...details } = rest;
  return details;
}

/** The digests that a row's record has to remember, so that a row that was corrected stays so when it comes again. */
function digestsCorrectedBy(state: CsvReservation | null, row: CsvReservationDetails): string[] {
  const isSameVersion = state?.kind === row.kind && Date.parse(state.revision) === Date.parse(row.revision);
  if (!isSameVersion) return [];
  const earlier = state.correctedDigests ?? [];
  return state.digest === row.digest ? earlier : [...earlier, state.digest];
}

/** Erased for good; one that waited to be registered, or could wait again, no longer does. */
function erased(state: CsvReservation | null): Partial<CsvReservation> {
  const gone = erasedFields(PERSONAL_DETAILS);
  const settled =
    state?.status === 'failed' || state?.status === 'dismissed'
      ? ({ status: 'cancelled', reason: null, detail: '' } as const)
      : {};
  return {
    ...gone,
    ...settled,
    applied: state?.applied ? { ...state.applied, ...gone } : null,
    correctedDigests: [],
    isErased: true,
  };
}

function change(state: CsvReservation | null, event: CsvReservationEvent): Partial<CsvReservation> {
  switch (event.type) {
    case 'CsvReservationImported':
      return {
        ...event.data,
        status: 'failed',
        reason: null,
        detail: '',
        correctedDigests: digestsCorrectedBy(state, event.data),
      };
    case 'AutoRegistrationFailed':
      return { status: 'failed', ...event.data };
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

/** The imported record after an event; until it is registered it stands as failed. */
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
  if (after.correctedDigests?.length === 0) delete after.correctedDigests;
  return after;
}
