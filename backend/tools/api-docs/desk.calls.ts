import { GRAINS } from '@domain/reports/periods.js';
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
import { LARGEST_UNPAID_PAGE } from '@wire/older-unpaid.js';
import {
  holidayCreateShape,
  holidaysShape,
  holidayUpdateShape,
  weatherWriteShape,
} from '@wire/weather-record.js';
import { z } from 'zod';
import { BOOKING_CALLS } from './booking.calls.js';
import { type CallGroup, days, moment, number, onOff, pageCursor } from './call.js';

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
