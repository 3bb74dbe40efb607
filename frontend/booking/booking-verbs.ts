import { yenText } from '@domain/calendar/stay-text.js';
import type { Day, Stay } from '@domain/dates.js';
import { keysOf } from '@domain/records.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { leavingRule } from '@domain/reservation/early-departure.js';
import { extensionRule } from '@domain/reservation/extend-stay.js';
import { moveRule } from '@domain/reservation/move-stay.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { allowedActions } from '@domain/reservation/stay-actions.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { PaidWay } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { dueOf } from '../payment/payment-due.js';
import * as api from '../shared/api/booking-api.js';
import { cleaningComing } from '../shared/cleaning.js';
import type { KeyName } from '../shared/ui/key-table.js';
import {
  type ActedBooking,
  cancelBookings,
  changeBooking,
  returnBooking,
  textWithFees,
} from './booking-actions.js';
import { END_TEXTS } from './form-mode.js';
import { extendedText, extensionOffer, followingNights, movedText, nightsLeft, type Wish } from './go-on.js';
import { leavingOffer, leftText, sentDeparture } from './leaving.js';
import { storedReservation } from './stored-reservation.js';
import {
  type Answers,
  type Around,
  checkInQuestions,
  checkOutQuestions,
  concernsOf,
  endQuestions,
  extendQuestions,
  leavingQuestions,
  moveQuestions,
  NOTHING_AROUND,
  noShowQuestions,
  owes,
  payQuestions,
  type Question,
} from './verb-questions.js';

/** Something that is done to a booking: what it is called, who may do it when, what is asked first, and the write. */
export type Verb = {
  text: string;
  /** The key of a row. */
  key?: KeyName;
  isDanger?: true;
  /** The command that the rules are asked about (spec 4); null where the booking is so already. */
  command?: (record: BookingRecord, today: Day) => ReservationCommand | null;
  /** Returns if the rules allow it, where that is no command on the booking alone. */
  may?: (stored: Reservation, today: Day) => boolean;
  questions?: (booking: ActedBooking, today: Day, around: Around) => Question[];
  /** The questions depend on what is around the booking. */
  needsAround?: true;
  /** The questions depend on what is read of it beforehand; null when that is there. */
  coming?: () => Promise<unknown> | null;
  /** The list of master records that the questions depend on. */
  needsList?: 'cancellation-rule' | 'payment';
  /** The questions depend on the account of the booking. */
  needsAccount?: true;
  /** The nights for which the questions depend on free rooms. */
  needsRooms?: (booking: ActedBooking, wish: Wish, today: Day) => Stay;
  /** Writes; null when that was refused, and said. Bookings that left the calendar are not among the answer. */
  run: (
    booking: ActedBooking,
    answers: Answers,
    around: Around,
    today: Day,
  ) => Promise<readonly BookingRecord[] | null>;
};

const nextPayment = ({ payment_type }: BookingRecord, flag: 0 | 1): ReservationCommand => ({
  type: 'record-payment',
  paymentType: payment_type,
  paymentFlag: flag,
});

/** Returns the way of paying by the answers; null for not now. */
const paidBy = ({ payBy, ways }: Answers): api.PaidBy | null => ways ?? payBy;

/** Returns what was paid, where it is not all by one way: `¥10,000を入金して`. */
const partText = (ways: readonly PaidWay[]): string =>
  `${yenText(ways.reduce((sum, { amount }) => sum + amount, 0))}を入金`;

function checkInText(record: BookingRecord, { payBy, ways }: Answers): string {
  if (ways) return `${partText(ways)}してチェックイン`;
  if (payBy !== null) return '入金してチェックイン';
  return record.payment_flag === 0 ? `未払い ${yenText(dueOf(record))} のままチェックイン` : 'チェックイン';
}

function checkOutText({ payBy, ways }: Answers, freedNights: number): string {
  const paid = payBy === null ? 'チェックアウト' : '精算してチェックアウト';
  const text = ways ? `${partText(ways)}してチェックアウト` : paid;
  return freedNights === 0 ? text : `${text}し、残り${freedNights}泊を空室に戻し`;
}

