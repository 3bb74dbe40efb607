import type { Day } from '@domain/dates.js';
import { ERASED, erasedFields } from '@domain/erased.js';
import { z } from 'zod';
import { idField, text } from './fields.js';

const LONGEST_REASON = 200;
const MOST_RECORDS = 1_000;

/** A booking, an imported record, a 仮予約 or an entry of the waiting list with personal data of a guest. */
export type ErasableRecord = {
  kind: 'booking' | 'csv-reservation' | 'tentative-stay' | 'waiting-entry';
  id: number;
  booking_number: string;
  room_number: string | null;
  guest_name: string;
  stay_start: Day | null;
  stay_end: Day | null;
  is_cancelled: 0 | 1;
  /** Last day of retention, until which a reason is required; null for a record without dates. */
  retained_until: Day | null;
  /** Reason why it cannot be erased now, for staff; null when it can. */
  obstacle: string | null;
};

/** All records of one guest, the requested one first. */
export type ErasurePreview = {
  today: Day;
  /** True if a reason is required: a record is still retained. */
  reason_required: boolean;
  records: ErasableRecord[];
  /** True if the guest is on the blacklist, which is not erased. */
  is_blacklisted: boolean;
  /** Until when the register of guests (宿泊者名簿) is kept all the same; null for none that is. */
  register_kept_until: Day | null;
  /** True if the guest has a card (お客様カード), which goes with the wishes in it. */
  has_card: boolean;
};

/** Ids of the erased records. */
export type ErasureResult = {
  booking_ids: number[];
  csv_reservation_ids: number[];
  tentative_stay_ids: number[];
  waiting_entry_ids: number[];
};

const ids = (label: string) =>
  z
    .array(idField(label), { error: `${label}の指定が正しくありません。` })
    .max(MOST_RECORDS, { error: `${label}は${MOST_RECORDS}件以内で指定してください。` });

/** Body of an erasure; without ids it covers all erasable records of the guest, without those of a 仮予約 or キャンセル待ち all of these. */
export const erasureShape = {
  reason: text('理由', LONGEST_REASON).optional(),
  booking_ids: ids('予約').optional(),
  csv_reservation_ids: ids('自動登録データ').optional(),
  tentative_stay_ids: ids('仮予約').optional(),
  waiting_entry_ids: ids('キャンセル待ち').optional(),
};

const PERSONAL_RECORD_FIELDS: readonly string[] = [
  'reserver_name',
  'reserver_name_kana',
  'guest_name_1',
  'guest_name1_kana',
  'guest_name_2',
  'guest_name',
  'tel',
  'notes',
  'remark',
  'addressee',
  'note',
];

/** Result of a row without the words of the file. */
const WITHOUT_WORDS = { reservation: null, warnings: [] };

/** Erases the personal fields of records with these ids, and of rows of files about them, in a stored answer of any shape. */
export function erasedAnswer(answer: unknown, ids: ReadonlySet<number>): unknown {
  if (Array.isArray(answer)) return answer.map((item) => erasedAnswer(item, ids));
  if (typeof answer !== 'object' || answer === null) return answer;
  const isErased = 'id' in answer && ids.has(Number(answer.id));
  const isErasedRow =
    'outcome' in answer && 'csv_reservation_id' in answer && ids.has(Number(answer.csv_reservation_id));
  const shown = isErasedRow
    ? { ...answer, detail: '', ...('reservation' in answer && WITHOUT_WORDS) }
    : answer;
  const entries = Object.entries(shown).map(([name, value]) => [
    name,
    isErased && PERSONAL_RECORD_FIELDS.includes(name)
      ? ERASED
      : isErased && name === 'tentative' && typeof value === 'object'
        ? { ...value, ...erasedFields(['guest_name', 'tel', 'remark']) }
        : erasedAnswer(value, ids),
  ]);
  return Object.fromEntries(entries);
}
