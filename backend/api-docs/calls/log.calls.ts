import { erasureShape } from '@wire/erasure.js';
import { choice } from '@wire/fields.js';
import { screenErrorShape } from '@wire/screen-error.js';
import { changePasswordShape, redeemCodeShape, signInShape } from '@wire/session.js';
import { z } from 'zod';
import type { CallGroup } from '../call.js';
import { days, moment, number, text } from './query-fields.js';

const LARGEST_ID = 2_147_483_647;
const POSITION = Number.MAX_SAFE_INTEGER;

/** The event log: auditing, the past, evidence, erasure. */
export const LOG_CALLS: CallGroup = {
  name: '監査',
  title: 'Event log',
  calls: {
    'GET /api/events': {
      summary: 'イベントを検索し、ページ・NDJSON・CSVで返します。',
      description:
        'The log, oldest first, or newest first with `before` (a position or `head`); as a page of JSON, all as NDJSON, or all as CSV. `type` may be given several times.',
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
    'GET /api/log/moment': {
      summary: '指定した時点の位置と、最新の位置を返します。',
      description: 'Where the log stood at a moment, and where it stands now.',
      query: { as_of: moment },
    },
    'GET /api/booking-changes': {
      summary: '指定した時点から変わった予約を返します。',
      description: 'What became of the bookings of a range of days since a moment, and by whom.',
      query: { ...days, as_of: z.string().meta({ title: '時点（位置・日時・日付）' }) },
    },
    'GET /api/checkpoints': {
      summary: '署名済みのチェックポイントを返します。',
      description: 'Signed checkpoints, newest first, and whether signing works.',
    },
    'POST /api/checkpoints': {
      summary: 'ログを検証し、チェックポイントに署名します。',
      description: 'Verifies the log since the newest checkpoint and signs where it stands.',
      isNotRemembered: true,
    },
    'GET /api/evidence-package': {
      summary: 'ログの証拠パッケージ（ZIP）を返します。',
      description:
        'A package of log, checkpoints, public key and verifiers; positions are widened to the checkpoints around them.',
      query: { from: number('最初の位置', 1, POSITION), to: number('最後の位置', 1, POSITION) },
    },
    'GET /api/booking/:id/erasure': {
      summary: 'この予約の宿泊者の個人情報を含む記録を返します。',
      description:
        'The records that hold the personal data of this guest, and what stands in the way of erasing.',
    },
    'POST /api/booking/:id/erasure': {
      summary: 'この予約の宿泊者の個人情報を削除します。',
      description: "Erases the guest's personal data; records left out mean all that can be erased.",
      body: erasureShape,
    },
    'GET /api/csv-reservations/:id/erasure': {
      summary: 'この取り込みデータの宿泊者の個人情報を含む記録を返します。',
      description: 'The same, from an imported record.',
    },
    'POST /api/csv-reservations/:id/erasure': {
      summary: 'この取り込みデータの宿泊者の個人情報を削除します。',
      description: 'The same, from an imported record.',
      body: erasureShape,
    },
  },
};

/** The application itself: sign-in, health, this documentation. */
export const SERVICE_CALLS: CallGroup = {
  name: 'ログイン・運用',
  title: 'Sign-in and operation',
  calls: {
    'GET /api/session': {
      summary: 'ログインしているスタッフを返します。',
      description: 'Who is signed in: `{mode, staff, expires_at}`.',
    },
    'POST /api/session': {
      summary: 'ログインします。',
      description: 'Signs in.',
      body: signInShape,
      isNotRemembered: true,
    },
    'PUT /api/session': {
      summary: 'ワンタイムコードでパスワードを決めてログインする、またはパスワードを変更します。',
      description:
        'Chooses a password with a one-time code and signs in; or, signed in, chooses another one.',
      body: [redeemCodeShape, changePasswordShape],
      isNotRemembered: true,
    },
    'DELETE /api/session': {
      summary: 'ログアウトします。',
      description: 'Signs out.',
      isNotRemembered: true,
    },
    'GET /api/hotel': {
      summary: 'ホテルの名前・時間帯・今日・ログの位置を返します。',
      description:
        "The hotel's name, zone and today, where its log stands, and how many registrations failed.",
    },
    'POST /api/screen-errors': {
      summary: '画面で起きたエラーを記録します。',
      description: 'Reports an error of a screen to the log of the node.',
      body: screenErrorShape,
      isNotRemembered: true,
    },
    'GET /api/docs': {
      summary: 'このページです。',
      description: 'This documentation as a page, in Japanese.',
    },
    'GET /api/openapi.json': {
      summary: 'この文書をOpenAPI 3.1の形で返します。',
      description: 'This documentation as OpenAPI 3.1.',
    },
    'GET /health/live': {
      summary: 'サーバーが動いているかを返します。',
      description: 'Whether the process is alive.',
    },
    'GET /health/ready': {
      summary: '要求に応えられるかを部分ごとに返します。',
      description: 'Whether it can serve, part by part; 503 with the reason while it can not.',
    },
    'GET /metrics': { summary: 'Prometheus用の計測値を返します。', description: 'Metrics for Prometheus.' },
  },
};
