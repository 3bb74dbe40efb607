import { z } from 'zod';

const MOST_PLACES = 20;

const WRONG = '画面のエラーの内容が正しくありません。';
const word = (pattern: RegExp) => z.string({ error: WRONG }).regex(pattern, { error: WRONG });

/**
 * Body of `POST /api/screen-errors`: the kind of an error (`TypeError`), the first part of the page's address, and
 * where it was thrown (`AuditScreen-B2x.js:1:204`). It has no message, which could contain personal data.
 */
export const screenErrorShape = {
  kind: word(/^[A-Za-z]{1,60}$/),
  screen: word(/^\/[a-z-]{0,60}$/),
  places: z
    .array(word(/^[\w.-]{1,100}:\d{1,7}:\d{1,7}$/), { error: WRONG })
    .max(MOST_PLACES, { error: WRONG }),
};
export type ScreenError = z.output<z.ZodObject<typeof screenErrorShape>>;
