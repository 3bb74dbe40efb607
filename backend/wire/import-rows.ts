import { z } from 'zod';

const MOST_ROWS = 1_000;
const BAD_ROWS = `rowsには取り込む行を1件以上${MOST_ROWS.toLocaleString('ja-JP')}件以内の配列で指定してください。`;
const BAD_CELL = 'rowsの各行は、CSVの列の名前と文字または数値の値で指定してください。';
const LARGEST = Number.MAX_SAFE_INTEGER;
const BAD_VALUE = `rowsの値は、文字または${LARGEST.toLocaleString('ja-JP')}までの数値（桁の多い番号は文字）で指定してください。`;

/** A text that is whole Unicode, or a number that JSON brings through with all its digits. */
const cell = z.union(
  [
    z.string().refine((text) => !/\p{Cs}/u.test(text), { error: BAD_VALUE }),
    z.number().min(-LARGEST, { error: BAD_VALUE }).max(LARGEST, { error: BAD_VALUE }),
    z.null(),
  ],
  { error: BAD_VALUE },
);

/** Body of `POST /api/csv-imports/rows`: rows by the names of the file's columns. */
export const importRowsShape = {
  rows: z
    .array(z.record(z.string(), cell, { error: BAD_CELL }), {
      error: BAD_ROWS,
    })
    .min(1, { error: BAD_ROWS })
    .max(MOST_ROWS, { error: BAD_ROWS })
    .meta({ title: '取り込む行' }),
};
/** A row by the names of the file's columns; a null is an empty cell. */
export type JsonRow = Record<string, string | number | null>;
