import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from './clock.js';
import type { HotelDatabase } from './database.js';
import { traceOf } from './errors.js';
import { limited } from './http/limited.js';
import { logger } from './logger.js';

const NAME_BYTES = 6;
const SECRET_BYTES = 32;
const A_MINUTE_MS = 60_000;
/** Wrong secrets that a client may send in a minute before it is told to wait. */
const WRONG_SECRETS = 30;
const NO_DIGEST = Buffer.alloc(32);

/** A secret as it is told once: `whole`, of which the log has the name (12 hexadecimal digits) and the SHA-256 digest. */
export type NewSecret = { name: string; whole: string; digest: string };

/** Makes a secret: the prefix, its name, and 256 random bits as base64url. */
export function newSecret(prefix: string): NewSecret {
  const name = randomBytes(NAME_BYTES).toString('hex');
  const whole = `${prefix}${name}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { name, whole, digest: hash('sha256', whole) };
}

/** True if a secret has this digest (hexadecimal); takes as long for an unknown one. */
export const isSecretOf = (whole: string, digest: string | undefined): boolean =>
  timingSafeEqual(hash('sha256', whole, 'buffer'), digest ? Buffer.from(digest, 'hex') : NO_DIGEST);

/** The table that has when each secret was last used, and its columns for owner and secret. */
type UsesTable =
  | { table: 'service_key_uses'; owner: 'account_id'; secret: 'key' }
  | { table: 'ical_secret_uses'; owner: 'address_id'; secret: 'secret' };

/** Limits the calls of those who name a secret, and remembers when each secret was last used. */
export class SecretCalls {
  private readonly calls: RateLimiterMemory;
  private readonly wrong = new RateLimiterMemory({ points: WRONG_SECRETS, duration: A_MINUTE_MS / 1_000 });
  /** The last time that this node stored a secret's use, in milliseconds; one for each secret that there is. */
  private readonly stored = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly database: HotelDatabase,
    callsPerMinute: number,
    private readonly uses: UsesTable,
  ) {
    this.calls = new RateLimiterMemory({ points: callsPerMinute, duration: A_MINUTE_MS / 1_000 });
  }

  /** Counts a call of a secret's owner; 429 above the owner's limit. */
  async count(ownerId: number): Promise<void> {
    await limited(this.calls, String(ownerId));
  }

  /** Counts a call with a wrong secret; 429 above the client's limit. */
  async countWrong(client: string): Promise<void> {
    await limited(this.wrong, client);
  }

  /** Stores that a secret is used, at most once a minute; the call does not wait for it. */
  noteUse(ownerId: number, name: string): void {
    const now = this.clock.now();
    if (now.getTime() - (this.stored.get(name) ?? 0) < A_MINUTE_MS) return;
    this.stored.set(name, now.getTime());
    const [table, owner, secret] = [
      sql.table(this.uses.table),
      sql.ref(this.uses.owner),
      sql.ref(this.uses.secret),
    ];
    sql`insert into ${table} (${owner}, ${secret}, used_at) values (${ownerId}, ${name}, ${now})
        on conflict (${owner}, ${secret}) do update set used_at = greatest(excluded.used_at, ${table}.used_at)`
      .execute(this.database)
      .catch((error: unknown) =>
        logger.warn({ error: traceOf(error) }, 'the use of a secret was not stored'),
      );
  }
}
