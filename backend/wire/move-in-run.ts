import { LEFT_OUT, MOVE_IN_FIELDS } from '@domain/move-in/move-in-fields.js';
import { PAST_CHOICES } from '@domain/move-in/plan-row.js';
import { keysOf } from '@domain/records.js';
import { z } from 'zod';
import { choice, flag, text } from './fields.js';

const FIELD_WRONG = '列の選択が正しくありません。';
const LINES_WRONG = '行の選択が正しくありません。';
const MOST_COLUMNS = 200;
const MOST_LINES = 100_000;
const LONGEST_SYSTEM = 50;

/** The body of `POST /api/move-in/files/{id}/runs`. */
export const moveInRunShape = {
  mapping: z
    .array(z.enum([...keysOf(MOVE_IN_FIELDS), LEFT_OUT, ''], { error: FIELD_WRONG }), {
      error: FIELD_WRONG,
    })
    .max(MOST_COLUMNS, { error: FIELD_WRONG }),
  system: text('旧システムの名前', LONGEST_SYSTEM),
  past: choice('過去の宿泊', PAST_CHOICES),
  dry_run: flag('事前チェック'),
  lines: z
    .array(z.int({ error: LINES_WRONG }).positive({ error: LINES_WRONG }), { error: LINES_WRONG })
    .min(1, { error: LINES_WRONG })
    .max(MOST_LINES, { error: LINES_WRONG })
    .optional(),
};
