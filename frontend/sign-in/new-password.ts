import { SHORTEST_PASSWORD } from '@domain/limits.js';

/** A new password as it is typed, twice. */
export type NewPassword = { password: string; again: string };

export const BLANK_PASSWORD: NewPassword = { password: '', again: '' };

/** What is asked of a new password, and whether it is so. */
export function passwordRules({ password, again }: NewPassword): { rule: string; met: boolean }[] {
  return [
    { rule: `${SHORTEST_PASSWORD}文字以上`, met: [...password].length >= SHORTEST_PASSWORD },
    { rule: '2回とも同じ', met: password !== '' && password === again },
  ];
}

/** Why a new password cannot be taken; null when it can. */
export function passwordFault(typed: NewPassword): string | null {
  const [long, same] = passwordRules(typed);
  if (!long?.met) return `新しいパスワードは${SHORTEST_PASSWORD}文字以上で入力してください。`;
  return same?.met ? null : '新しいパスワードが2回とも同じになるように入力してください。';
}
