import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Why somebody was not let in. */
export type SignInFailure = 'credentials' | 'code' | 'throttled';

const FAILURES: readonly SignInFailure[] = ['credentials', 'code', 'throttled'];

/** Counts who was let in and who was not, without saying who. */
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

  /** Somebody signed in. */
  succeeded(): void {
    this.successes.inc();
  }

  /** Somebody was not let in. */
  failed(reason: SignInFailure): void {
    this.failures.inc({ reason });
  }
}
