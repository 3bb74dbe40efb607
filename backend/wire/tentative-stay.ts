import { MAX_NAME, MAX_REMARK, MAX_TEL } from '@domain/limits.js';
import { z } from 'zod';
import { dayField, readOnly, requiredText, text } from './fields.js';

const UNTIL = '仮予約の期限を日時で入力してください。';
const START = '仮予約の開始日';
const END = '仮予約の終了日';

/** A moment, RFC 3339 with any offset; read as one in UTC. */
const until = z.iso.datetime({ offset: true, error: UNTIL }).transform((moment, context) => {
  const at = new Date(moment);
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  context.addIssue({ code: 'custom', message: UNTIL });
  return z.NEVER;
});

/** Body of `POST /api/tentative-stays`: the nights from `start_date` to before `end_date`, for whom, and until when. */
export const tentativeStayShape = {
  room_number: requiredText('部屋番号', 20),
  start_date: dayField(START),
  end_date: dayField(END),
  guest_name: requiredText('宿泊者名', MAX_NAME),
  tel: text('電話番号', MAX_TEL).optional(),
  remark: text('備考', MAX_REMARK).optional(),
  until,
};

/** Body of `PUT /api/tentative-stays/{id}`; what is left out stays. */
export const tentativeStayChangeShape = {
  ...readOnly({
    ...{ id: true, version: true, room_number: true, is_ended: true, staff_id: true },
    ...{ reason: true, tentative: true },
  }),
  start_date: dayField(START).optional(),
  end_date: dayField(END).optional(),
  guest_name: requiredText('宿泊者名', MAX_NAME).optional(),
  tel: text('電話番号', MAX_TEL).optional(),
  remark: text('備考', MAX_REMARK).optional(),
  until: until.optional(),
};

/** Body of `POST /api/tentative-stays/{id}/restore`. */
export const tentativeRestoreShape = { until };
