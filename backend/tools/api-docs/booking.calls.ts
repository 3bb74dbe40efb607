import { chargesShape, paymentsShape, refundsShape } from '@wire/account.js';
import {
  bookingBatchShape,
  checkInShape,
  checkOutShape,
  extendShape,
  leaveEarlyShape,
  moveShape,
  paymentShape,
} from '@wire/booking-batch.js';
import { bookingChangeShape, bookingSaveShape } from '@wire/booking-save.js';
import { cancellationFeeShape, laterFeeShape } from '@wire/cancellation-fee.js';
import { dayField, monthField } from '@wire/fields.js';
import { exemptionShape } from '@wire/lodging-tax.js';
import { dayCloseShape, paperKind, receiptPartsShape, receiptShape } from '@wire/payment.js';
import { refundField, returnInvoiceShape } from '@wire/return-invoice.js';
import { returningGuestsQuery } from '@wire/returning-guests.js';
import { reversalShape } from '@wire/reversal.js';
import { closureProposalsQuery, roomClosureChangeShape, roomClosureShape } from '@wire/room-closure.js';
import { roomProposalsQuery } from '@wire/room-proposals.js';
import { tentativeRestoreShape, tentativeStayChangeShape, tentativeStayShape } from '@wire/tentative-stay.js';
import { waitingEntryChangeShape, waitingEntryShape } from '@wire/waiting-list.js';
import { z } from 'zod';
import { type CallGroup, days, moment, onOff } from './call.js';

const taxMonth = { month: monthField('月') };

