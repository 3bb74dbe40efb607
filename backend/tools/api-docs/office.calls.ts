import { erasureShape } from '@wire/erasure.js';
import { choice } from '@wire/fields.js';
import { hotelShape } from '@wire/hotel-record.js';
import { icalAddressShape } from '@wire/ical-addresses.js';
import { lodgingTaxRuleShape } from '@wire/lodging-tax.js';
import {
  blacklistShape,
  corporateShape,
  paymentShape,
  prepaidWordShape,
  retiredShape,
} from '@wire/master-records.js';
import { cancellationRuleShape, chargeItemShape } from '@wire/money-masters.js';
import { MOVE_IN_OUTCOMES } from '@wire/move-in.js';
import { moveInRunShape } from '@wire/move-in-run.js';
import {
  acknowledgedShape,
  arrangeRoomsShape,
  changeRoomMonthsShape,
  copyMonthShape,
  defineRoomShape,
  planRoomsShape,
} from '@wire/room-months.js';
import { screenErrorShape } from '@wire/screen-error.js';
import { issueKeyShape, serviceAccountShape } from '@wire/service-accounts.js';
import { changePasswordShape, redeemCodeShape, signInShape, staffShape } from '@wire/session.js';
import { oldFiguresShape, skipStepShape } from '@wire/setup.js';
import { issueSecretShape, replayShape, sendAgainShape, webhookShape } from '@wire/webhooks.js';
import { z } from 'zod';
import { type Call, type CallGroup, days, moment, month, number, onOff, text } from './call.js';

/** The writes that all master records have. */
function writesOf(path: string, name: string, record: string, body: z.ZodRawShape): Record<string, Call> {
  const [post, put] = [`POST /api/${path}`, `PUT /api/${path}/:id`];
  return {
    [post]: [`${name}を登録します。`, `Adds a ${record}.`, { body }],
    [put]: [`${name}を変更します。`, `Gives a ${record} its whole new content.`, { body }],
    [`${put}/retired`]: [
      `${name}を使用停止にする、または戻します。`,
      `Takes a ${record} out of use, or puts it back.`,
      { body: retiredShape },
    ],
  };
}

const all = onOff('使用停止も含める');
const ALL = '`all=1` also gives retired ones, with `version` and `is_retired`.';

