import { createRequire } from 'node:module';
import { invalid } from '@domain/broken-rule.js';
import { SHORTEST_PASSWORD } from '@domain/limits.js';
import { hash, verify } from '@node-rs/argon2';
import { refusal } from '../platform/errors.js';

/** argon2id, the library's default kind, at the cost that OWASP recommends: 19 MiB, two passes. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password matches: unknown names take as long as known ones. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$/O2haHLCpZYMAkYU522guw$eC08BWXm9rkdDLIIY2qXX0Zkexm7SlGXZ5byVTYoezo';

// The same characters may be composed in different ways on different keyboards.
const typed = (password: string): string => password.normalize('NFKC');

const COMMON_PASSWORD = refusal([
  invalid(
    'common_password',
    'password',
    'よく使われていて推測されやすいパスワードです。別のパスワードにしてください。',
  ),
]);

const WEAK_PASSWORD = refusal([
  invalid(
    'weak_password',
    'password',
    '推測されやすいパスワードです。ログイン名や同じ文字の繰り返しではないものにしてください。',
  ),
]);

const require = createRequire(import.meta.url);
/** Entries of the list that are long enough to be chosen; read when somebody chooses for the first time. */
let commonPasswords: Set<string> | null = null;

function isCommon(password: string): boolean {
  commonPasswords ??= new Set(
    (require('popular-passwords') as string[]).filter(({ length }) => length >= SHORTEST_PASSWORD),
  );
  return commonPasswords.has(typed(password).toLowerCase());
}

/** Fewest different characters of a password, and fewest of them beside a login name in it. */
const FEWEST_CHARACTERS = 5;

/** Returns true if a password is made of few characters, or of little more than the login name. */
function isWeak(password: string, loginName: string | null): boolean {
  const text = typed(password).toLowerCase();
  const own = loginName ? text.replaceAll(loginName, '') : text;
  return new Set(own).size < FEWEST_CHARACTERS;
}

/** Refuses a password that is among the first that anybody would try of somebody with this login name, null for not known yet. */
export function requireUncommon(password: string, loginName: string | null): void {
  if (isCommon(password)) throw COMMON_PASSWORD;
  if (isWeak(password, loginName)) throw WEAK_PASSWORD;
}

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), HASH_COST);
}

/** Returns whether a password fits a stored hash; takes as long where there is none. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored ?? DUMMY_HASH, typed(password));
  return matches && stored !== undefined;
}
