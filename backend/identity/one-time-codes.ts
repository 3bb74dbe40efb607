import { randomInt, randomUUID } from 'node:crypto';
import { invalid } from '@domain/broken-rule.js';
import type { Staff } from '@domain/masters/masters.js';
import { Inject, Injectable } from '@nestjs/common';
import { hashRaw } from '@node-rs/argon2';
import { decodeFields } from '@wire/fields.js';
import { type OneTimeCode, staffShape } from '@wire/session.js';
import { EventStore } from '../event-store/event-store.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { refusal } from '../platform/errors.js';
import { DATABASE } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { staffStream } from '../streams/master.stream.js';
import { AccessRecords } from './access-records.js';
import { HASH_COST } from './passwords.js';

const COMMAND = 'コマンド';

const NO_ADMIN = refusal([
  invalid('not_admin', 'login_name', 'このログイン名のスタッフは管理者ではありません。'),
]);
const VALID_MS = 24 * 60 * 60 * 1_000;
/** Without 0 and O, 1 and I, which look alike. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Constant, so that a code is found by its hash; the codes are random enough without a salt of their own. */
const SALT = Buffer.from('one-time code of the front desk');

function randomCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Hashes a code however it was typed: small letters, full width, with or without hyphens. */
export function hashCode(code: string): Promise<Buffer> {
  const typed = code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return hashRaw(typed, { ...HASH_COST, salt: SALT });
}

/** Codes with which a member of staff chooses a password, once and within a day; stored as hashes only. */
@Injectable()
export class OneTimeCodes {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly records: AccessRecords,
  ) {}

  /** Creates a code; an older one of the same member of staff becomes invalid. */
  async make(staff: Staff, write: WriteContext): Promise<OneTimeCode> {
    const code = randomCode();
    const expiresAt = new Date(this.clock.now().getTime() + VALID_MS);
    await this.records.makeCode(staff, { hash: await hashCode(code), expiresAt }, write);
    return { code, expires_at: expiresAt.toISOString() };
  }

  /** Returns whose code has this hash; null for one that is unknown or no longer valid. */
  async ownerOf(hash: Buffer): Promise<number | null> {
    const found = await this.database
      .selectFrom('one_time_codes')
      .select('staff_id')
      .where('hash', '=', hash)
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirst();
    return found?.staff_id ?? null;
  }

  /**
   * From the command line, for the first admin and for one whose password is lost: a code for the admin of a login name,
   * who is created when no active staff member has it.
   */
  async makeForAdmin(login_name: string, name: string): Promise<OneTimeCode> {
    const { values, unreadable } = decodeFields(staffShape, { login_name, name, role: 'admin' });
    if (unreadable.length > 0) throw refusal(unreadable);
    const details = { name: values.name ?? '', role: 'admin' as const, loginName: values.login_name ?? '' };
    const write = { staffId: null, terminal: COMMAND, requestId: randomUUID() };
    const decide = (unit: UnitOfWork): Staff => {
      const existing = [...unit.reference.staff.values()].find(
        ({ loginName, isRetired }) => loginName === details.loginName && !isRetired,
      );
      if (existing && existing.role !== 'admin') throw NO_ADMIN;
      return (
        existing ??
        unit.append(staffStream, unit.nextPosition, { type: 'StaffDefined', data: details }, write)
      );
    };
    const staff = await this.store.execute({ idempotency: null, requirements: [], decide });
    return this.make(staff, write);
  }
}
