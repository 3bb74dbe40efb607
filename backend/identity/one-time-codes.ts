import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hashRaw } from '@node-rs/argon2';
import type { OneTimeCode } from '@wire/session.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { HASH_COST } from './passwords.js';

const VALID_MS = 24 * 60 * 60 * 1_000;
/** Without 0 and O, 1 and I, which look alike. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** The same for all, so that a code is found by its hash; the codes are random enough to need none of their own. */
const SALT = Buffer.from('one-time code of the front desk');

function randomCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Hashes a code however it was typed: small letters, full width, with or without hyphens. */
function hashCode(code: string): Promise<Buffer> {
  const typed = code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return hashRaw(typed, { ...HASH_COST, salt: SALT });
}

/** Codes with which a member of staff chooses a password, once and within a day. Only their hashes are kept. */
@Injectable()
export class OneTimeCodes {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly clock: Clock,
  ) {}

  /** Makes a code; an older one of the same member of staff is valid no more. */
  async make(staffId: number): Promise<OneTimeCode> {
    const code = randomCode();
    const made = { hash: await hashCode(code), expires_at: new Date(this.clock.now().getTime() + VALID_MS) };
    await this.database
      .insertInto('one_time_codes')
      .values({ staff_id: staffId, ...made })
      .onConflict((known) => known.column('staff_id').doUpdateSet(made))
      .execute();
    return { code, expires_at: made.expires_at.toISOString() };
  }

  /** Finds a valid code, and how to use it up in a transaction: whose it was, null when it is wrong or was used. */
  async find(code: string): Promise<(transaction: HotelDatabase) => Promise<number | null>> {
    const hash = await hashCode(code);
    return async (transaction) => {
      const used = await transaction
        .deleteFrom('one_time_codes')
        .where('hash', '=', hash)
        .where('expires_at', '>', this.clock.now())
        .returning('staff_id')
        .executeTakeFirst();
      return used?.staff_id ?? null;
    };
  }
}
