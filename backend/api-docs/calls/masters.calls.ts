import { blacklistShape, corporateShape, paymentShape, retiredShape } from '@wire/master-records.js';
import {
  acknowledgedShape,
  changeRoomMonthsShape,
  copyMonthShape,
  defineRoomShape,
} from '@wire/room-months.js';
import { staffShape } from '@wire/session.js';
import type { z } from 'zod';
import type { Call, CallGroup } from '../call.js';
import { moment, month, onOff } from './query-fields.js';

/** The writes that all master records have. */
function writesOf(path: string, name: string, record: string, body: z.ZodRawShape): Record<string, Call> {
  return {
    [`POST /api/${path}`]: { summary: `${name}を登録します。`, description: `Adds a ${record}.`, body },
    [`PUT /api/${path}/:id`]: {
      summary: `${name}を変更します。`,
      description: `Gives a ${record} its whole new content.`,
      body,
    },
    [`PUT /api/${path}/:id/retired`]: {
      summary: `${name}を使用停止にする、または戻します。`,
      description: `Takes a ${record} out of use, or puts it back.`,
      body: retiredShape,
    },
  };
}

const all = onOff('使用停止も含める');
const ALL = '`all=1` also gives retired ones, with `version` and `is_retired`.';

/** Rooms and master records. */
export const MASTER_CALLS: CallGroup = {
  name: 'マスタ',
  title: 'Rooms and master records',
  calls: {
    'GET /api/rooms': {
      summary: '月の部屋を表示順に返します。',
      description: 'The rooms of a month in display order.',
      query: { ...month, as_of: moment },
    },
    'GET /api/room-months': {
      summary: '月の部屋を、版番号と予約のある泊数と一緒に返します。',
      description: 'The rooms of a month with versions and how many nights are booked in each.',
      query: month,
    },
    'PUT /api/room-months': {
      summary: '複数の部屋をまとめて変更します。',
      description:
        'Changes many rooms at once, all or none. A room that becomes 予約不可 while it has bookings is refused (409, `booked_room`), one error for each booking whose `field` is its id, until all are in `acknowledged`.',
      body: changeRoomMonthsShape,
    },
    'POST /api/room-months': {
      summary: '部屋を追加します。',
      description: 'Adds a room, from one month to another.',
      body: defineRoomShape,
    },
    'POST /api/room-months/copy': {
      summary: '月の部屋を別の月に写します。',
      description: 'Makes a month what another is; rooms that only it has stay.',
      body: copyMonthShape,
    },
    'GET /api/room-months.csv': {
      summary: '月の部屋をCSVファイルで返します。',
      description: 'A month as a file for a spreadsheet.',
      query: month,
    },
    'POST /api/room-months/csv': {
      summary: '部屋のCSVファイルを取り込みます。dry_run=1では確かめるだけです。',
      description:
        'Reads such a file back, UTF-8 or Shift_JIS; `acknowledged` is a list in JSON. Every fault is named with its line, and then nothing is written.',
      query: { dry_run: onOff('確認のみ') },
      form: acknowledgedShape,
    },
    'GET /api/corporate_master': {
      summary: '法人を登録順に返します。',
      description: `Companies in the order they were entered. ${ALL}`,
      query: { all, as_of: moment },
    },
    ...writesOf('corporate_master', '法人', 'company', corporateShape),
    'GET /api/payment_master': {
      summary: '支払方法を登録順に返します。',
      description: `Ways of paying in the order they were entered. ${ALL}`,
      query: { all, as_of: moment },
    },
    ...writesOf('payment_master', '支払方法', 'way of paying', paymentShape),
    'GET /api/blacklist': {
      summary: 'ブラックリストを返します。',
      description: `Guests who are pointed out before a save. ${ALL}`,
      query: { all },
    },
    ...writesOf('blacklist', 'ブラックリスト', 'blacklist entry', blacklistShape),
    'GET /api/staff': {
      summary: 'スタッフを登録順に返します。',
      description: 'All staff, retired ones too, with role, login name and whether they can sign in.',
    },
    'GET /api/staff/:id': {
      summary: 'スタッフの氏名を返します。',
      description: 'The name of a member of staff: `{name}`.',
    },
    ...writesOf('staff', 'スタッフ', 'member of staff', staffShape),
    'POST /api/staff/:id/one-time-code': {
      summary: 'パスワードを決めるためのワンタイムコードを発行します。',
      description:
        'A one-time code with which a member of staff chooses a password; each call makes a new one.',
      isNotRemembered: true,
    },
  },
};