/** Rooms and master records. */
const MASTER_CALLS: CallGroup = {
  name: 'マスタ',
  title: 'Rooms and master records',
  calls: {
    'GET /api/rooms': [
      '月の部屋を表示順に返します。',
      'The rooms of a month in display order.',
      { query: { ...month, as_of: moment } },
    ],
    'GET /api/room-months': [
      '月の部屋を、版番号と予約のある泊数と一緒に返します。',
      'The rooms of a month with versions and how many nights are booked in each.',
      { query: month },
    ],
    'PUT /api/room-months': [
      '複数の部屋をまとめて変更します。',
      'Changes many rooms at once, all or none. A room that becomes 予約不可 while it has bookings is refused (409, `booked_room`), one error for each booking whose `field` is its id, until all are in `acknowledged`.',
      { body: changeRoomMonthsShape },
    ],
    'POST /api/room-months': [
      '部屋を追加します。',
      'Adds a room, from one month to another.',
      { body: defineRoomShape },
    ],
    'POST /api/room-months/copy': [
      '月の部屋を別の月に写します。',
      'Makes a month what another is; rooms that only it has stay.',
      { body: copyMonthShape },
    ],
    'PUT /api/room-months/order': [
      '部屋の並び順を決めます。',
      "Gives the rooms an order from a month on: `rooms` by number, all others behind as they stand; an empty list takes the order away again. The rooms of the specification's hotel keep theirs. Room-months then carry `position`.",
      { body: arrangeRoomsShape },
    ],
    'POST /api/room-months/plan': [
      '多くの部屋を、何か月分もまとめて登録します。dry_run=1では確かめるだけです。',
      'Defines many rooms in every month from one to another, new and known ones, all or none. Known rooms become what is sent; other rooms stay.',
      { query: { dry_run: onOff('確認のみ') }, body: planRoomsShape },
    ],
    'GET /api/room-months.csv': [
      '月の部屋をCSVファイルで返します。',
      'A month as a file for a spreadsheet.',
      { query: month },
    ],
    'POST /api/room-months/csv': [
      '部屋のCSVファイルを取り込みます。dry_run=1では確かめるだけです。',
      'Reads such a file back, UTF-8 or Shift_JIS; `acknowledged` is a list in JSON. Every fault is named with its line, and then nothing is written.',
      { query: { dry_run: onOff('確認のみ') }, form: acknowledgedShape },
    ],
    'GET /api/corporate_master': [
      '法人を登録順に返します。',
      `Companies in the order they were entered. ${ALL}`,
      { query: { all, as_of: moment } },
    ],
    ...writesOf('corporate_master', '法人', 'company', corporateShape),
    'GET /api/payment_master': [
      '支払方法を登録順に返します。',
      `Ways of paying in the order they were entered. ${ALL}`,
      { query: { all, as_of: moment } },
    ],
    ...writesOf('payment_master', '支払方法', 'way of paying', paymentShape),
    'GET /api/blacklist': [
      'ブラックリストを返します。',
      `Guests who are pointed out before a save. ${ALL}`,
      { query: { all } },
    ],
    ...writesOf('blacklist', 'ブラックリスト', 'blacklist entry', blacklistShape),
    'GET /api/prepaid_words': [
      '事前決済の言葉を登録順に返します。',
      `The hotel's own words of channel files for what was paid in advance. ${ALL}`,
      { query: { all } },
    ],
    ...writesOf('prepaid_words', '事前決済の言葉', 'word for what was paid in advance', prepaidWordShape),
    'GET /api/lodging-tax/rules': [
      '宿泊税を登録順に返します。',
      'The rules of the 宿泊税, retired ones too. A rule counts from `first_day`, a change of it from the day on which it is made (`counts_from`); of several the newest begun counts, night by night.',
    ],
    'POST /api/lodging-tax/rules': [
      '宿泊税を登録します。',
      'Adds a rule: what each prefecture or city levies (`levies`) on one person and night by the price without tax, in `yen` or as `rate` (hundredths of a percent of the price), beside the fee or included in it. Bookings that are not over get it; `bookings` says how many.',
      { body: lodgingTaxRuleShape },
    ],
    'PUT /api/lodging-tax/rules/:id': [
      '宿泊税を変更します。今日以降の泊に反映します。',
      'Gives a rule its whole new content, for nights from today on.',
      { body: lodgingTaxRuleShape },
    ],
    'PUT /api/lodging-tax/rules/:id/retired': [
      '宿泊税を使用停止にする、または戻します。',
      'Takes a rule out of use, or puts it back, for nights from today on.',
      { body: retiredShape },
    ],
    'GET /api/cancellation_rules': [
      'キャンセル規定を登録順に返します。',
      `The hotel's rules for cancellations (キャンセル規定): for days left from \`days_from\` to \`days_to\` (null: no bound) a fee of \`percent\` of 合計料金, at least \`minimum\`; \`booking_source\` is empty for all sources without a line of their own. ${ALL}`,
      { query: { all } },
    ],
    ...writesOf('cancellation_rules', 'キャンセル規定', 'rule for cancellations', cancellationRuleShape),
    'GET /api/charge_items': [
      '明細の項目を登録順に返します。',
      `Lines that are often added to a bill, with kind and tax rate. ${ALL}`,
      { query: { all } },
    ],
    ...writesOf('charge_items', '明細の項目', 'line that is often added to a bill', chargeItemShape),
    'GET /api/staff': [
      'スタッフを登録順に返します。',
      'All staff, retired ones too, with role, login name and whether they can sign in.',
    ],
    'GET /api/staff/:id': ['スタッフの氏名を返します。', 'The name of a member of staff: `{name}`.'],
    ...writesOf('staff', 'スタッフ', 'member of staff', staffShape),
    'GET /api/service-accounts': [
      '連携を登録順に返します。',
      'Other programs that call the API, retired ones too: what each may do (a flag for each scope) and the beginnings of its keys that count, with their end and when they were last used.',
    ],
    ...writesOf('service-accounts', '連携', 'service account', serviceAccountShape),
    'POST /api/service-accounts/:id/key': [
      '連携のキーを発行します。キーはこの答えにだけあります。',
      'Issues a key, told only in this answer. The one before counts for `overlap_hours` more, older ones no longer. Calls carry it as `Authorization: Bearer …`.',
      { body: issueKeyShape, isNotRemembered: true },
    ],
    'GET /api/webhooks': [
      'Webhookを登録順に返します。',
      'Places that entries of the log are sent to, retired ones too: URL, a flag for each scope, the ends of the secrets that sign, and how far each is (`delivery`).',
    ],
    ...writesOf('webhooks', 'Webhook', 'webhook', webhookShape),
    'POST /api/webhooks/:id/secret': [
      '署名用のシークレットを発行します。シークレットはこの答えにだけあります。',
      'Issues a secret (`whsec_…`), told only in this answer. The one before signs as well for `overlap_hours` more.',
      { body: issueSecretShape, isNotRemembered: true },
    ],
    'POST /api/webhooks/:id/replay': [
      '指定した記録番号より後の記録を、もう一度すべて送ります。',
      'Goes on after another position of the log: everything after it is sent, again or for the first time; what is before it and waits goes on waiting.',
      { body: replayShape },
    ],
    'GET /api/webhooks/:id/dead-letters': [
      '送れずに諦めたものを、古い順に最大200件返します。',
      'Entries that were not taken for three days, the oldest first, at most 200, and how many there are.',
    ],
    'POST /api/webhooks/:id/dead-letters/again': [
      '送れなかったものを、1件またはすべてもう一度送ります。',
      'Sends the dead letter at a position again, or all of them; `again` says how many.',
      { body: sendAgainShape, isNotRemembered: true },
    ],
    'GET /api/ical-addresses': [
      'カレンダー（iCal）を登録順に返します。',
      'Calendars to subscribe to, retired ones too: the room whose nights each has (null: the arrivals of the house), whether guests are named, and the beginning of its address with when it was last used.',
    ],
    ...writesOf('ical-addresses', 'カレンダー（iCal）', 'calendar to subscribe to', icalAddressShape),
    'POST /api/ical-addresses/:id/address': [
      'カレンダーのアドレスを発行します。アドレスはこの答えにだけあります。',
      'Issues the secret address of a calendar, told only in this answer; the one before is 404 from then on.',
      { isNotRemembered: true },
    ],
    'GET /api/ical/:file': [
      'カレンダー（iCal）を返します。',
      'A calendar (RFC 5545) by its secret address, which is its own authorization. `ETag` and `If-None-Match`; a wrong, former or stopped address is 404.',
    ],
    'POST /api/staff/:id/one-time-code': [
      'パスワードを決めるためのワンタイムコードを発行します。',
      'A one-time code with which a member of staff chooses a password; each call makes a new one.',
      { isNotRemembered: true },
    ],
  },
};

