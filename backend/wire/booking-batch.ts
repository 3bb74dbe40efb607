import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { MAX_YEN } from '@domain/limits.js';
import { z } from 'zod';
import { severalWays } from './account.js';
import type { BookingRecord } from './booking-record.js';
import { type BookingSave, type DecodedSave, decodeBookingSave } from './booking-save.js';
import { cancellationFeeShape } from './cancellation-fee.js';
import { dayField, flag, idField, wholeNumber } from './fields.js';

/** Body of check-in: the day, today when left out (contract 4). */
export const checkInShape = { date: dayField('日付').optional() };
/** Body of check-out: the day, and whether the remaining nights become free (contract 4). */
export const checkOutShape = { ...checkInShape, free_nights: flag('残りの泊の開放').optional() };
/** Body of the following stay (延泊): its end, room and fee, as the server proposes them when left out. */
export const extendShape = {
  stay_end: dayField('チェックアウト日').optional(),
  room_id: idField('部屋').optional(),
  total_fee: wholeNumber('合計料金', 0, MAX_YEN).optional(),
};
/** Body of a move from a day on, today when left out: the room-month of the other room. */
export const moveShape = { from: dayField('移動日').optional(), room_id: idField('部屋') };
/**
 * Body of an early departure (早期出発): whether the price of the nights not slept goes, the fee that is kept and its tax rate,
 * whether money is given back and by which way of paying, and whether the guest checks out with it (1 when left out).
 */
export const leaveEarlyShape = {
  lowers_fee: flag('料金の減額').optional(),
  fee: wholeNumber('手数料', 0, MAX_YEN).optional(),
  fee_tax_rate: cancellationFeeShape.cancellation_fee_tax_rate,
  refunds: flag('返金').optional(),
  refund_type: idField('返金の方法').optional(),
  check_out: flag('チェックアウト').optional(),
};
/** Returns an early departure as it was sent, in the domain's terms. */
export const departureOf = (sent: z.output<z.ZodObject<typeof leaveEarlyShape>>) => ({
  lowersFee: sent.lowers_fee === undefined ? undefined : sent.lowers_fee === 1,
  fee: sent.fee,
  feeTaxRate: sent.fee_tax_rate,
  refunds: sent.refunds === undefined ? undefined : sent.refunds === 1,
  refundBy: sent.refund_type,
  checksOut: sent.check_out !== 0,
});
/** Returns a following stay as it was sent, in the domain's terms. */
export const extensionOf = (sent: z.output<z.ZodObject<typeof extendShape>>) => ({
  stayEnd: sent.stay_end,
  roomId: sent.room_id,
  totalFee: sent.total_fee,
});
/** Body of the payment call (contract 4). */
export const paymentShape = { payment_type: idField('支払方法').nullable(), payment_flag: flag('支払済') };

const LARGEST_BATCH = 50;
const WRONG = '変更の指定が正しくありません。';

const stored = { id: idField('予約'), version: wholeNumber('版', 1, 1_000_000_000).optional() };
const booking = z.record(z.string(), z.unknown(), { error: WRONG });

const change = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('create'), booking }),
    z.strictObject({ action: z.literal('amend'), ...stored, booking }),
    z.strictObject({ action: z.literal('cancel'), ...stored, ...cancellationFeeShape }),
    z.strictObject({ action: z.literal('check-in'), ...stored, ...checkInShape }),
    z.strictObject({ action: z.literal('check-out'), ...stored, ...checkOutShape }),
    z.strictObject({ action: z.literal('move-from'), ...stored, ...moveShape }),
    z.strictObject({ action: z.literal('extend'), ...stored, ...extendShape }),
    z.strictObject({ action: z.literal('leave-early'), ...stored, ...leaveEarlyShape }),
    z.strictObject({ action: z.literal(['revert-check-in', 'revert-check-out']), ...stored }),
    z.strictObject({ action: z.literal('payment'), ...stored, ...paymentShape }),
    z.strictObject({ action: z.literal('payments'), ...stored, ways: severalWays }),
  ],
  { error: WRONG },
);

const vacantRoom = z.strictObject(
  { room_id: idField('部屋'), stay_start: dayField('開始日'), stay_end: dayField('終了日') },
  { error: WRONG },
);

/** A room that must be free for a stay after all changes. */
export type VacantRoom = z.output<typeof vacantRoom>;

/** Body of `POST /api/booking-batch`: changes applied in this order, all or none. */
export const bookingBatchShape = {
  vacant: vacantRoom.optional(),
  changes: z
    .array(change, { error: WRONG })
    .min(1, { error: WRONG })
    .max(LARGEST_BATCH, { error: `一度に変更できる予約は${LARGEST_BATCH}件までです。` }),
};

type Change = z.output<typeof change>;

/** One change of a batch as it is sent. */
export type BatchChange =
  | { action: 'create'; booking: BookingSave }
  | { action: 'amend'; id: number; version?: number; booking: BookingSave }
  | Exclude<Change, { action: 'create' | 'amend' }>;

/** One change of a batch in the domain's terms. */
export type DecodedChange =
  | { action: 'create'; save: DecodedSave }
  | { action: 'amend'; id: number; version?: number | undefined; save: DecodedSave }
  | Exclude<Change, { action: 'create' | 'amend' }>;

/** Answer of a batch: the first night's record after each change, in the order of the changes. */
export type BatchAnswer = { bookings: BookingRecord[] };

/** Prefixes the field of a rule with the number of its change. */
export function ruleOfChange(rule: BrokenRule, index: number): BrokenRule {
  return { ...rule, field: rule.field === null ? `changes[${index}]` : `changes[${index}].${rule.field}` };
}

const CHANGED_TWICE = 'この予約は同じ操作の中で二度変更されています。';

/** Returns what a batch may change only once: a booking's payment, and everything else of the booking. */
function subjectOf(change: Change): string | null {
  if (!('id' in change)) return null;
  return change.action === 'payment' || change.action === 'payments'
    ? `payment of ${change.id}`
    : String(change.id);
}

/** Decodes the saves of a batch; no booking may be changed twice, except for its payment. */
export function decodeBatch(changes: readonly Change[]): { changes: DecodedChange[]; broken: BrokenRule[] } {
  const subjects = changes.map(subjectOf);
  const broken = subjects.flatMap((subject, index) =>
    subject !== null && subjects.indexOf(subject) !== subjects.lastIndexOf(subject)
      ? [ruleOfChange(invalid('changed_twice', 'id', CHANGED_TWICE), index)]
      : [],
  );
  const decoded = changes.map((one): DecodedChange => {
    if (one.action !== 'create' && one.action !== 'amend') return one;
    const { booking: body, ...rest } = one;
    return { ...rest, save: decodeBookingSave(body) } as DecodedChange;
  });
  return { changes: decoded, broken };
}
