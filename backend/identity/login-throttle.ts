import { createHmac, hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { invalid } from '@domain/broken-rule.js';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Clock } from '../platform/clock.js';
import type { Access } from '../platform/config.js';
import type { Queryable } from '../platform/database.js';
import { TooManyError } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import { ACCESS, POOL } from '../platform/platform.module.js';

const FAILURES_OF_AN_ACCOUNT = 10;
const FAILURES_OF_A_DEVICE = 100;
/** Above so many an address is slow, but not refused: the desk and its guests may share it. */
const QUICK_FAILURES_OF_AN_ADDRESS = 100;
const WITHIN_SECONDS = 15 * 60;
const LONGEST_WAIT_MS = 3_000;
const WAIT_PER_FAILURE_MS = 30;

const TOO_MANY = invalid(
  'too_many_attempts',
  null,
  'ログインの失敗が続いたため、しばらくログインできません。時間をおいてからもう一度お試しください。',
);

/** The account (null for a code, which names none), the known device (null for another) and the address of an attempt. */
export type LoginAttempt = { account: string | null; device: string | null; address: string };

/** Returns how long an attempt from an unknown device waits after so many failures of its address, in milliseconds. */
export function waitAfter(failures: number): number {
  return Math.max(
    0,
    Math.min(LONGEST_WAIT_MS, (failures - QUICK_FAILURES_OF_AN_ADDRESS) * WAIT_PER_FAILURE_MS),
  );
}

// A password may have been typed as the name.
const digest = (text: string): string => hash('sha256', text, 'base64url');

const accountKey = ({ account, device }: LoginAttempt): string =>
  device === null ? `${account}` : `${account} ${device}`;

const FAILURES = ['credentials', 'code', 'throttled'] as const;

/**
 * Counts failed sign-ins, shared by all nodes; and all sign-ins as metrics, without names. After ten an account is refused
 * for a while to the device that they came from, or to all devices that are not known: whoever guesses elsewhere keeps
 * nobody from the desk's own terminals. An address only becomes slow for devices that are not known.
 */
@Injectable()
export class LoginThrottle {
  private readonly ofAccount: RateLimiterAbstract;
  private readonly ofDevice: RateLimiterAbstract;
  private readonly ofAddress: RateLimiterAbstract;
  private readonly successes: Counter;
  private readonly failures: Counter<'reason'>;
  private readonly slowed: Counter;

  constructor(
    @Inject(POOL) pool: Queryable,
    @Inject(ACCESS) private readonly access: Access,
    private readonly clock: Clock,
    registry: Registry,
  ) {
    const registers = [registry];
    this.successes = new Counter({ name: 'hotel_sign_ins_total', help: 'Successful sign-ins', registers });
    this.failures = new Counter({
      name: 'hotel_sign_in_failures_total',
      help: 'Sign-ins refused: wrong name or password, wrong one-time code, or too many tries',
      labelNames: ['reason'],
      registers,
    });
    this.slowed = new Counter({
      name: 'hotel_sign_ins_slowed_total',
      help: 'Sign-ins that waited because of many failures from their address',
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
    this.ofDevice = limiter('device', FAILURES_OF_A_DEVICE);
    this.ofAddress = limiter('address', QUICK_FAILURES_OF_AN_ADDRESS);
  }

  /**
   * Counts an attempt as failed before it is checked, so that concurrent attempts gain nothing; 429 above the limit, and a
   * wait for an address with many failures.
   */
  async count(attempt: LoginAttempt): Promise<void> {
    if (attempt.device === null) await this.slowDown(attempt.address);
    else await this.consume(this.ofDevice, attempt.device, attempt);
    if (attempt.account !== null) await this.consume(this.ofAccount, accountKey(attempt), attempt);
  }

  /** Undoes the count of a successful attempt and resets the account. */
  async forgive(attempt: LoginAttempt): Promise<void> {
    const { account, device, address } = attempt;
    if (device === null) await this.ofAddress.reward(digest(address), 1);
    else await this.ofDevice.reward(digest(device), 1);
    if (account !== null) await this.ofAccount.delete(digest(accountKey(attempt)));
  }

  private async slowDown(address: string): Promise<void> {
    const counted = await this.ofAddress.consume(digest(address)).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    const ms = waitAfter(counted.consumedPoints);
    if (ms === 0) return;
    this.slowed.inc();
    await pause(ms);
  }

  /** Forgives a sign-in that succeeded. */
  async succeeded(attempt: LoginAttempt): Promise<void> {
    await this.forgive(attempt);
    this.successes.inc();
  }

  /** Notes why a sign-in that was counted failed, and from which address, so that whoever guesses can be found. */
  failed(reason: (typeof FAILURES)[number], { address, device }: LoginAttempt): void {
    this.failures.inc({ reason });
    logger.warn({ reason, address: this.shown(address), known_device: device !== null }, 'sign-in failed');
  }

  /** An address as logs may have it: as it is, or a digest of it that is another one tomorrow. */
  private shown(address: string): string {
    if (this.access.mode === 'off' || this.access.logAddresses) return address;
    const today = this.clock.now().toISOString().slice(0, 10);
    return createHmac('sha256', this.access.secret)
      .update(`${today} ${address}`)
      .digest('base64url')
      .slice(0, 16);
  }

  private async consume(limiter: RateLimiterAbstract, key: string, attempt: LoginAttempt): Promise<void> {
    try {
      await limiter.consume(digest(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      this.failed('throttled', attempt);
      throw new TooManyError(TOO_MANY, refused.msBeforeNext);
    }
  }
}
