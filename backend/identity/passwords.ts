import { createRequire } from 'node:module';
import { invalid } from '@domain/broken-rule.js';
import { SHORTEST_PASSWORD } from '@domain/limits.js';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import type { HotelDatabase } from '../platform/database.js';
import { refusal } from '../platform/errors.js';
import { DATABASE } from '../platform/platform.module.js';

/** argon2id, the library's default kind, at the cost that OWASP recommends: 19 MiB, two passes. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password matches: unknown names take as long as known ones. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$/O2haHLCpZYMAkYU522guw$eC08BWXm9rkdDLIIY2qXX0Zkexm7SlGXZ5byVTYoezo';

const NOBODY = 0;

// The same characters may be composed in different ways on different keyboards.
const typed = (password: string): string => password.normalize('NFKC');

const COMMON_PASSWORD = refusal([
  invalid(
    'common_password',
    'password',
    'よく使われていて推測されやすいパスワードです。別のパスワードにしてください。',
  ),
]);

const require = createRequire(import.meta.url);
/** Those of the list that are long enough to be chosen; read when somebody chooses for the first time. */
let commonPasswords: Set<string> | null = null;

function isCommon(password: string): boolean {
  commonPasswords ??= new Set(
    (require('popular-passwords') as string[]).filter(({ length }) => length >= SHORTEST_PASSWORD),
  );
  return commonPasswords.has(typed(password).toLowerCase());
}

/** Refuses a password that is among the first that anybody would try. */
export function requireUncommon(password: string): void {
  if (isCommon(password)) throw COMMON_PASSWORD;
}

/** Hashes a password that was chosen. */
export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), HASH_COST);
}

/** The passwords of staff, stored as hashes only. */
@Injectable()
export class Passwords {
  constructor(@Inject(DATABASE) private readonly database: HotelDatabase) {}

  /** Whether it is the password of a member of staff; takes as long for an unknown one (null). */
  async isOf(staffId: number | null, password: string): Promise<boolean> {
    const known = await this.database
      .selectFrom('password_hashes')
      .select('hash')
      .where('staff_id', '=', staffId ?? NOBODY)
      .executeTakeFirst();
    const matches = await verify(known?.hash ?? DUMMY_HASH, typed(password));
    return matches && known !== undefined;
  }

  /** Stores the hash of a chosen password in a transaction. */
  async store(transaction: HotelDatabase, staffId: number, chosen: string): Promise<void> {
    await transaction
      .insertInto('password_hashes')
      .values({ staff_id: staffId, hash: chosen })
      .onConflict((known) => known.column('staff_id').doUpdateSet({ hash: chosen, chosen_at: new Date() }))
      .execute();
  }
}