const LARGEST_ID = 2_147_483_647;
const POSITION = Number.MAX_SAFE_INTEGER;

/** The event log: auditing, the past, evidence, erasure. */
const LOG_CALLS: CallGroup = {
  name: '監査',
  title: 'Event log',
  calls: {
    'GET /api/events': [
      'イベントを検索し、ページ・NDJSON・CSVで返します。',
      'The log, oldest first, or newest first with `before` (a position or `head`); as a page of JSON, all as NDJSON, or all as CSV. `type` may be given several times.',
      {
        query: {
          after: number('この位置より後', 0, POSITION),
          before: text('この位置より前（新しい順）'),
          limit: number('件数', 1, LARGEST_ID),
          stream: text('ストリーム'),
          type: text('種類（コンマ区切り）'),
          from: text('期間の始め（日付・日時・位置）'),
          to: text('期間の終わり（日付・日時・位置）'),
          room: text('部屋番号'),
          booking_id: number('予約のID', 1, LARGEST_ID),
          staff_id: number('スタッフのID', 1, LARGEST_ID),
          terminal: text('端末名'),
          q: text('探す言葉'),
          format: choice('形式', ['json', 'ndjson', 'csv']).optional(),
        },
      },
    ],
    'GET /api/feed': [
      '記録を位置の順に、他のシステムのために返します。',
      'The log for other programs, in order without gaps: events after a position, with the hash of the log at each; `wait` seconds for news at most. `next` is the `after` of the next call. Without the scope for personal data those fields are left out (`withheld`). `hash` is what is known of the log at `after`: 409 `other_history` where it is another. With `Accept: text/event-stream` a stream of server-sent events whose ids are positions (`Last-Event-ID`).',
      {
        query: {
          after: number('この位置より後', 0, POSITION),
          limit: number('件数', 1, 1_000),
          wait: number('新しい記録を待つ秒数', 0, 60),
          hash: text('その位置のハッシュ'),
        },
      },
    ],
    'GET /api/log/moment': [
      '指定した時点の位置と、最新の位置を返します。',
      'Where the log stood at a moment, and where it stands now.',
      { query: { as_of: moment } },
    ],
    'GET /api/booking-changes': [
      '指定した時点から変わった予約を返します。',
      'What became of the bookings of a range of days since a moment, and by whom.',
      { query: { ...days, as_of: z.string().meta({ title: '時点（位置・日時・日付）' }) } },
    ],
    'GET /api/checkpoints': [
      '署名済みのチェックポイントを返します。',
      'Signed checkpoints, newest first, and whether signing works.',
    ],
    'POST /api/checkpoints': [
      'ログを検証し、チェックポイントに署名します。',
      'Verifies the log since the newest checkpoint and signs where it stands.',
      { isNotRemembered: true },
    ],
    'GET /api/evidence-package': [
      'ログの証拠パッケージ（ZIP）を返します。',
      'A package of log, checkpoints, public key and verifiers; positions are widened to the checkpoints around them.',
      { query: { from: number('最初の位置', 1, POSITION), to: number('最後の位置', 1, POSITION) } },
    ],
    'GET /api/booking/:id/erasure': [
      'この予約の宿泊者の個人情報を含む記録を返します。',
      'The records that hold the personal data of this guest, and what stands in the way of erasing.',
    ],
    'POST /api/booking/:id/erasure': [
      'この予約の宿泊者の個人情報を削除します。',
      "Erases the guest's personal data; records left out mean all that can be erased.",
      { body: erasureShape },
    ],
    'GET /api/csv-reservations/:id/erasure': [
      'この取り込みデータの宿泊者の個人情報を含む記録を返します。',
      'The same, from an imported record.',
    ],
    'POST /api/csv-reservations/:id/erasure': [
      'この取り込みデータの宿泊者の個人情報を削除します。',
      'The same, from an imported record.',
      { body: erasureShape },
    ],
    'GET /api/tentative-stays/:id/erasure': [
      'この仮予約の宿泊者の個人情報を含む記録を返します。',
      'The same, from a 仮予約, also one that has ended.',
    ],
    'POST /api/tentative-stays/:id/erasure': [
      'この仮予約の宿泊者の個人情報を削除します。部屋を押さえている間は解放します。',
      'The same, from a 仮予約, which is released where it still holds its room.',
      { body: erasureShape },
    ],
    'GET /api/waiting-list/:id/erasure': [
      'このキャンセル待ちの宿泊者の個人情報を含む記録を返します。',
      'The same, from an entry of the waiting list, also one that waits no longer.',
    ],
    'POST /api/waiting-list/:id/erasure': [
      'このキャンセル待ちの宿泊者の個人情報を削除します。',
      'The same, from an entry of the waiting list, which waits no longer.',
      { body: erasureShape },
    ],
  },
};

