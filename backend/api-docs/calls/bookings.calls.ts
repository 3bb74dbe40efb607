import { bookingBatchShape, checkInShape, checkOutShape, paymentShape } from '@wire/booking-batch.js';
import { bookingChangeShape, bookingSaveShape } from '@wire/booking-save.js';
import { LARGEST_UNPAID_PAGE } from '@wire/older-unpaid.js';
import { reversalShape } from '@wire/reversal.js';
import { roomProposalsQuery } from '@wire/room-proposals.js';
import { holidayCreateShape, holidayUpdateShape, weatherWriteShape } from '@wire/weather-record.js';
import { z } from 'zod';
import type { CallGroup } from '../call.js';
import { days, moment, number } from './query-fields.js';

/** Bookings: lists, one for the form, saves, and everything that is done to them. */
export const BOOKING_CALLS: CallGroup = {
  name: '予約',
  title: 'Bookings',
  calls: {
    'GET /api/bookings': {
      summary: '期間内の予約を1泊1件で返します（取消済みも含みます）。',
      description: 'One record per night of the range, cancelled bookings included.',
      query: { ...days, as_of: moment },
    },
    'GET /api/booking/:id': {
      summary: '予約1件（1泊目の記録）と版番号を返します。',
      description: "One booking: its first night's record with `version`.",
    },
    'GET /api/booking/:id/history': {
      summary: '予約の履歴を古い順に返します。',
      description:
        'What happened to it, oldest first: `{events: [{position, version, type, recorded_at, staff_name, terminal, changes: [{field, before, after}]}]}`.',
    },
    'GET /api/fetch-reservation-data/:id': {
      summary: '編集する予約と、その部屋で取れる日の範囲を返します。',
      description:
        'A booking for the form, with `start_day_edge` and `end_day_edge` of its room (`borderRoom`) and `imported_record_id`.',
    },
    'POST /api/booking': {
      summary: '予約を登録します。',
      description: "Saves a new booking and answers its first night's record with `version` and `mess`.",
      body: bookingSaveShape,
    },
    'PUT /api/booking/:id': {
      summary: '予約を変更します。送らない項目は元のままです。',
      description: 'Changes a booking; a field that is left out keeps its value.',
      body: bookingChangeShape,
    },
    'PUT /api/booking/:id/cancel': {
      summary: '予約を取り消します。',
      description: 'Cancels a booking (409 after check-in).',
    },
    'PUT /api/booking/:id/return-temairazu': {
      summary: '予約を取り消し、自動登録失敗に戻します。',
      description:
        'Cancels a booking and returns its imported record to the failed queue; a refusal is 200 `{response: false, error}`.',
    },
    'POST /api/booking/:id/check-in': {
      summary: 'チェックインします。日付を送らなければ今日です。',
      description: 'Checks the guest in, from `stay_start` to `stay_end`, today when no date is sent.',
      body: checkInShape,
    },
    'DELETE /api/booking/:id/check-in': {
      summary: 'チェックインを取り消します。',
      description: 'Reverts the check-in; a check-out must be reverted first.',
    },
    'POST /api/booking/:id/check-out': {
      summary: 'チェックアウトします。残りの泊を空けることもできます。',
      description: 'Checks the guest out; `free_nights: 1` shortens the stay to that day.',
      body: checkOutShape,
    },
    'DELETE /api/booking/:id/check-out': {
      summary: 'チェックアウトを取り消します。',
      description: 'Reverts the check-out.',
    },
    'POST /api/booking/:id/payment': {
      summary: '支払いを記録します。',
      description: 'Records the payment: `payment_flag` 1 paid, 0 unpaid.',
      body: paymentShape,
    },
    'POST /api/booking-batch': {
      summary: '複数の予約の変更を、まとめてすべて行うか、すべて行いません。',
      description:
        'Several changes as one, all or none, in their order; two bookings can exchange rooms, and a booking may have its `payment` beside one other change. `booking` holds the fields of a save. With `vacant` nothing is done (409, `not_vacant`) when that room is not free afterwards. Answers `{bookings}`.',
      body: bookingBatchShape,
    },
    'GET /api/booking-search': {
      summary: '宿泊者・予約者・カナ・電話番号・予約番号の一部で予約を探します。',
      description:
        'Bookings by any part of a name, kana, phone or booking number, whatever the width, kana or variant of kanji; first-night records with `room_number`, nearest stay first, at most 50.',
      query: { q: z.string().max(100).meta({ title: '探す言葉' }) },
    },
    'GET /api/room-proposals': {
      summary: '通しで空いている部屋がないときの案（移動または2部屋）を返します。',
      description:
        '`{moves: [{room, moves: [{id, version, guest_name_1, from_room, to}]}], splits: [{parts}]}`, three of each at most; nothing while a room is free.',
      query: roomProposalsQuery,
    },
    'POST /api/reversals': {
      summary: '操作を元に戻します。元に戻した操作をもう一度指定すると、やり直します。',
      description:
        'Undoes what the request with this `X-Request-Id` did to bookings; undone itself, it is done again. With obstacles `all` is refused (409, one error each), `nearest` undoes what the rules allow; with `plan` only what was agreed to.',
      body: reversalShape,
    },
    'GET /api/reversals/:request_id': {
      summary: 'いま元に戻すとどうなるかを返します。',
      description: 'What the undo would come to now: `{request_id, plan, obstacles, changes}`, in words.',
    },
  },
};

