import { bookingText, dayText, yenText } from '@domain/calendar/stay-text.js';
import { isReady } from '@domain/cleaning/room-cleaning.js';
import type { Day } from '@domain/dates.js';
import { checkOutConcerns } from '@domain/reservation/stay-actions.js';
import { roomText } from '@domain/room/room-number.js';
import type { AccountRecord, PaidWay } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RoomProposals } from '@wire/room-proposals.js';
import { dueOf } from '../payment/payment-due.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { cleaningOfRoomAtom, isCleaningUnknownAtom, waitingText } from '../shared/cleaning.js';
import { paymentsAtom } from '../shared/masters.js';
import { store } from '../shared/store.js';
import type { ActedBooking } from './booking-actions.js';
import { type FeeProposal, type FeesByBooking, feeProposals } from './cancellation-fee.js';
import { cancellableParty, END_TEXTS, type EndOfBooking } from './form-mode.js';
import { extensionOffer, type GoOn, moveOffer, ownRoomTaken, type RoomChoice, type Wish } from './go-on.js';
import { type Leaving, type LeavingEntries, leavingOffer } from './leaving.js';

/** The data around a booking that questions are about; `party` are the other rooms of its party. */
export type Around = Pick<ReservationData, 'in_house' | 'party' | 'imported_record_id'> & {
  /** Rooms for the nights that are asked for; null where none are. */
  rooms?: RoomProposals | null;
  wish?: Wish;
  /** The account of the booking; null where it is not asked for. */
  account?: AccountRecord | null;
};

/**
 * The answers to a verb's questions: the way of paying, null for none, the amounts where it is not all paid by one way, and
 * the change given back in yen.
 */
export type Answers = {
  payBy: number | null;
  ways: readonly PaidWay[] | null;
  change: number | null;
  freeNights: boolean;
  withParty: readonly ActedBooking[];
  /** The cancellation fees, by booking. */
  fees: FeesByBooking;
  /** The room that a guest goes on in; null where that is not asked. */
  room: RoomChoice | null;
  /** The fee of the nights that a guest goes on for, in whole yen. */
  nightsFee: number;
  /** The money of an early departure; null where that is not asked. */
  leaving: LeavingEntries | null;
};

/**
 * A question that is asked before something is done. `text` is what should be weighed: then the focus is on the button that
 * changes nothing, else on the payment. No choice and no payment: it cannot be done at all.
 */
export type Question = {
  title: string;
  text?: string;
  /** The text of the payment's button, where a payment is asked for. */
  payment?: string;
  /** Number of nights that can be given back with it. */
  freeableNights?: number;
  /** The cancellation fees that the hotel's rules propose. */
  fees?: readonly FeeProposal[];
  /** Room and fee of nights that the guest goes on for. */
  goOn?: GoOn;
  /** The money of nights that the guest gives up. */
  leaving?: Leaving;
  choices: readonly { text: string; isDanger?: true; answer: Partial<Answers> }[];
};

/** A booking that nothing is known to be around. */
export const NOTHING_AROUND: Around = { in_house: null, party: [], imported_record_id: null };

/** True if the guest has still to pay. */
export const owes = (record: BookingRecord) => record.payment_flag === 0 && dueOf(record) > 0;

/** Returns why a guest cannot be checked in today, null where the stay includes today. */
export function checkInStop({ stay_start, stay_end }: BookingRecord, today: Day): string | null {
  if (today < stay_start) return `チェックインは${dayText(stay_start)}からできます。`;
  return today > stay_end ? '宿泊期間が過ぎています。日付を変更してください。' : null;
}

/** Returns how long a room has waited that is not ready for a guest; null for one that is. */
function unreadyText(roomNumber: string | null): string | null {
  if (roomNumber !== null && store.get(isCleaningUnknownAtom))
    return `${roomText(roomNumber)}の清掃の状態を読み込めませんでした。`;
  const room = roomNumber === null ? null : store.get(cleaningOfRoomAtom(roomNumber));
  if (!room || isReady(room.state)) return null;
  return `${roomText(room.room_number)}の清掃が終わっていません（${waitingText(room)}）。`;
}

/** Asks about a room that is not ready or not empty, and for the payment; days without a check-in have no choice. */
export function checkInQuestions(
  { roomNumber, record }: ActedBooking,
  today: Day,
  around: Around,
): Question[] {
  const stop = checkInStop(record, today);
  if (stop !== null) return [{ title: 'チェックインできません', text: stop, choices: [] }];
  const questions: Question[] = [];
  const unready = around.in_house ? null : unreadyText(roomNumber);
  if (unready !== null)
    questions.push({
      title: 'チェックインの確認',
      text: unready,
      ...(owes(record) && { payment: '入金してチェックイン' }),
      choices: [{ text: owes(record) ? '未払いのままチェックイン' : 'このままチェックイン', answer: {} }],
    });
  if (around.in_house)
    questions.push({
      title: 'チェックインの確認',
      text: `${roomText(roomNumber)}は${around.in_house.guest_name_1}様がまだチェックアウトしていません。`,
      choices: [{ text: 'このままチェックイン', answer: {} }],
    });
  if (owes(record) && unready === null)
    questions.push({
      title: 'チェックイン',
      payment: '入金してチェックイン',
      choices: [{ text: '未払いのままチェックイン', answer: {} }],
    });
  return questions;
}