/** Everything that can be done to a booking besides changing its fields, in the order of menus. */
export const VERBS = {
  'check-in': {
    text: 'チェックイン',
    key: 'deskCheckIn',
    command: (_record, today) => ({ type: 'check-in', date: today }),
    questions: checkInQuestions,
    needsAround: true,
    coming: cleaningComing,
    run: (booking, answers) =>
      changeBooking(
        booking,
        { text: checkInText(booking.record, answers), change: answers.change, isCheckIn: true },
        (guards) => api.checkIn(booking.id, paidBy(answers), guards),
      ),
  },
  'revert-check-in': {
    text: 'チェックインを取り消す',
    key: 'deskTakeBack',
    command: () => ({ type: 'revert-check-in' }),
    run: (booking) =>
      changeBooking(booking, { text: 'チェックインを取り消し' }, (guards) =>
        api.revertStayAct(booking.id, 'check-in', guards),
      ),
  },
  'check-out': {
    text: 'チェックアウト',
    key: 'deskCheckOut',
    command: (_record, today) => ({ type: 'check-out', date: today }),
    questions: checkOutQuestions,
    run: (booking, answers, _around, today) => {
      const { change, freeNights } = answers;
      const freed = freeNights ? (concernsOf(booking.record, today)?.freeableNights ?? 0) : 0;
      return changeBooking(booking, { text: checkOutText(answers, freed), change }, (guards) =>
        api.checkOut(booking.id, { payBy: paidBy(answers), freeNights }, guards),
      );
    },
  },
  extend: {
    text: '延泊',
    key: 'deskExtend',
    may: (stored) => extensionRule(stored) === null,
    questions: extendQuestions,
    needsAround: true,
    needsRooms: followingNights,
    run: async (booking, { room, nightsFee: totalFee }, { rooms, wish = {} }) => {
      if (!room || !rooms) return null;
      const goOn = extensionOffer(booking, wish, rooms);
      const text = extendedText(booking.roomNumber, goOn, room, totalFee);
      const { roomId, moves } = room;
      return changeBooking(booking, { text }, (guards) =>
        api.extendStay(booking.id, { stayEnd: goOn.stay.end, roomId, totalFee, moves }, guards),
      );
    },
  },
  move: {
    text: '今日から部屋移動',
    key: 'deskMove',
    may: (stored, today) => moveRule(stored, today) === null,
    questions: moveQuestions,
    needsAround: true,
    needsRooms: nightsLeft,
    run: async (booking, { room }) =>
      room &&
      changeBooking(booking, { text: movedText(room.roomNumber) }, (guards) =>
        api.moveStay(booking.id, room, guards),
      ),
  },
  'leave-early': {
    text: '早期出発',
    key: 'deskLeave',
    may: (stored, today) => leavingRule(stored, today) === null,
    questions: leavingQuestions,
    needsList: 'cancellation-rule',
    needsAccount: true,
    run: async (booking, { leaving }, { account }, today) => {
      if (!leaving || !account) return null;
      const text = leftText(leavingOffer(booking, account, today), leaving);
      return changeBooking(booking, { text }, (guards) =>
        api.leaveEarly(booking.id, sentDeparture(leaving), guards),
      );
    },
  },
  'revert-check-out': {
    text: 'チェックアウトを取り消す',
    key: 'deskTakeBack',
    command: () => ({ type: 'revert-check-out' }),
    run: (booking) =>
      changeBooking(booking, { text: 'チェックアウトを取り消し' }, (guards) =>
        api.revertStayAct(booking.id, 'check-out', guards),
      ),
  },
  pay: {
    text: '支払を受ける',
    key: 'deskPay',
    command: (record) => (record.payment_flag === 1 ? null : nextPayment(record, 1)),
    questions: payQuestions,
    needsList: 'payment',
    run: (booking, { payBy, ways, change }) => {
      if (ways)
        return changeBooking(booking, { text: partText(ways), change }, (guards) =>
          api.takePayment(booking.id, ways, guards),
        );
      const payment = { payment_type: payBy ?? booking.record.payment_type, payment_flag: 1 } as const;
      return changeBooking(booking, { text: `${yenText(dueOf(booking.record))}を入金`, change }, (guards) =>
        api.recordPayment(booking.id, payment, guards),
      );
    },
  },
  unpay: {
    text: '未払いに戻す',
    key: 'deskUnpay',
    command: (record) => (record.payment_flag === 0 ? null : nextPayment(record, 0)),
    run: (booking) =>
      changeBooking(booking, { text: '未払いに変更' }, (guards) =>
        api.recordPayment(booking.id, { payment_type: booking.record.payment_type, payment_flag: 0 }, guards),
      ),
  },
  'no-show': {
    text: 'ノーショーにする',
    key: 'deskNoShow',
    command: () => ({ type: 'mark-no-show' }),
    questions: noShowQuestions,
    needsList: 'cancellation-rule',
    run: (booking, { fees }) =>
      changeBooking(booking, { text: textWithFees('ノーショーに変更', fees) }, (guards) =>
        api.markNoShow(booking.id, fees.get(booking.id), guards),
      ),
  },
  'revert-no-show': {
    text: 'ノーショーを取り消す',
    key: 'deskNoShow',
    command: () => ({ type: 'revert-no-show' }),
    run: (booking) =>
      changeBooking(booking, { text: 'ノーショーを取り消し' }, (guards) =>
        api.revertNoShow(booking.id, guards),
      ),
  },
  return: {
    text: END_TEXTS.return.button,
    isDanger: true,
    command: () => ({ type: 'return-to-auto-fail' }),
    questions: (booking, today, around) => endQuestions('return', booking, today, around),
    needsAround: true,
    run: (booking, _answers, around) => returnBooking(booking, around.imported_record_id),
  },
  cancel: {
    text: END_TEXTS.cancel.button,
    isDanger: true,
    command: () => ({ type: 'cancel' }),
    questions: (booking, today, around) => endQuestions('cancel', booking, today, around),
    needsAround: true,
    needsList: 'cancellation-rule',
    run: (booking, { withParty, fees }) => cancelBookings([booking, ...withParty], fees),
  },
} as const satisfies Record<string, Verb>;

