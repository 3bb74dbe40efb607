import { hash } from 'node:crypto';
import { invalid } from '@domain/broken-rule.js';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Queryable } from '../platform/database.js';
import { TooManyError } from '../platform/errors.js';
import { POOL } from '../platform/platform.module.js';

const FAILURES_OF_AN_ACCOUNT = 10;
const FAILURES_OF_AN_ADDRESS = 100;
const WITHIN_SECONDS = 15 * 60;

const TOO_MANY = invalid(
  'too_many_attempts',
  null,
  'ログインの失敗が続いたため、しばらくログインできません。時間をおいてからもう一度お試しください。',
);

/** The account (null for a code, which names none) and the address of an attempt. */
export type LoginAttempt = { account: string | null; address: string };

// A password may have been typed as the name.
const digest = (text: string): string => hash('sha256', text, 'base64url');

const FAILURES = ['credentials', 'code', 'throttled'] as const;

/** Counts failed sign-ins for each account and address, shared by all nodes; and all sign-ins as metrics, without names. */
@Injectable()
export class LoginThrottle {
  private readonly ofAccount: RateLimiterAbstract;
  private readonly ofAddress: RateLimiterAbstract;
  private readonly successes: Counter;
  private readonly failures: Counter<'reason'>;

  constructor(@Inject(POOL) pool: Queryable, registry: Registry) {
    const registers = [registry];
    this.successes = new Counter({ name: 'hotel_sign_ins_total', help: 'Successful sign-ins', registers });
    this.failures = new Counter({
      name: 'hotel_sign_in_failures_total',
      help: 'Sign-ins refused: wrong name or password, wrong one-time code, or too many tries',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of FAILURES) this.failures.inc({ reason }, 0);
    const limiter = (keyPrefix: string, points: number) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'sign_in_attempts',
        tableCreated: true,
        keyPrefix,
        points,
        duration: WITHIN_SECONDS,
      });
    this.ofAccount = limiter('account', FAILURES_OF_AN_ACCOUNT);
    this.ofAddress = limiter('address', FAILURES_OF_AN_ADDRESS);
  }

  /** Counts an attempt as failed before it is checked, so that concurrent attempts gain nothing; 429 above the limit. */
  async count({ account, address }: LoginAttempt): Promise<void> {
    await this.consume(this.ofAddress, address);
    if (account !== null) await this.consume(this.ofAccount, account);
  }

  /** Undoes the count of a successful attempt and resets the account. */
  async forgive({ account, address }: LoginAttempt): Promise<void> {
    await this.ofAddress.reward(digest(address), 1);
    if (account !== null) await this.ofAccount.delete(digest(account));
  }

  /** Forgives a sign-in that succeeded. */
  async succeeded(attempt: LoginAttempt): Promise<void> {
    await this.forgive(attempt);
    this.successes.inc();
  }

  /** Notes why a sign-in that was counted failed. */
  failed(reason: (typeof FAILURES)[number]): void {
    this.failures.inc({ reason });
  }

  private async consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
    try {
      await limiter.consume(digest(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      this.failed('throttled');
      throw new TooManyError(TOO_MANY, refused.msBeforeNext);
    }
  }
}
