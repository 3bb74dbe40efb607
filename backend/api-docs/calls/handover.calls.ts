import { GRAINS } from '@domain/reports/periods.js';
import { choice } from '@wire/fields.js';
import { handoverShape, noteDoneShape, noteShape } from '@wire/handover.js';
import type { CallGroup } from '../call.js';
import { days, moment, number, onOff } from './query-fields.js';

const reportQuery = { ...days, by: choice('まとめ方', GRAINS).optional() };

/** Handing over a shift, and reports. */
export const HANDOVER_CALLS: CallGroup = {
  name: '引継ぎ・レポート',
  title: 'Handover and reports',
  calls: {
    'GET /api/handover': {
      summary: '離れてから、または指定した時点からの変更を人ごとに返します。',
      description:
        "What happened since a position, an instant or a day's end; without `since`, since the asker's last handover, or else since midnight.",
      query: { since: moment },
    },
    'GET /api/handover/unread': {
      summary: '離れてから他の人が変えた件数を返します。',
      description:
        'How many bookings, notes and handovers others touched since the asker left and after `read`: `{since, count, head}`.',
      query: { read: number('既読の位置', 0, Number.MAX_SAFE_INTEGER) },
    },
    'POST /api/handover': {
      summary: '引継ぎを確定します。',
      description: 'Hands the shift over; `seen` is the position its staff had looked at.',
      body: handoverShape,
    },
    'GET /api/handover-notes': {
      summary: '期間の申し送りを返します。with_open=1で、他の日の未完了も含みます。',
      description: 'Notes of days; `with_open=1` adds those of any other day that are not done.',
      query: { ...days, with_open: onOff('未完了も含める') },
    },
    'POST /api/handover-notes': {
      summary: '申し送りを書きます。',
      description: 'Writes a note.',
      body: noteShape,
    },
    'PUT /api/handover-notes/:id': {
      summary: '申し送りを変更します。',
      description: 'Changes a note.',
      body: noteShape,
    },
    'PUT /api/handover-notes/:id/done': {
      summary: '申し送りを完了にする、または未完了に戻します。',
      description: 'Marks a note as done, or reopens it.',
      body: noteDoneShape,
    },
    'DELETE /api/handover-notes/:id': {
      summary: '申し送りを削除します。',
      description: 'Removes a note.',
    },
    'GET /api/reports': {
      summary: '稼働率・売上などの集計を返します。',
      description: 'Totals, slices (by day when `by` is left out), categories, sources and lead times.',
      query: reportQuery,
    },
    'GET /api/reports.csv': {
      summary: '同じ集計をCSVファイルで返します。',
      description: 'The same as a file: UTF-8 with BOM, one line for each slice and one for all.',
      query: reportQuery,
    },
  },
};
