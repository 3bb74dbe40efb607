import { dismissalShape, retryAllShape, roomTypeMappingShape } from '@wire/csv-actions.js';
import { ROW_OUTCOMES } from '@wire/csv-imports.js';
import { choice } from '@wire/fields.js';
import type { CallGroup } from '../call.js';
import { onOff } from './query-fields.js';

/** Reservations of the channel manager. */
export const IMPORT_CALLS: CallGroup = {
  name: '自動登録',
  title: 'Imports of the channel manager',
  calls: {
    'POST /api/csv-imports': {
      summary: '手間いらずのCSVファイルを取り込みます。dry_run=1では結果だけを確かめます。',
      description:
        'Imports a file and answers `{rows, new, changed, cancelled, unchanged, superseded, failed, results}`; a large or slow one is 202 with `Location` to poll. `dry_run=1` only says what would happen.',
      query: { dry_run: onOff('確認のみ') },
      form: {},
    },
    'GET /api/csv-imports': {
      summary: '最近の取り込みを返します。',
      description: 'The latest 50 imports.',
    },
    'GET /api/csv-imports/:id': {
      summary: '取り込みの進み具合と、終わっていれば行ごとの結果を返します。',
      description: 'How far an import is and, once it is done, what became of its rows.',
      query: { outcome: choice('結果', ROW_OUTCOMES).optional() },
    },
    'GET /api/csv-imports/:id/failed.csv': {
      summary: '登録できなかった行をCSVファイルで返します。',
      description: 'The rows that failed, as a file.',
    },
    'GET /api/csv-reservations': {
      summary: '取り込んだ予約を状態で絞って返します。',
      description: 'Imported records by status.',
      query: { status: choice('状態', ['failed', 'registered', 'cancelled', 'dismissed']).optional() },
    },
    'GET /api/fetch-csv-reservation-data/:id': {
      summary: '登録する取り込みデータを返します。',
      description: 'An imported record for the form, in the fields of a booking.',
    },
    'POST /api/csv-reservations/retry': {
      summary: '登録に失敗した予約をまとめて再試行します。',
      description:
        'Tries failed records again, those with one reason or all: `{retried, registered, failed, next}`; `next` goes into `after` while there are more.',
      body: retryAllShape,
    },
    'POST /api/csv-reservations/:id/retry': {
      summary: '登録に失敗した予約を再試行します。',
      description: 'Tries one failed record again: `{outcome, reason, detail, booking_id}`.',
    },
    'PUT /api/csv-reservations/:id/dismissed': {
      summary: '予約の要らない失敗データを対応済みにする、または戻します。',
      description:
        'Takes a failed record that needs no booking out of the queue, for a reason, or puts it back.',
      body: dismissalShape,
    },
    'GET /api/room-type-mappings': {
      summary: '部屋タイプの対応と、対応のない部屋タイプを返します。',
      description:
        'Which categories a room type of the channel manager means, and the types that have no mapping.',
    },
    'POST /api/room-type-mappings': {
      summary: '部屋タイプの対応を登録します。',
      description: 'Adds a mapping.',
      body: roomTypeMappingShape,
    },
    'PUT /api/room-type-mappings/:id': {
      summary: '部屋タイプの対応を変更します。',
      description: 'Changes a mapping.',
      body: roomTypeMappingShape,
    },
  },
};
