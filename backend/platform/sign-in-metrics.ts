import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { RefusedError } from './errors.js';

/** Why somebody was not let in, by the code of the refusal. */
const REASONS: Record<string, string> = {
  wrong_credentials: 'credentials',
  wrong_password: 'credentials',
  wrong_code: 'code',
  too_many_attempts: 'throttled',
};

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
    for (const reason of new Set(Object.values(REASONS))) this.failures.inc({ reason }, 0);
  }

  /** Somebody signed in. */
  succeeded(): void {
    this.successes.inc();
  }

  /** Lets an attempt end as it does, and counts it when it fails. */
  async watch<Answer>(attempt: Promise<Answer>): Promise<Answer> {
    return attempt.catch((error: unknown) => {
      const code = error instanceof RefusedError ? error.rules[0]?.code : undefined;
      const reason = REASONS[code ?? ''];
      if (reason !== undefined) this.failures.inc({ reason });
      throw error;
    });
  }
}
