import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Reasons for a failed sign-in. */
export type SignInFailure = 'credentials' | 'code' | 'throttled';

const FAILURES: readonly SignInFailure[] = ['credentials', 'code', 'throttled'];

/** Counts sign-ins, without names. */
@Injectable()
export class SignInMetrics {
  private readonly successes: Counter;
  private readonly failures: Counter<'reason'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.successes = new Counter({ name: 'hotel_sign_ins_total', help: 'Successful sign-ins', registers });
    this.failures = new Counter({
      name: 'hotel_sign_in_failures_total',
      help: 'Sign-ins refused: wrong name or password, wrong one-time code, or too many tries',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of FAILURES) this.failures.inc({ reason }, 0);
  }

  /** Counts a successful sign-in. */
  succeeded(): void {
    this.successes.inc();
  }

  /** Counts a failed sign-in. */
  failed(reason: SignInFailure): void {
    this.failures.inc({ reason });
  }
}