/** The day at the desk: counts, weather, lists of today. */
export const DESK_CALLS: CallGroup = {
  name: 'フロント',
  title: 'Front desk and calendar',
  calls: {
    'GET /api/booking_type_diff': {
      summary: '日ごと・区分ごとの部屋数、予約数、自動登録数を返します。',
      description: 'Daily counts by category: `total_`, `actual_` and `tema_` for each day of the range.',
      query: { ...days, as_of: moment },
    },
    'GET /api/weather': {
      summary: '期間の天気と休日を返します。',
      description: 'Weather and holiday flag of days.',
      query: { ...days, as_of: moment },
    },
    'POST /api/weather': {
      summary: '日の天気を登録します。記録があれば上書きします。',
      description: 'Sets the weather of a day, also of one that has a record.',
      body: weatherWriteShape,
    },
    'PUT /api/weather/:id': {
      summary: '天気を変更します。',
      description: 'Changes the weather of a record.',
      body: weatherWriteShape,
    },
    'POST /api/weather/holiday': {
      summary: '休日を登録します。記録があれば上書きします。',
      description: 'Sets the holiday flag of a day, also of one that has a record.',
      body: holidayCreateShape,
    },
    'PUT /api/weather/:id/holiday': {
      summary: '休日を変更します。',
      description: 'Changes the holiday flag of a record.',
      body: holidayUpdateShape,
    },
    'GET /api/front-desk': {
      summary: '今日の到着・在館・出発・未払いにかかわる予約を返します。',
      description:
        'First-night records of active bookings whose days, the day of leaving included, hold today; of every guest in the house; of who left today; and of who came, has not paid and was to leave within the last 30 days.',
    },
    'GET /api/front-desk/unpaid': {
      summary: 'それより前に出発した未払いの予約を、新しい順に少しずつ返します。',
      description:
        'Who left earlier and still owes, the latest check-out date first: `{bookings, more, next}`. `more` counts those after the page (at most 1,000), `next` is the `before` of the next page. `limit` is 50 when left out.',
      query: {
        before: z
          .string()
          .regex(/^[\d-]{10}_\d{1,10}$/)
          .meta({ title: '続き（前の回答のnext）' })
          .optional(),
        limit: number('件数', 0, LARGEST_UNPAID_PAGE),
      },
    },
  },
};