/** Bookings: lists, one for the form, saves, and everything that is done to them. */
export const BOOKING_CALLS: CallGroup = {
  name: '予約',
  title: 'Bookings',
  calls: {
    'GET /api/bookings': [
      '期間内の予約を1泊1件で返します（取消済みも含みます）。by_stay=1では1予約1件です。',
      'One record per night of the range, cancelled bookings included. With `by_stay=1` one per booking: its first night in the range that has a room.',
      { query: { ...days, by_stay: onOff('1予約1件'), as_of: moment } },
    ],
    'GET /api/booking/:id': [
      '予約1件（1泊目の記録）と版番号を返します。',
      "One booking: its first night's record with `version`.",
    ],
    'GET /api/booking/:id/history': [
      '予約の履歴を古い順に返します。',
      'What happened to it, oldest first: `{events: [{position, version, type, recorded_at, staff_name, terminal, changes: [{field, before, after}]}]}`.',
    ],
    'GET /api/fetch-reservation-data/:id': [
      '編集する予約と、その部屋で取れる日の範囲を返します。',
      'A booking for the form, with `start_day_edge` and `end_day_edge` of its room (`borderRoom`) and `imported_record_id`.',
    ],
    'POST /api/booking': [
      '予約を登録します。',
      "Saves a new booking and answers its first night's record with `version` and `mess`.",
      { body: bookingSaveShape },
    ],
    'PUT /api/booking/:id': [
      '予約を変更します。送らない項目は元のままです。',
      'Changes a booking; a field that is left out keeps its value.',
      { body: bookingChangeShape },
    ],
    'PUT /api/booking/:id/cancel': [
      '予約を取り消します。キャンセル料を同時に記録できます。',
      "Cancels a booking (409 after check-in). With `cancellation_fee` the booking owes it in the same command, as a line of its account, and what was paid is set against it; `cancellation_fee_tax_rate` is 0 (不課税) or 10, by the hotel's rule when left out. 422 `cancellation_fee_above_total` above 合計料金, `waiver_reason_missing` below what `/api/cancellation_rules` propose without `cancellation_fee_reason`. Undo takes the fee off again.",
      { body: cancellationFeeShape },
    ],
    'PUT /api/booking/:id/return-temairazu': [
      '予約を取り消し、自動登録失敗に戻します。',
      'Cancels a booking and returns its imported record to the failed queue; a refusal is 200 `{response: false, error}`.',
    ],
    'POST /api/booking/:id/check-in': [
      'チェックインします。日付を送らなければ今日です。',
      'Checks the guest in, from `stay_start` to `stay_end`, today when no date is sent.',
      { body: checkInShape },
    ],
    'DELETE /api/booking/:id/check-in': [
      'チェックインを取り消します。',
      'Reverts the check-in; a check-out must be reverted first.',
    ],
    'POST /api/booking/:id/check-out': [
      'チェックアウトします。残りの泊を空けることもできます。',
      'Checks the guest out; `free_nights: 1` shortens the stay to that day.',
      { body: checkOutShape },
    ],
    'DELETE /api/booking/:id/check-out': ['チェックアウトを取り消します。', 'Reverts the check-out.'],
    'POST /api/booking/:id/extend': [
      '在館の宿泊者の延泊を、続きの予約として登録します。',
      "Lets a guest who is in the house stay on (spec 4 forbids a later check-out): a following booking from `stay_end` on, with the guest's data, source 宿泊時 and 前日と同一予約; `base_booking_id` and `group_end_date` follow. Until `stay_end`, the next day when left out; in the same room unless `room_id` names another one; `total_fee` is the last night's share of the fee for each night when left out. From the last day on, the guest is checked out of the one and into the other in the same command; before it, with the check-in of the other. Answers the following booking's first-night record. 409 `not_checked_in`, `already_checked_out`, `already_continued`, `overlap`. In `/api/booking-batch` it is the action `extend`.",
      { body: extendShape },
    ],
    'POST /api/booking/:id/leave-early': [
      '在館の宿泊者の早期出発: 今日で宿泊を終え、残りの泊を空け、料金を精算します。',
      "Ends the stay of a guest in the house today (at least one night remains) and frees the nights that are left. 合計料金 stays: the price of those nights after points goes by a line 値引, `fee` (what the hotel's rules for 早期出発 propose, else 0; at most that price) stays by a line キャンセル料 (不課税) or 手数料 (`fee_tax_rate` 10), their 宿泊税 falls away, and what was paid for them is given back by `refund_type`, when left out by the ways it came, the last first. `lowers_fee: 0` keeps the fee as it is and `refunds: 0` gives nothing back: the defaults of a stay that a booking site was paid for. `check_out: 0` leaves the guest checked in. Answers the first night's record. 409 `not_checked_in`, `already_checked_out`, `already_continued`, `no_night_left`; 422 `fee_above_nights`, `fee_without_return`. In `/api/booking-batch` it is the action `leave-early`.",
      { body: leaveEarlyShape },
    ],
    'POST /api/booking/:id/move-from': [
      '在館の宿泊者を、指定した日から別の部屋に移します。',
      "Moves a guest who is in the house into another room from a day on, `from`, today when left out: the nights before stay where they were slept, and a booking continues the stay in the room of `room_id`, with 前日と同一予約. Fee and points are divided by nights; what was paid goes with them as a transfer, which no 日計 counts; lines stay with the first part. Once the day has come the guest is checked out of the one and into the other; before it, with the check-in of the other. Answers the continuing booking's first-night record. 422 `move_outside_stay`, `same_room`; 409 `not_checked_in`, `already_checked_out`, `room_locked`, `overlap`, `discount_above_part`. In `/api/booking-batch` it is the action `move-from`; two of them exchange rooms.",
      { body: moveShape },
    ],
    'POST /api/booking/:id/no-show': [
      'ノーショーにします（チェックイン日から）。',
      'Marks the guest as a no-show, from `stay_start` on (409 before, after check-in and when marked already); the nights stay booked, and a check-in clears it. With `cancellation_fee`, as of a cancellation, that is owed in the place of the stay.',
      { body: cancellationFeeShape },
    ],
    'GET /api/cancellation-fees': [
      '予約元が取り消した予約のうち、キャンセル規定による料金がまだ決まっていないものを返します。',
      'Bookings that their source cancelled and for which the hotel’s rules propose a fee that nobody charged or waived, the latest first, until 31 days after their stays.',
    ],
    'POST /api/booking/:id/cancellation-fee': [
      '取消済みの予約のキャンセル料を記録します（0円は請求しない）。',
      'Charges the fee of a booking that is cancelled already, or waives it (0, with a reason); the rules count from the day of the cancellation, the source’s own where it says one. 409 `not_cancelled`, `cancellation_fee_charged`; 422 as of a cancellation.',
      { body: laterFeeShape },
    ],
    'DELETE /api/booking/:id/no-show': ['ノーショーを取り消します。', 'Reverts the no-show.'],
    'POST /api/booking/:id/payment': [
      '支払いを記録します。',
      'Records the payment: `payment_flag` 1 paid, 0 unpaid.',
      { body: paymentShape },
    ],
    'GET /api/booking/:id/account': [
      '予約の明細（料金・ポイント・追加や値引・宿泊税・入金・返金・残額）を返します。',
      'The account of a stay: `fee` (the fee after points, 0 once cancelled), `charges`, `payments` (refunds negative), `prepaid` (what another took), `taken`, `lodging_taxes` by equal nights, and `balance` = `fee` + `charged` + `lodging_tax` − `prepaid` − `taken`, negative where money is to be given back.',
    ],
    'POST /api/booking/:id/charges': [
      '料金のほかの明細（追加・値引・キャンセル料・手数料）を加えます。取消した予約にも加えられます。',
      'Adds a line beside the fee, also to a cancelled booking; `amount` is above 0 and includes the tax, `tax_rate` 10, 8 or 0 (不課税; the default of キャンセル料). 422 when discounts would exceed the cost. Undo takes it back.',
      { body: chargesShape },
    ],
    'POST /api/booking/:id/lodging-tax': [
      '宿泊税の免除の理由を記録します。nullで免除をやめます。',
      'Exempts the guests of a stay from the 宿泊税 on a ground that its rules name (`exemptions` of the account; 422 otherwise), or no longer (null). Undo takes it back.',
      { body: exemptionShape },
    ],
    'POST /api/booking/:id/payments': [
      '入金を記録します。一度に複数の支払方法で受け取れます。',
      'Takes money: `payment_type` and `amount`, or several as `ways`. 409 `nothing_due` or `payment_above_due` when that is more than is due, with who took the last payment. `payment_flag` becomes 1 when nothing is left.',
      { body: paymentsShape },
    ],
    'POST /api/booking/:id/refunds': [
      '返金を記録します。受け取った金額を超えることはできません。',
      'Gives money back, with a reason; 409 `refund_above_taken` when that is more than was taken.',
      { body: refundsShape },
    ],
    'GET /api/booking/:id/receipt': [
      '領収書または宿泊明細書に書かれる内容を返します。発行済みならその番号です。',
      'What a paper would say, of the `kind` asked for or the usual one (`statement` where another took the money); `number` is null before the first, `replaces` the number of the one that it stands in for, `refusal` why it can’t be issued.',
      { query: { kind: paperKind } },
    ],
    'POST /api/booking/:id/receipt': [
      '領収書または宿泊明細書を発行または再発行します。当館で受け取っていない代金の領収書は発行できません。',
      'Issues a paper: a 領収書 over what this hotel took (409 `unpaid`, `prepaid`), or a 宿泊明細書. Asked for again it keeps its number and is a reissue; once it would say something else it is another with a number of its own.',
      { body: receiptShape },
    ],
    'GET /api/booking/:id/receipt-parts': [
      '領収書を分けるときの宿泊日と明細、分けて発行した領収書を返します。',
      'What a 領収書 can be split into: whole nights (none where another took the money) and lines, with the `received` that they may come to, and the `parts` issued last; `is_current` is 0 once money or stay are others.',
    ],
    'POST /api/booking/:id/receipt-parts': [
      '領収書を泊・明細・宿泊者ごとに分けて発行または再発行します。',
      'Issues a 領収書 in parts, each with a number of its own, in the place of those before; the same parts again are a reissue. 409 `above_received`, `unknown_item`; 422 `item_twice`, `part_empty`. A whole 領収書 afterwards stands in for all parts (`voids`).',
      { body: receiptPartsShape },
    ],
    'GET /api/booking/:id/return-invoice': [
      '返金の適格返還請求書に書かれる内容を返します。',
      'What a 適格返還請求書 over a refund would say: `refund` is the `id` of a payment of the account with negative amounts, the latest when left out. `totals` are the part of the price that was given back, by rate; `is_required` from 10,000 yen on; `refusal` why it can’t be issued.',
      { query: { refund: refundField } },
    ],
    'POST /api/booking/:id/return-invoice': [
      '返金の適格返還請求書を発行または再発行します。',
      'Issues a 適格返還請求書 with a number of the papers’ series, or issues it again. 409 `nothing_returned` for a refund without a lower price, `no_registration`, `guest_erased`; 422 `unknown_refund`.',
      { body: returnInvoiceShape },
    ],
    'GET /api/daily-payments': [
      '日計: その日の入金を支払方法ごとに集計し、明細と差額を返します。',
      'The payments of a day, today when left out: `{ways, total, cash, people, rows, differences, close, corrections}`, counted from the log up to `position`; negative where one was taken back. `differences` names paid bookings whose fee changed that day.',
      { query: { date: dayField('日付').optional() } },
    ],
    'GET /api/daily-payments.csv': [
      '日計をCSVファイルで返します。',
      'The same as a file: UTF-8 with BOM.',
      { query: { date: dayField('日付').optional() } },
    ],
    'POST /api/daily-payments/close': [
      '日締め: その日の入金を確定します。締めた後の入金は翌日に記録されます。',
      'Closes a day, once: `float` and `counted` are the change money and the whole drawer, `seen` the `position` of the figures that were looked at. 409 `already_closed`, `day_moved`; 422 `day_ahead`, `remark_missing`. Money after it counts on the next day; a checkpoint signs it.',
      { body: dayCloseShape },
    ],
    'GET /api/lodging-tax/month': [
      '宿泊税の月計: 区分と免除ごとの人泊と税額を返します。',
      'The 宿泊税 of a month (`month` is its first day) as it is declared: nights of persons and yen by bracket, by exemption and by levy. `rate` is in hundredths of a percent. `is_open` is 1 while nights of it are still to come.',
      { query: taxMonth },
    ],
    'GET /api/lodging-tax/month.csv': [
      '宿泊税の月計をCSVファイルで返します。',
      'The same as a file: UTF-8 with BOM.',
      { query: taxMonth },
    ],
    'POST /api/booking-batch': [
      '複数の予約の変更を、まとめてすべて行うか、すべて行いません。',
      'Several changes as one, all or none, in their order; two bookings can exchange rooms, and a booking may have its `payment`, or `payments` by several `ways`, beside one other change. `booking` holds the fields of a save. With `vacant` nothing is done (409, `not_vacant`) when that room is not free afterwards. Answers `{bookings}`.',
      { body: bookingBatchShape },
    ],
    'GET /api/booking-search': [
      '宿泊者・予約者・カナ・電話番号・予約番号の一部で予約を探します。',
      'Bookings by any part of a name, kana, phone, company or booking number, or by a room, however they are spelled; first-night records with `room_number`, nearest stay first (of a room: who is in it, who comes, who left), at most 50.',
      { query: { q: z.string().max(100).meta({ title: '探す言葉' }) } },
    ],
    'GET /api/returning-guests': [
      '入力中の氏名・カナ・電話番号と同じ宿泊者の、前回の予約を返します。',
      'Guests of earlier bookings with the typed name, kana or phone as a whole, in any spelling, three at most: `{booking, smoking_status, stays, is_blacklisted, wishes}`, `booking` the latest (or the next of one who was never here), `stays` up to today, `wishes` those that matter of cards with the same name and phone. Shorter texts than 2 characters or 9 digits find nobody.',
      { query: returningGuestsQuery },
    ],
    'GET /api/room-proposals': [
      '空いている部屋と、通しで空いている部屋がないときの案（移動または2部屋）を返します。',
      '`{rooms, moves: [{room, moves: [{id, version, guest_name_1, from_room, to}]}], splits: [{parts}]}`. `rooms` are free for the stay, those that suit the party first (`suits` 1). Of the others three each at most; nothing while a room is free.',
      { query: roomProposalsQuery },
    ],
    'GET /api/room-closures': [
      '期間内に売り止めの部屋を返します。',
      'Rooms out of order (売り止め), or held for a guest (仮予約, with `tentative`), with a night in the range, not those that ended: the nights from `start_date` to before `end_date`, with the reason and who recorded it. `as_of` as of bookings.',
      { query: { ...days, as_of: moment } },
    ],
    'GET /api/room-closures/proposals': [
      '売り止めにしたい期間の予約と、その移動先の案を返します。',
      '`bookings` are in the way; `moves` are the fewest that make the room free (at most 4), null where there are none.',
      { query: closureProposalsQuery },
    ],
    'POST /api/room-closures': [
      '部屋を日付で売り止めにします。予約の部屋移動を同時に行えます。',
      'Takes a room out of order for 1 to 366 nights; 409 over a booking or another closure. `moves` are made first, in the same command; all or nothing. Everyone reads the reason: it is no place for names of guests.',
      { body: roomClosureShape },
    ],
    'PUT /api/room-closures/:id': [
      '売り止めの期間・理由を変更します。',
      'Moves its start or its end, or gives another reason; what is left out stays.',
      { body: roomClosureChangeShape },
    ],
    'DELETE /api/room-closures/:id': [
      '売り止めを取り消します。',
      'Takes a closure back: all its nights can be sold (409 when it was taken back before).',
    ],
    'GET /api/tentative-stays': [
      '部屋を押さえている仮予約を、期限の近い順に返します。',
      'Each 仮予約 that holds a room now, of all days, the next to end first, in the form of a closure with `tentative`: for whom, and `until` when.',
    ],
    'POST /api/tentative-stays': [
      '部屋を期限まで仮予約で押さえます。',
      'Holds a room for 1 to 366 nights until a moment at most 60 days ahead (RFC 3339); 409 over a booking or a closure. It takes its nights as a closure does, and ends by itself at the moment. Name, phone and remark are encrypted in the log.',
      { body: tentativeStayShape },
    ],
    'PUT /api/tentative-stays/:id': [
      '仮予約の期間・宿泊者・期限を変更します。',
      'Other nights, another guest or another end; what is left out stays. 409 once it has ended.',
      { body: tentativeStayChangeShape },
    ],
    'DELETE /api/tentative-stays/:id': [
      '仮予約を解放します。',
      'Gives the nights up: they can be sold (409 once it has ended). `POST /api/booking` with `tentative_stay_id` ends it for a booking.',
    ],
    'POST /api/tentative-stays/:id/restore': [
      '終わった仮予約を、新しい期限でもう一度押さえます。',
      'Takes one up again that has ended, with its nights and guest, until a new moment; 409 when the nights are taken, or the guest is erased.',
      { body: tentativeRestoreShape },
    ],
    'GET /api/waiting-list': [
      'キャンセル待ちのお客様を、お待ちの順に、空いた部屋とともに返します。',
      'Who waits for a room (at most 200, who waits longest first), with the conditions of 部屋検索: `rooms` are the first five that suit and are free on all nights now; where there is none, `fewest_moves` of other bookings free one, looked for on behalf of the first 20, null for none. An entry whose check-in day is past is left out. `as_of` as of bookings, without rooms.',
      { query: { as_of: moment } },
    ],
    'POST /api/waiting-list': [
      'お客様をキャンセル待ちに登録します。',
      'Puts a guest on the waiting list: 1 to 366 nights from today on, one or two guests, smoking and company as 部屋検索 takes them. Name, phone and remark are encrypted in the log.',
      { body: waitingEntryShape },
    ],
    'PUT /api/waiting-list/:id': [
      'キャンセル待ちのお客様・日付・条件を変更します。',
      'Another guest or other conditions; what is left out stays. 409 once it is booked or given up.',
      { body: waitingEntryChangeShape },
    ],
    'DELETE /api/waiting-list/:id': [
      'キャンセル待ちを取り消します。',
      'The guest waits no longer (409 once it is booked or given up). `POST /api/booking` with `waiting_entry_id` fulfils an entry; 409 for whoever comes second.',
    ],
    'POST /api/waiting-list/:id/restore': [
      '取り消したキャンセル待ちを元に戻します。',
      'Has an entry wait again that was given up, in its former place; 409 once its check-in day is past, or the guest is erased.',
    ],
    'POST /api/reversals': [
      '操作を元に戻します。元に戻した操作をもう一度指定すると、やり直します。',
      'Undoes what the request with this `X-Request-Id` did to bookings; undone itself, it is done again. With obstacles `all` is refused (409, one error each), `nearest` undoes what the rules allow; with `plan` only what was agreed to.',
      { body: reversalShape },
    ],
    'GET /api/reversals/:request_id': [
      'いま元に戻すとどうなるかを返します。',
      'What the undo would come to now: `{request_id, plan, obstacles, changes}`, in words.',
    ],
  },
};