/** 開業準備. */
const SETUP_CALLS: CallGroup = {
  name: '開業準備',
  title: 'The first day of a hotel',
  calls: {
    'GET /api/setup': [
      '開業準備がどこまで進んでいるかを返します。',
      'How far the hotel is: `{is_preparing, opened_on, steps: [{step, state}], next, rooms, rooms_until, payments, corporates, staff, bookings}`; `state` is `done`, `skipped` or `open`.',
    ],
    'GET /api/setup/comparison': [
      '今日から60日間の部屋数と予約の泊数を、旧システムの数字と並べて返します。',
      'The next 60 days: `[{date, rooms, nights, old_rooms, old_nights}]`, the old figures null where none were entered.',
    ],
    'POST /api/setup/begun': [
      '開業準備を始めます。予約のあるホテルでは何もしません。',
      'Begins to set up; nothing in a hotel that has bookings already. Like the other writes it answers as `GET /api/setup`.',
    ],
    'PUT /api/setup/skipped': [
      'ステップを後回しにする、またはやり直します。',
      'Skips a step, or takes it up again.',
      { body: skipStepShape },
    ],
    'PUT /api/setup/old-figures': [
      '旧システムの数字を、日ごとにまとめて入れ替えます。',
      'All that the old system says, day by day.',
      { body: oldFiguresShape },
    ],
    'POST /api/setup/opened': [
      '開業します。',
      'Opens the hotel; nothing when it is open already, 409 when it has no rooms (`no_rooms`).',
    ],
    'POST /api/setup/usual-payments': [
      'よく使われる支払方法のうち、まだないものを登録します。',
      'Adds the usual ways of paying that are missing: `{added}`.',
    ],
  },
};

