import { invalid } from '@domain/broken-rule.js';
import type { Staff } from '@domain/masters/masters.js';
import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { RefusedError, refusal } from '../platform/errors.js';
import { DATABASE } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { AccessRecords } from './access-records.js';
import { type LoginAttempt, LoginThrottle } from './login-throttle.js';
import { hashCode, OneTimeCodes } from './one-time-codes.js';
import { hashPassword, isPassword, requireUncommon } from './passwords.js';
import { maySignIn } from './signed-in-staff.js';

const NOBODY = 0;

const WRONG_CREDENTIALS = new RefusedError(401, [
  invalid('wrong_credentials', null, 'ログイン名またはパスワードが違います。'),
]);
const WRONG_CODE = new RefusedError(401, [
  invalid('wrong_code', null, 'ワンタイムコードが違うか、期限が切れています。'),
]);
const WRONG_PASSWORD = refusal([
  invalid('wrong_password', 'current_password', '現在のパスワードが違います。'),
]);

/** The known device (null for another) and the address that a call comes from. */
type Caller = Omit<LoginAttempt, 'account'>;

/** Sign-in by password or one-time code, and changes of the password. */
@Injectable()
export class AuthService {
  constructor(
    private readonly store: EventStore,
    private readonly attempts: LoginThrottle,
    private readonly codes: OneTimeCodes,
    private readonly records: AccessRecords,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The staff member of a login name and password; the refusal does not say which is wrong. */
  async signIn(typedName: string, password: string, from: Caller): Promise<Staff> {
    const loginName = typedName.normalize('NFKC').toLowerCase();
    const attempt = { account: loginName, ...from };
    await this.attempts.count(attempt);
    const staff = await this.find((known) => known.loginName === loginName);
    if (!(await this.isPasswordOf(staff, password)) || !staff) {
      this.attempts.failed('credentials', attempt);
      throw WRONG_CREDENTIALS;
    }
    await this.attempts.succeeded(attempt);
    return staff;
  }

  /** Redeems a one-time code and stores the chosen password; every session of the staff member ends. */
  async redeem(code: string, password: string, from: Caller, write: WriteContext): Promise<Staff> {
    const attempt = { account: null, ...from };
    await this.attempts.count(attempt);
    const hash = await hashCode(code);
    const chosen = await hashPassword(password);
    const { reference } = await this.store.current();
    const staff = reference.staff.get((await this.codes.ownerOf(hash)) ?? NOBODY);
    if (maySignIn(staff)) await this.requireOwnChoice(password, staff.loginName, attempt);
    const choice = { hash: chosen, code: hash, keptSid: null };
    const isChosen =
      maySignIn(staff) && (await this.records.choosePassword(staff, choice, { ...write, staffId: staff.id }));
    if (!isChosen) {
      this.attempts.failed('code', attempt);
      throw WRONG_CODE;
    }
    await this.attempts.succeeded({ account: staff.loginName, ...from });
    return staff;
  }

  /** Refuses a password that is easily guessed from the login name; the attempt was no guess. */
  private async requireOwnChoice(
    password: string,
    loginName: string | null,
    attempt: LoginAttempt,
  ): Promise<void> {
    try {
      requireUncommon(password, loginName);
    } catch (error) {
      await this.attempts.forgive(attempt);
      throw error;
    }
  }

  /** Changes the password of a signed-in staff member; their other sessions end. */
  async changePassword(
    { staffId, sid, from }: { staffId: number; sid: string; from: Caller },
    { current, chosen }: { current: string; chosen: string },
    write: WriteContext,
  ): Promise<void> {
    const staff = await this.find(({ id }) => id === staffId);
    const attempt = { account: staff?.loginName ?? null, ...from };
    await this.attempts.count(attempt);
    if (!staff || !(await this.isPasswordOf(staff, current))) throw WRONG_PASSWORD;
    await this.attempts.forgive(attempt);
    requireUncommon(chosen, staff.loginName);
    const hash = await hashPassword(chosen);
    await this.records.choosePassword(staff, { hash, code: null, keptSid: sid }, write);
  }

  /** Takes as long for an unknown member of staff. */
  private async isPasswordOf(staff: Staff | undefined, password: string): Promise<boolean> {
    const known = await this.database
      .selectFrom('password_hashes')
      .select('hash')
      .where('staff_id', '=', staff?.id ?? NOBODY)
      .executeTakeFirst();
    return isPassword(password, known?.hash);
  }

  /** Finds among the staff who may sign in. */
  private async find(matches: (staff: Staff) => boolean): Promise<Staff | undefined> {
    const { reference } = await this.store.current();
    return [...reference.staff.values()].find((staff) => maySignIn(staff) && matches(staff));
  }
}
