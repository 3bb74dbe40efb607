import { GRAINS } from '@domain/reports/periods.js';
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
import { cleaningRemarkShape, cleaningStateShape } from '@wire/cleaning.js';
import { dismissalShape, retryAllShape, roomTypeMappingShape } from '@wire/csv-actions.js';
import { ROW_OUTCOMES } from '@wire/csv-imports.js';
import { choice, dayField, monthField } from '@wire/fields.js';
import { cardWishesShape, joinedStaysShape, splitStaysShape } from '@wire/guest-card.js';
import { registerEntryShape, registerPeriodShape } from '@wire/guest-register.js';
import { handoverShape, noteDoneShape, noteShape } from '@wire/handover.js';
import { importRowsShape } from '@wire/import-rows.js';
import {
  invoiceCancelShape,
  invoicePaymentShape,
  invoiceReversalShape,
  invoiceShape,
  replacementShape,
} from '@wire/invoice.js';
import { exemptionShape } from '@wire/lodging-tax.js';
import { LARGEST_UNPAID_PAGE } from '@wire/older-unpaid.js';
import { dayCloseShape, paperKind, receiptPartsShape, receiptShape } from '@wire/payment.js';
import { refundField, returnInvoiceShape } from '@wire/return-invoice.js';
import { returningGuestsQuery } from '@wire/returning-guests.js';
import { reversalShape } from '@wire/reversal.js';
import { closureProposalsQuery, roomClosureChangeShape, roomClosureShape } from '@wire/room-closure.js';
import { roomProposalsQuery } from '@wire/room-proposals.js';
import { tentativeRestoreShape, tentativeStayChangeShape, tentativeStayShape } from '@wire/tentative-stay.js';
import { waitingEntryChangeShape, waitingEntryShape } from '@wire/waiting-list.js';
import {
  holidayCreateShape,
  holidaysShape,
  holidayUpdateShape,
  weatherWriteShape,
} from '@wire/weather-record.js';
import { z } from 'zod';
import { type CallGroup, days, moment, number, onOff } from './call.js';

const pageCursor = z
  .string()
  .regex(/^[\d-]{10}_\d{1,10}$/)
  .meta({ title: '続き（前の回答のnext）' })
  .optional();

const taxMonth = { month: monthField('月') };

