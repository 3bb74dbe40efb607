import { conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import type { Day } from '../dates.js';
import { balanceOf, flagOf, movementsOfFlag, NO_ACCOUNT, staysPrepaid, takenOf } from './account.js';
import { decideCancellationFee } from './cancellation-fee.js';
import { decideAccount } from './decide-account.js';
import { decideAmend } from './decide-save.js';
import { decideEarlyDeparture, shorten } from './early-departure.js';
import { dayBeforeBooking, regroup } from './grouping.js';
import {
  ALREADY_CHECKED_OUT,
  backFromNextRule,
  CANCELLED,
  GUEST_ERASED,
  NOT_CHECKED_IN,
} from './in-house.js';
import type {
  AccountCommand,
  CancellationFeeRequest,
  ReservationCommand,
  ReservationDecision,
  ReservationFacts,
} from './reservation.commands.js';
import type { ReservationEvent } from './reservation.events.js';
import { type Flag, groupIdOf, type Reservation } from './reservation.js';
import { masterRules } from './save-rules.js';
import { allowedActions, endAfterCheckOut, mayMissStay } from './stay-actions.js';

const NOT_CANCELLED = conflict('not_cancelled', null, 'この予約は取り消されていません。');
const ALREADY_CHECKED_IN = conflict('already_checked_in', null, '既にチェックイン済みです。');
const NOT_CHECKED_OUT = conflict('not_checked_out', null, 'チェックアウトされていません。');
const CHECKED_IN = conflict('checked_in', null, 'チェックイン済みの予約は取り消せません。');

const single = (event: ReservationEvent): Decided<ReservationDecision> =>
  decided({ events: [event], regrouped: [] });

function decideCancel(
  event: 'ReservationCancelled' | 'ReservationReturnedToAutoFail',
  stored: Reservation,
  facts: ReservationFacts,
  fee?: CancellationFeeRequest,
): Decided<ReservationDecision> {
  if (!allowedActions(stored).cancel) return refused(CHECKED_IN);
  const charged = decideCancellationFee(fee, 'キャンセル', stored, facts);
  if (!charged.ok) return charged;
  const cancelled = { ...stored, status: 'cancelled' as const };
  const regrouped = regroup(cancelled, facts.neighbours, 'keep');
  return decided({ events: [{ type: event, data: {} }, ...charged.value], regrouped });
}

type LaterFee = Extract<ReservationCommand, { type: 'charge-cancellation-fee' }>;

/** Charges or waives the fee of a booking that its source cancelled. */
function decideLaterFee(
  { fee, cancelledOn }: LaterFee,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  if (stored.status !== 'cancelled') return refused(NOT_CANCELLED);
  const charged = decideCancellationFee(fee, 'キャンセル', stored, { ...facts, today: cancelledOn });
  return charged.ok ? decided({ events: charged.value, regrouped: [] }) : charged;
}

/** Takes back a booking that was moved in, with what the file told of its stay. */
function decideTakeBack(stored: Reservation, facts: ReservationFacts): Decided<ReservationDecision> {
  const events: ReservationEvent[] = [
    ...(stored.checkoutDate === null ? [] : [{ type: 'CheckOutReverted', data: {} } as const]),
    ...(stored.checkinDate === null ? [] : [{ type: 'CheckInReverted', data: {} } as const]),
    ...(stored.isNoShow ? [{ type: 'NoShowReverted', data: {} } as const] : []),
    { type: 'ReservationTakenBack', data: {} },
  ];
  return decided({
    events,
    regrouped: regroup({ ...stored, status: 'cancelled' }, facts.neighbours, 'keep'),
  });
}

const CHECK_IN_OUTSIDE = invalid(
  'checkin_outside_stay',
  'date',
  'チェックイン日は宿泊期間内の日付を入力してください。',
);
const CHECK_IN_AHEAD = invalid('checkin_in_future', 'date', '未来の日付ではチェックイン出来ません。');
const CHECK_OUT_BEFORE = invalid(
  'checkout_before_checkin',
  'date',
  'チェックアウト日はチェックイン日以降の日付を入力してください。',
);
const CHECK_OUT_AHEAD = invalid('checkout_in_future', 'date', '未来の日付ではチェックアウト出来ません。');

function decideCheckOut(
  { date, freeNights }: Extract<ReservationCommand, { type: 'check-out' }>,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const stayEnd = endAfterCheckOut(stored, date);
  const { events, regrouped } =
    freeNights && stayEnd < stored.stayEnd ? shorten(stored, stayEnd, facts) : { events: [], regrouped: [] };
  return decided({ events: [...events, { type: 'GuestCheckedOut', data: { date } }], regrouped });
}

/** Checks a guest in, and out of the part of the stay that it goes on from, where that has not ended yet. */
function checkedIn(date: Day, stored: Reservation, { neighbours }: ReservationFacts): ReservationDecision {
  const before = stored.baseBookingId > 0 ? dayBeforeBooking(stored, neighbours) : null;
  const isLeft =
    before !== null &&
    groupIdOf(before) === groupIdOf(stored) &&
    before.checkinDate !== null &&
    before.checkinDate <= date &&
    before.checkoutDate === null;
  return {
    events: [{ type: 'GuestCheckedIn', data: { date } }],
    ...(isLeft && { also: [{ id: before.id, events: [{ type: 'GuestCheckedOut', data: { date } }] }] }),
    regrouped: [],
  };
}

function decideStay(
  command: Extract<ReservationCommand, { type: `${string}check-${string}` }>,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const { today } = facts;
  const { checkinDate, checkoutDate, stayStart, stayEnd } = stored;
  switch (command.type) {
    case 'check-in':
      if (checkinDate) return refused(ALREADY_CHECKED_IN);
      if (command.date < stayStart || command.date > stayEnd) return refused(CHECK_IN_OUTSIDE);
      if (command.date > today) return refused(CHECK_IN_AHEAD);
      return decided(checkedIn(command.date, stored, facts));
    case 'revert-check-in':
      if (!checkinDate) return refused(NOT_CHECKED_IN);
      return checkoutDate
        ? refused(conflict('checked_out', null, '先にチェックアウトを取り消してください。'))
        : single({ type: 'CheckInReverted', data: {} });
    case 'check-out':
      if (checkoutDate) return refused(ALREADY_CHECKED_OUT);
      if (!checkinDate) return refused(NOT_CHECKED_IN);
      if (command.date < checkinDate) return refused(CHECK_OUT_BEFORE);
      if (command.date > today) return refused(CHECK_OUT_AHEAD);
      return decideCheckOut(command, stored, facts);
    case 'revert-check-out': {
      if (!checkoutDate) return refused(NOT_CHECKED_OUT);
      const against = backFromNextRule(stored, facts.neighbours);
      return against ? refused(against) : single({ type: 'CheckOutReverted', data: {} });
    }
    default:
      return command satisfies never;
  }
}

function decideNoShow(
  command: Extract<ReservationCommand, { type: 'mark-no-show' | 'revert-no-show' }>,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  if (command.type === 'revert-no-show') {
    return stored.isNoShow
      ? single({ type: 'NoShowReverted', data: {} })
      : refused(conflict('not_no_show', null, 'ノーショーの記録はありません。'));
  }
  if (stored.checkinDate !== null) return refused(ALREADY_CHECKED_IN);
  if (stored.isNoShow) return refused(conflict('already_no_show', null, '既にノーショーになっています。'));
  if (!mayMissStay(stored, facts.today))
    return refused(conflict('not_due_yet', null, 'ノーショーにできるのはチェックイン日からです。'));
  const charged = decideCancellationFee(command.fee, 'ノーショー', stored, facts);
  if (!charged.ok) return charged;
  return decided({ events: [{ type: 'GuestNoShow', data: {} }, ...charged.value], regrouped: [] });
}

/** The flag after a booking site said that a stay is paid, or no longer: what the desk took counts as before. */
function flagAfterSource(stored: Reservation, paymentFlag: Flag): Flag {
  const { isPrepaid: _, ...account } = stored.account ?? NO_ACCOUNT;
  const isPaid = paymentFlag === 1 || takenOf(stored) > 0;
  return isPaid
    ? flagOf({ ...stored, account: paymentFlag === 1 ? { ...account, isPrepaid: true } : account })
    : 0;
}

function decidePayment(
  command: Extract<ReservationCommand, { type: 'record-payment' }>,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const { paymentType, paymentFlag, isBySource } = command;
  const broken = masterRules({ ...stored, paymentType }, facts, stored);
  if (broken.length > 0) return refused(...broken);
  const isSame = paymentType === stored.paymentType && paymentFlag === stored.paymentFlag;
  if (isSame && (paymentFlag === 0 || balanceOf(stored) <= 0)) {
    return decided({ events: [], regrouped: [] });
  }
  const { paymentDay } = facts;
  const noted = { paymentType, paymentFlag };
  const outcome = isBySource
    ? { moved: [], isPrepaid: paymentFlag === 1, paymentFlag: flagAfterSource(stored, paymentFlag) }
    : { moved: movementsOfFlag(stored, noted), isPrepaid: staysPrepaid(stored, noted), paymentFlag };
  return single({ type: 'PaymentRecorded', data: { paymentType, paymentDay, ...outcome, reverses: [] } });
}

/** Decides a command on a stored reservation (spec 4, contract 2 and 4). */
export function decideReservation(
  command: ReservationCommand,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  switch (command.type) {
    case 'take-payment':
    case 'refund':
    case 'add-charge':
    case 'exempt':
      return stored.isErased ? refused(GUEST_ERASED) : decideAccount(command, stored, facts);
    case 'charge-cancellation-fee':
      return stored.isErased ? refused(GUEST_ERASED) : decideLaterFee(command, stored, facts);
    default:
      if (stored.status === 'cancelled') return refused(CANCELLED);
      return stored.isErased ? refused(GUEST_ERASED) : decideActive(command, stored, facts);
  }
}

/** Decides what is asked of a booking that was not cancelled. */
function decideActive(
  command: Exclude<ReservationCommand, AccountCommand | LaterFee>,
  stored: Reservation,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  switch (command.type) {
    case 'amend':
      return decideAmend(command, stored, facts);
    case 'cancel':
      return decideCancel('ReservationCancelled', stored, facts, command.fee);
    case 'take-back':
      return decideTakeBack(stored, facts);
    case 'return-to-auto-fail':
      return decideCancel('ReservationReturnedToAutoFail', stored, facts);
    case 'record-payment':
      return decidePayment(command, stored, facts);
    case 'leave-early':
      return decideEarlyDeparture(command, stored, facts);
    case 'mark-no-show':
    case 'revert-no-show':
      return decideNoShow(command, stored, facts);
    default:
      return decideStay(command, stored, facts);
  }
}
