import { SHORTEST_PASSWORD } from '@domain/limits.js';
import { STAFF_ROLES, type StaffRole } from '@domain/masters/staff-role.js';
import { z } from 'zod';
import { readOnly, requiredText, text } from './fields.js';
import { managedFields } from './master-records.js';

const LONGEST_PASSWORD = 200;
const LONGEST_LOGIN_NAME = 50;

/**
 * The session: without sign-in `mode` is `off` and everything is allowed; with it `staff` is null while signed out.
 * `expires_at` is when the session ends at the latest.
 */
export type SessionRecord = {
  mode: 'off' | 'session';
  staff: { id: number; name: string; role: StaffRole } | null;
  expires_at: string | null;
};

function passwordField(label: string) {
  return z
    .string({ error: `${label}を入力してください。` })
    .min(1, { error: `${label}を入力してください。` })
    .max(LONGEST_PASSWORD, { error: `${label}は${LONGEST_PASSWORD}文字以内で入力してください。` });
}

const newPassword = passwordField('新しいパスワード').refine(
  (value) => [...value].length >= SHORTEST_PASSWORD,
  { error: `新しいパスワードは${SHORTEST_PASSWORD}文字以上で入力してください。` },
);

/** Body of `POST /api/session`: signs in. */
export const signInShape = {
  login_name: text('ログイン名', LONGEST_LOGIN_NAME),
  password: passwordField('パスワード'),
};

/** Body of `PUT /api/session` with a one-time code: sets a password and signs in. */
export const redeemCodeShape = {
  code: text('ワンタイムコード', LONGEST_LOGIN_NAME),
  password: newPassword,
};

/** Body of `PUT /api/session` while signed in: changes the password. */
export const changePasswordShape = {
  current_password: passwordField('現在のパスワード'),
  password: newPassword,
};

/** Answer of `POST /api/staff/{id}/one-time-code`: shown once, stored only as a hash. */
export type OneTimeCode = { code: string; expires_at: string };

/** Body of the writes of a staff record. */
export const staffShape = {
  ...managedFields,
  ...readOnly({ can_sign_in: true }),
  name: requiredText('氏名', 100),
  role: z.enum(STAFF_ROLES, { error: '役割の選択が正しくありません。' }),
  login_name: text('ログイン名', LONGEST_LOGIN_NAME)
    .transform((value) => value.normalize('NFKC').toLowerCase())
    .refine((value) => /^[a-z0-9][a-z0-9._-]*$/.test(value), {
      error: 'ログイン名は半角の英数字と . _ - で入力してください。',
    })
    .nullable(),
};