/** Bookings: lists, one for the form, saves, and everything that is done to them. */
const BOOKING_CALLS: CallGroup = {
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

const debtMonth = { month: monthField('対象の月').optional() };

/** Calls about debts of companies, and invoices to them. */
const INVOICE_CALLS: CallGroup = {
  name: '売掛・請求書',
  title: 'Companies and invoices',
  calls: {
    'GET /api/receivables': [
      '売掛: 法人ごとに、請求待ちと、期限からの月数で分けた請求書の残高を返します。個人の未払いのキャンセル料は ended です。',
      'Companies that owe, most first: stays by invoice that wait for one (last night in `month` or before, this month when left out), and what is left of invoices by the month of the day due: `current` (or not due), `one`, `two`, `more`; `overdue` of it is past that day. `ended` are fees of cancellations and no-shows that no company is billed for, the latest 300, aged from the day on which they were charged; `ended_sums` counts all of them.',
      { query: debtMonth },
    ],
    'GET /api/receivables.csv': [
      '売掛をCSVファイルで返します。',
      'The same as a file: UTF-8 with BOM.',
      { query: debtMonth },
    ],
    'GET /api/receivables/:id': [
      '法人の請求待ちの予約と、請求書（新しい順に100枚まで）を返します。',
      'The stays of a company that wait for an invoice, the oldest first, and its invoices, the newest 100 first; `id` is the company’s.',
      { query: debtMonth },
    ],
    'GET /api/invoices/:id': [
      '請求書を返します。',
      'An invoice as it was issued, with guests as their bookings name them now; `paid` counts what its bookings took since, also at the desk. `is_outdated` when a booking costs something else by now.',
    ],
    'POST /api/invoices': [
      '法人の予約を選んで請求書を発行します。',
      'Issues an invoice over what is left of bookings of a company; numbers have no gap. 409 `already_billed` (a booking is on one living invoice), `other_company`, `after_month`, `nothing_due`; 422 `unknown_company`, `unknown_booking`, `due_before_issue`.',
      { body: invoiceShape },
    ],
    'POST /api/invoices/:id/replacement': [
      '請求書を取り消して、新しい番号で作り直します。',
      'Cancels an invoice and issues another one with a number of its own in its place, over the bookings of it of which something is left unless others are named.',
      { body: replacementShape },
    ],
    'POST /api/invoices/:id/payments': [
      '請求書の入金を記録します。古い宿泊の予約から順に入金になります。',
      'Records money that came in for an invoice, all or a part: the accounts of its bookings take it, the oldest stay first, so that it counts in the payments of the day. 409 `invoice_settled` above what is left, with who took the last payment, `invoice_outdated`, `invoice_cancelled`; 422 `received_ahead`.',
      { body: invoicePaymentShape },
    ],
    'POST /api/invoices/:id/reversals': [
      '請求書の入金を取り消します。',
      'Takes a payment of an invoice back, in the accounts of its bookings too; it counts on the day of now. 409 `already_reverted`, `already_refunded`; 422 `unknown_payment`.',
      { body: invoiceReversalShape },
    ],
    'POST /api/invoices/:id/reissue': ['請求書を再発行します。', 'Prints an invoice again, which says so.'],
    'POST /api/invoices/:id/cancel': [
      '請求書を取り消します。予約は請求待ちに戻ります。',
      'Cancels an invoice: its bookings wait for another one. Money that came in stays with its bookings.',
      { body: invoiceCancelShape },
    ],
  },
};

/** The day at the desk: counts, weather, lists of today. */
const FRONT_DESK_CALLS: CallGroup = {
  name: 'フロント',
  title: 'Front desk and calendar',
  calls: {
    'GET /api/booking_type_diff': [
      '日ごと・区分ごとの部屋数、予約数、自動登録数を返します。',
      'Daily counts by category: `total_`, `actual_` and `tema_` for each day of the range.',
      { query: { ...days, as_of: moment } },
    ],
    'GET /api/weather': [
      '期間の天気と休日を返します。',
      'Weather and holiday flag of days.',
      { query: { ...days, as_of: moment } },
    ],
    'POST /api/weather': [
      '日の天気を登録します。記録があれば上書きします。',
      'Sets the weather of a day, also of one that has a record.',
      { body: weatherWriteShape },
    ],
    'PUT /api/weather/:id': [
      '天気を変更します。',
      'Changes the weather of a record.',
      { body: weatherWriteShape },
    ],
    'POST /api/weather/holiday': [
      '休日を登録します。記録があれば上書きします。',
      'Sets the holiday flag of a day, also of one that has a record.',
      { body: holidayCreateShape },
    ],
    'POST /api/weather/holidays': [
      '期間内の国民の祝日・休日をまとめて記録します。',
      'Records the public holidays of Japan from one day to another (5 years at most) as one command; days with a record stay as they are. Answers `{added}`.',
      { body: holidaysShape },
    ],
    'PUT /api/weather/:id/holiday': [
      '休日を変更します。',
      'Changes the holiday flag of a record.',
      { body: holidayUpdateShape },
    ],
    'GET /api/front-desk': [
      '今日の到着・在館・出発・未払いにかかわる予約を、または指定した日の到着・在館・出発の予約を返します。',
      'First-night records of active bookings whose days, the day of leaving included, hold today; of every guest in the house; of who left today; and of who came, has not paid and was to leave within the last 30 days. With `date` of those that may have come, been in the house or left on that day, or are to, with `room_number`, `room_type` and `smoking_status`.',
      { query: { date: dayField('日付').optional() } },
    ],
    'GET /api/front-desk/invoices': [
      '請求書払いの法人の未払いの予約を、出発の古い順に少しずつ返します。',
      'Stays that companies owe by invoice, the oldest check-out date first: `{bookings, more, next}`; first-night records with their rooms. They are not in `/api/front-desk/unpaid`. `more` counts those after the page (at most 1,000), `next` is the `after` of the next page. `limit` is 100 when left out.',
      { query: { after: pageCursor, limit: number('件数', 0, LARGEST_UNPAID_PAGE) } },
    ],
    'GET /api/front-desk/room-changes': [
      'その日（省略時は今日）に行われた部屋の移動を、新しい順に返します。',
      'The moves to other rooms that were made on a day of the hotel, today when left out, the newest first, at most 500: `[{position, recorded_at, staff_name, terminal, booking_id, guest_name, stay_start, stay_end, from_room, to_room}]`.',
      { query: { date: dayField('日付').optional() } },
    ],
    'GET /api/front-desk/unpaid': [
      'それより前に出発した未払いの予約を、新しい順に少しずつ返します。',
      'Who left earlier and still owes, the latest check-out date first: `{bookings, more, next}`. `more` counts those after the page (at most 1,000), `next` is the `before` of the next page. `limit` is 50 when left out.',
      { query: { before: pageCursor, limit: number('件数', 0, LARGEST_UNPAID_PAGE) } },
    ],
  },
};

const reportQuery = { ...days, by: choice('まとめ方', GRAINS).optional() };

/** Handing over a shift, and reports. */
const HANDOVER_CALLS: CallGroup = {
  name: '引継ぎ・レポート',
  title: 'Cleaning, handover and reports',
  calls: {
    'GET /api/cleaning': [
      '部屋ごとの清掃の状態を返します。清掃を管理していないホテルでは空です。',
      'Each room with the state of its cleaning and its use today; none in a hotel that does not manage it. 清掃前 follows from check-outs and the turn of the day.',
      { query: { as_of: moment } },
    ],
    'PUT /api/cleaning/state': [
      '部屋の清掃の状態を記録します。',
      "Records the state of a room's cleaning; 409 when it is no longer `from`.",
      { body: cleaningStateShape, hasVersion: true },
    ],
    'PUT /api/cleaning/remark': [
      '部屋の清掃の備考を書きます。',
      "Writes the remark about a room's cleaning.",
      { body: cleaningRemarkShape, hasVersion: true },
    ],
    'GET /api/guest-register': [
      '予約ごとの宿泊者名簿を返します。',
      'The register (宿泊者名簿) of the stays of these bookings: entries by guest, what each lacks, and until when it is kept.',
      { query: { booking_ids: z.string().meta({ title: '予約のID（カンマ区切り）' }) } },
    ],
    'GET /api/guest-register/incomplete': [
      '宿泊者名簿に不足のある在館の予約を返します。',
      'The stays in the house whose register lacks something of a guest.',
    ],
    'PUT /api/guest-register/:booking/:number': [
      '宿泊者名簿に1名分を記入します。',
      "Writes the whole entry of a stay's guest with this number; what is not known is empty. `If-Match` of a new one is 0.",
      { body: registerEntryShape, hasVersion: true },
    ],
    'POST /api/guest-register/:booking/:number/passport': [
      '旅券の写し（JPEG・PNG・PDF、4MBまで）を保存します。',
      'Stores a copy of the passport in place of an older one; the kind is known by what the file begins with. The log has its SHA-256.',
      { form: {}, hasVersion: true },
    ],
    'GET /api/guest-register/:booking/:number/passport': [
      '旅券の写しを返します。',
      'The copy of the passport; 404 where there is none or it was erased.',
    ],
    'POST /api/guest-register/list': [
      '期間の宿泊者名簿を返し、そのことを記録します。',
      'The register of the guests of these nights; the log says who took it.',
      { body: registerPeriodShape },
    ],
    'POST /api/guest-register/list.csv': [
      '期間の宿泊者名簿をCSVで返し、そのことを記録します。',
      'The same for spreadsheets.',
      { body: registerPeriodShape },
    ],
    'GET /api/guest-cards/:booking': [
      'お客様カード: 予約の宿泊者のご利用とご要望、同じ氏名・電話番号の予約を返します。',
      "The card of a booking's guest: stays that staff joined with their figures, wishes, and `candidates` of the same name and phone, which nothing joins by itself. `matters` are the wishes marked by ★, of candidates' cards where the booking stands in none.",
      { query: { as_of: moment } },
    ],
    'POST /api/guest-cards/:booking/joined': [
      'お客様カードに予約をまとめます。',
      'Joins stays to the card of the booking, or the booking to the card `card_id` of one of them. 409 `in_other_card`. `If-Match` is the version of the card that the booking stands in, 0 for none.',
      { body: joinedStaysShape, hasVersion: true },
    ],
    'POST /api/guest-cards/:booking/split': [
      'お客様カードから予約を外します。',
      'Takes stays out of the card of the booking.',
      { body: splitStaysShape, hasVersion: true },
    ],
    'PUT /api/guest-cards/:booking/wishes': [
      'お客様のご要望を書きます。',
      'Writes what the guest wishes, a wish a line; those with ★ are shown at registration and check-in.',
      { body: cardWishesShape, hasVersion: true },
    ],
    'GET /api/handover': [
      '離れてから、または指定した時点からの変更を人ごとに返します。',
      "What happened since a position, an instant or a day's end; without `since`, since the asker's last handover, or else since midnight.",
      { query: { since: moment } },
    ],
    'GET /api/handover/unread': [
      '離れてから他の人が変えた件数を返します。',
      'How many bookings, notes and handovers others touched since the asker left and after `read`: `{since, count, head}`.',
      { query: { read: number('既読の位置', 0, Number.MAX_SAFE_INTEGER) } },
    ],
    'POST /api/handover': [
      '引継ぎを確定します。',
      'Hands the shift over; `seen` is the position its staff had looked at.',
      { body: handoverShape },
    ],
    'GET /api/handover-notes': [
      '期間の申し送りを返します。with_open=1で、他の日の未完了も含みます。',
      'Notes of days; `with_open=1` adds those of any other day that are not done.',
      { query: { ...days, with_open: onOff('未完了も含める') } },
    ],
    'POST /api/handover-notes': ['申し送りを書きます。', 'Writes a note.', { body: noteShape }],
    'PUT /api/handover-notes/:id': ['申し送りを変更します。', 'Changes a note.', { body: noteShape }],
    'PUT /api/handover-notes/:id/done': [
      '申し送りを完了にする、または未完了に戻します。',
      'Marks a note as done, or reopens it.',
      { body: noteDoneShape },
    ],
    'DELETE /api/handover-notes/:id': ['申し送りを削除します。', 'Removes a note.'],
    'GET /api/reports': [
      '稼働率・売上などの集計を返します。',
      'Totals, slices (by day when `by` is left out), categories, sources and lead times.',
      { query: reportQuery },
    ],
    'GET /api/reports.csv': [
      '同じ集計をCSVファイルで返します。',
      'The same as a file: UTF-8 with BOM, one line for each slice and one for all.',
      { query: reportQuery },
    ],
  },
};

/** Reservations of the channel manager. */
const IMPORT_CALLS: CallGroup = {
  name: '自動登録',
  title: 'Imports of the channel manager',
  calls: {
    'POST /api/csv-imports': [
      '手間いらずのCSVファイルを取り込みます。dry_run=1では結果だけを確かめます。',
      'Imports a file and answers `{rows, new, changed, cancelled, unchanged, superseded, failed, results}`; a large or slow one is 202 with `Location` to poll. `dry_run=1` only says what would happen.',
      { query: { dry_run: onOff('確認のみ') }, form: {} },
    ],
    'POST /api/csv-imports/rows': [
      '手間いらずの予約をJSONで取り込みます。dry_run=1では結果だけを確かめます。',
      "Imports reservations as JSON: `rows`, each an object by the names of the file's columns. The reader, results and reasons are those of the file that has these columns; the first row is line 2.",
      { query: { dry_run: onOff('確認のみ') }, body: importRowsShape },
    ],
    'GET /api/csv-imports': ['最近の取り込みを返します。', 'The latest 50 imports.'],
    'GET /api/csv-imports/:id': [
      '取り込みの進み具合と、終わっていれば行ごとの結果を返します。',
      'How far an import is and, once it is done, what became of its rows.',
      { query: { outcome: choice('結果', ROW_OUTCOMES).optional() } },
    ],
    'GET /api/csv-imports/:id/failed.csv': [
      '登録できなかった行をCSVファイルで返します。',
      'The rows that failed, as a file.',
    ],
    'GET /api/csv-reservations': [
      '取り込んだ予約を状態で絞って返します。',
      'Imported records by status.',
      { query: { status: choice('状態', ['failed', 'registered', 'cancelled', 'dismissed']).optional() } },
    ],
    'GET /api/fetch-csv-reservation-data/:id': [
      '登録する取り込みデータを返します。',
      'An imported record for the form, in the fields of a booking.',
    ],
    'GET /api/csv-reservations/:id/rooms': [
      '登録に失敗した予約に使える空室を、よい順に返します。',
      'The free rooms for an imported record, the best first, as room-months of the first night: `{rooms, of_type, empty_because}`; `of_type` of them are of the type that was sold.',
    ],
    'POST /api/csv-reservations/retry': [
      '登録に失敗した予約をまとめて再試行します。',
      'Tries failed records again, those with one reason, up to 100 named ones or all: `{retried, registered, failed, next}`; `next` goes into `after` while there are more.',
      { body: retryAllShape },
    ],
    'POST /api/csv-reservations/:id/retry': [
      '登録に失敗した予約を再試行します。',
      'Tries one failed record again: `{outcome, reason, detail, booking_id}`.',
    ],
    'PUT /api/csv-reservations/:id/dismissed': [
      '予約の要らない失敗データを対応済みにする、または戻します。',
      'Takes a failed record that needs no booking out of the queue, for a reason, or puts it back.',
      { body: dismissalShape },
    ],
    'GET /api/room-type-mappings': [
      '部屋タイプの対応と、対応のない部屋タイプを返します。',
      'Which categories a room type of the channel manager means, and the types that have no mapping.',
    ],
    'POST /api/room-type-mappings': [
      '部屋タイプの対応を登録します。',
      'Adds a mapping.',
      { body: roomTypeMappingShape },
    ],
    'PUT /api/room-type-mappings/:id': [
      '部屋タイプの対応を変更します。',
      'Changes a mapping.',
      { body: roomTypeMappingShape },
    ],
  },
};

/** The calls of the front desk, in the order of the documentation. */
export const DESK_CALLS: readonly CallGroup[] = [
  BOOKING_CALLS,
  INVOICE_CALLS,
  FRONT_DESK_CALLS,
  HANDOVER_CALLS,
  IMPORT_CALLS,
];