/** The name of a verb. */
export type VerbName = keyof typeof VERBS;

/** Returns a verb of the table. */
export const verbOf = (name: VerbName): Verb => VERBS[name];

const named = (id: number | null) => new Map(id === null ? [] : [[id, {}]]);

/** True if the rules allow the verb for a booking today, by what this terminal knows (spec 4, contract 4). */
export function isAllowed(name: VerbName, booking: ActedBooking, today: Day): boolean {
  const { record } = booking;
  const { command, may } = verbOf(name);
  const stored = storedReservation(booking);
  if (may) return may(stored, today);
  const asked = command?.(record, today) ?? null;
  if (asked === null) return false;
  return decideReservation(asked, stored, {
    today,
    paymentDay: today,
    rooms: roomDirectory([]),
    neighbours: [],
    knownCorporates: named(record.corporateID),
    knownPayments: named(record.payment_type),
    knownBlacklistEntries: named(record.blacklist_id),
  }).ok;
}

/** Returns what is allowed for a booking today, in the order of menus; 自動登録失敗に戻す stands where it was asked for. */
export function allowedVerbs(booking: ActedBooking, today: Day): VerbName[] {
  return keysOf(VERBS).filter((name) => isAllowed(name, booking, today));
}

/** The one thing that is done next with a booking, null for nothing; a check-in also on other days than those of the stay. */
export function nextVerb(booking: ActedBooking, today: Day): 'check-in' | 'check-out' | null {
  const stored = storedReservation(booking);
  if (stored.isErased) return null;
  const { checkIn, checkOut } = allowedActions(stored);
  if (checkIn) return 'check-in';
  return checkOut && isAllowed('check-out', booking, today) ? 'check-out' : null;
}

/** Returns what a button for the verb says, with the payment that goes with it: `精算してチェックアウト`. */
export function buttonText(name: 'check-in' | 'check-out', { record }: ActedBooking): string {
  if (name === 'check-in') return owes(record) ? '入金してチェックイン' : 'チェックイン';
  return record.payment_flag === 0 ? '精算してチェックアウト' : 'チェックアウト';
}

/** Returns what a menu's entry for the verb says; three dots where something is asked first. */
export function entryText(name: VerbName, booking: ActedBooking, today: Day): string {
  const { text, questions } = verbOf(name);
  return questions?.(booking, today, NOTHING_AROUND).length ? `${text}…` : text;
}