/** The application itself: sign-in, health, this documentation. */
const SERVICE_CALLS: CallGroup = {
  name: 'ログイン・運用',
  title: 'Sign-in and operation',
  calls: {
    'GET /api/session': [
      'ログインしているスタッフを返します。',
      'Who is signed in: `{mode, staff, expires_at}`.',
    ],
    'POST /api/session': ['ログインします。', 'Signs in.', { body: signInShape, isNotRemembered: true }],
    'PUT /api/session': [
      'ワンタイムコードでパスワードを決めてログインする、またはパスワードを変更します。',
      'Chooses a password with a one-time code and signs in; or, signed in, chooses another one.',
      { body: [redeemCodeShape, changePasswordShape], isNotRemembered: true },
    ],
    'DELETE /api/session': ['ログアウトします。', 'Signs out.', { isNotRemembered: true }],
    'GET /api/hotel': [
      'ホテルの情報・タイムゾーン・今日・ログの位置を返します。',
      'What the hotel says of itself, its zone and today, where its log stands, and how many registrations failed.',
    ],
    'PUT /api/hotel': [
      'ホテルの名前・住所・登録番号・領収書の内容などを変更します。',
      'Gives the hotel its whole new content; `version` is 0 before the first.',
      { body: hotelShape, hasVersion: true },
    ],
    'POST /api/screen-errors': [
      '画面で起きたエラーを記録します。',
      'Reports an error of a screen to the log of the node.',
      { body: screenErrorShape, isNotRemembered: true },
    ],
    'GET /api/docs': ['このページです。', 'This documentation as a page, in Japanese.'],
    'GET /api/openapi.json': ['この文書をOpenAPI 3.1の形で返します。', 'This documentation as OpenAPI 3.1.'],
    'GET /health/live': ['サーバーが動いているかを返します。', 'Whether the process is alive.'],
    'GET /health/ready': [
      '要求に応えられるかを部分ごとに返します。',
      'Whether it can serve, part by part; 503 with the reason while it can not.',
    ],
    'GET /metrics': ['Prometheus用の計測値を返します。', 'Metrics for Prometheus.'],
  },
};

/** The way in from another system, and the way out. */
const MOVE_IN_CALLS: CallGroup = {
  name: 'データ移行と書き出し',
  title: 'Moving in and out',
  calls: {
    'POST /api/move-in/files': [
      '旧システムの予約のファイル(CSV・TSV)を受け取り、列の見当を付けます。',
      'Takes a file with bookings of another system (CSV or TSV, UTF-8 or CP932) and guesses its columns: `{id, header, mapping, sample, …}`. Nothing is booked.',
      { form: {} },
    ],
    'GET /api/move-in/files': [
      '最近のファイルを返します。',
      'The latest 20 files with the progress of their last run.',
    ],
    'GET /api/move-in/files/:id': [
      'ファイルの列と、確認か移行の進み具合を返します。',
      'A file with its columns and the progress of its last run.',
    ],
    'POST /api/move-in/files/:id/runs': [
      'ファイルの予約を移行します。dry_run=1では結果だけを確かめます。',
      'Moves in the rows that are no bookings yet, or those of `lines`; `dry_run: 1` only says what would happen. The mapping is remembered for files with the same header. 409 while a run is running.',
      { body: moveInRunShape, hasVersion: false },
    ],
    'POST /api/move-in/files/:id/take-back': [
      'このファイルから移行した予約を取り消します。その後に変更された予約は残します。',
      'Takes back the bookings that the rows of this file have become, except those that anybody has changed since. 409 while a run is running, and where there are none.',
      { hasVersion: false },
    ],
    'GET /api/move-in/files/:id/rows': [
      '最後の確認か移行の結果を行ごとに返します。',
      'What became of each row in the last run, 500 at a time: `{rows, next}`.',
      {
        query: {
          outcome: choice('結果', MOVE_IN_OUTCOMES).optional(),
          after: number('行番号', 0, 1_000_000).optional(),
        },
      },
    ],
    'GET /api/move-in/files/:id/reasons': [
      '移行できない理由と行数を返します。',
      'Why rows failed in the last run, the most frequent first.',
    ],
    'GET /api/move-in/files/:id/failed.csv': [
      '移行できない行を、直してもう一度使えるCSVファイルで返します。',
      'The rows that failed as they were, with their line and what is to be mended.',
    ],
    'GET /api/move-in/export.zip': [
      'ホテルが入力したすべてを、CSVファイルのZIPで返します。',
      'Everything that the hotel entered as CSV files; another installation reads its 予約.csv as it is.',
    ],
  },
};

/** The calls of the office and of operators, in the order of the documentation. */
export const OFFICE_CALLS: readonly CallGroup[] = [
  MASTER_CALLS,
  SETUP_CALLS,
  MOVE_IN_CALLS,
  LOG_CALLS,
  SERVICE_CALLS,
];