/** Returns the reasons to ask before this booking is checked out today; null when there is nothing to ask. */
export function concernsOf(record: BookingRecord, today: Day) {
  const { stay_start: stayStart, stay_end: stayEnd, payment_flag: paymentFlag } = record;
  return checkOutConcerns({ stayStart, stayEnd, paymentFlag }, today);
}

/** Asks about nights left and an open payment; nothing where there is neither. */
export function checkOutQuestions({ record }: ActedBooking, today: Day): Question[] {
  const concerns = concernsOf(record, today);
  if (!concerns) return [];
  const { isUnpaid, nightsLeft, freeableNights } = concerns;
  return [
    {
      title: 'チェックアウトの確認',
      freeableNights,
      ...(nightsLeft > 0 && { text: `残り${nightsLeft}泊（～${dayText(record.stay_end)}）` }),
      ...(isUnpaid && { payment: '精算してチェックアウト' }),
      choices: [{ text: isUnpaid ? '未払いのままチェックアウト' : 'チェックアウト', answer: {} }],
    },
  ];
}

/** Asks for the way of paying when none is set, and before a company's invoice counts as paid. */
export function payQuestions({ record }: ActedBooking): Question[] {
  const title = '入金';
  const payment = '入金する';
  const { payment_type: payBy } = record;
  if (payBy === null) return [{ title, payment, choices: [] }];
  const way = store.get(paymentsAtom).find(({ id }) => id === payBy);
  if (way?.is_invoice !== 1) return [];
  const text = `${way.payment_name}の予約です。${yenText(dueOf(record))}の入金を確認しましたか？`;
  return [{ title, text, choices: [{ text: payment, answer: { payBy } }] }];
}

/** Asks for the fee of a guest who did not come, where the hotel's rules propose one. */
export function noShowQuestions(booking: ActedBooking, today: Day): Question[] {
  const fees = feeProposals('ノーショー', [booking], today);
  if (fees.length === 0) return [];
  const text = '宿泊料金の代わりに、キャンセル規定によるキャンセル料を記録します。';
  return [
    {
      title: 'ノーショーの確認',
      text,
      fees,
      choices: [{ text: 'ノーショーにする', isDanger: true, answer: {} }],
    },
  ];
}

/** Asks before a booking leaves the calendar: with its party or alone, and for the cancellation fees. */
export function endQuestions(
  end: EndOfBooking,
  booking: ActedBooking,
  today: Day,
  { party }: Around,
): Question[] {
  const { roomNumber } = booking;
  const { title, text, button } = END_TEXTS[end];
  const others = end === 'cancel' ? cancellableParty({ party }) : [];
  const withParty = others.map((other) => ({ id: other.id, roomNumber: other.room_number, record: other }));
  const one = {
    text: others.length > 0 ? `${roomText(roomNumber)}だけ取消` : button,
    isDanger: true,
    answer: {},
  } as const;
  const all = {
    text: `グループ${others.length + 1}室をすべて取消`,
    isDanger: true,
    answer: { withParty },
  } as const;
  const fees = end === 'cancel' ? feeProposals('キャンセル', [booking, ...withParty], today) : [];
  return [{ title, text, fees, choices: others.length > 0 ? [one, all] : [one] }];
}

/** Asks for room and fee of the nights after a stay. */
export function extendQuestions(
  booking: ActedBooking,
  _today: Day,
  { rooms, wish = {} }: Around,
): Question[] {
  const title = '延泊';
  const text = '延泊する';
  if (!rooms) return [{ title, choices: [{ text, answer: {} }] }];
  const goOn = extensionOffer(booking, wish, rooms);
  const taken = ownRoomTaken(booking, goOn);
  if (goOn.rooms.length === 0) {
    return [{ title: '延泊できません', text: `${taken ?? ''}ほかの空室もありません。`, choices: [] }];
  }
  return [{ title, ...(taken !== null && { text: taken }), goOn, choices: [{ text, answer: {} }] }];
}

/** Asks for the room that a guest moves into from today on. */
export function moveQuestions(booking: ActedBooking, today: Day, { rooms }: Around): Question[] {
  const [title, text] = ['今日から部屋移動', '移動する'];
  if (!rooms) return [{ title, choices: [{ text, answer: {} }] }];
  const goOn = moveOffer(booking, today, rooms);
  if (goOn.rooms.length > 0) return [{ title, goOn, choices: [{ text, answer: {} }] }];
  return [
    {
      title: '部屋移動できません',
      text: `${dayText(booking.record.stay_end)}まで空いている部屋がありません。`,
      choices: [],
    },
  ];
}

/** Asks for the money of the nights that a guest gives up by leaving today. */
export function leavingQuestions(booking: ActedBooking, today: Day, { account }: Around): Question[] {
  const choices = [{ text: '早期出発にする', answer: {} }];
  return [{ title: '早期出発', ...(account && { leaving: leavingOffer(booking, account, today) }), choices }];
}

/** Returns what a question about a booking is about: room, guest and stay. */
export function subjectOf({ roomNumber, record }: ActedBooking): string {
  const { guest_name_1, stay_start: start, stay_end: end } = record;
  return bookingText(roomNumber, guest_name_1, { start, end });
}
