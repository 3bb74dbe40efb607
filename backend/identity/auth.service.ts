import { invalid } from '@domain/broken-rule.js';
import type { Staff } from '@domain/masters/masters.js';
import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { RefusedError, refusal } from '../platform/errors.js';
import { DATABASE } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { AccessRecords } from './access-records.js';
import { LoginThrottle } from './login-throttle.js';
import { OneTimeCodes } from './one-time-codes.js';
import { hashPassword, Passwords } from './passwords.js';
import { SessionRepository } from './session.repository.js';
import { SignInMetrics } from './sign-in-metrics.js';
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

/** Sign-in by password or one-time code, and changes of the password. */
@Injectable()
export class AuthService {
  constructor(
    private readonly store: EventStore,
    private readonly attempts: LoginThrottle,
    private readonly passwords: Passwords,
    private readonly codes: OneTimeCodes,
    private readonly sessions: SessionRepository,
    private readonly metrics: SignInMetrics,
    private readonly records: AccessRecords,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** The staff member of a login name and password; the refusal does not say which is wrong. */
  async signIn(typedName: string, password: string, address: string): Promise<Staff> {
    const loginName = typedName.normalize('NFKC').toLowerCase();
    const attempt = { account: loginName, address };
    await this.attempts.count(attempt);
    const staff = await this.find((known) => known.loginName === loginName);
    if (!(await this.passwords.isOf(staff?.id ?? null, password)) || !staff) {
      this.metrics.failed('credentials');
      throw WRONG_CREDENTIALS;
    }
    await this.attempts.forgive(attempt);
    this.metrics.succeeded();
    return staff;
  }

  /** Redeems a one-time code and stores the chosen password; every session of the staff member ends. */
  async redeem(code: string, password: string, address: string, write: WriteContext): Promise<Staff> {
    const attempt = { account: null, address };
    await this.attempts.count(attempt);
    const redeem = await this.codes.find(code);
    const chosen = await hashPassword(password);
    const { reference } = await this.store.current();
    const staff = await this.database.transaction().execute(async (transaction) => {
      const found = reference.staff.get((await redeem(transaction)) ?? NOBODY);
      if (!maySignIn(found)) return null;
      await this.recordPassword(found, chosen, { ...write, staffId: found.id });
      await this.passwords.store(transaction, found.id, chosen);
      await this.sessions.endOthers(transaction, found.id, null);
      return found;
    });
    if (!staff) {
      this.metrics.failed('code');
      throw WRONG_CODE;
    }
    await this.attempts.forgive({ account: staff.loginName, address });
    this.metrics.succeeded();
    return staff;
  }

  /** Changes the password of a signed-in staff member; their other sessions end. */
  async changePassword(
    { staffId, sid, address }: { staffId: number; sid: string; address: string },
    { current, chosen }: { current: string; chosen: string },
    write: WriteContext,
  ): Promise<void> {
    const staff = await this.find(({ id }) => id === staffId);
    const attempt = { account: staff?.loginName ?? null, address };
    await this.attempts.count(attempt);
    if (!staff || !(await this.passwords.isOf(staffId, current))) throw WRONG_PASSWORD;
    await this.attempts.forgive(attempt);
    const hash = await hashPassword(chosen);
    await this.database.transaction().execute(async (transaction) => {
      await this.recordPassword(staff, hash, write);
      await this.passwords.store(transaction, staffId, hash);
      await this.sessions.endOthers(transaction, staffId, sid);
    });
  }

  private recordPassword(staff: Staff, stored: string, write: WriteContext): Promise<null> {
    return this.records.credentialChanged(staff, { kind: 'password', stored, write });
  }

  /** Finds among the staff who may sign in. */
  private async find(matches: (staff: Staff) => boolean): Promise<Staff | undefined> {
    const { reference } = await this.store.current();
    return [...reference.staff.values()].find((staff) => maySignIn(staff) && matches(staff));
  }
}
