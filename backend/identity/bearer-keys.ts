import { hash, timingSafeEqual } from 'node:crypto';
import { invalid } from '@domain/broken-rule.js';
import { countingKeys } from '@domain/masters/service-accounts.js';
import { Inject, Injectable } from '@nestjs/common';
import { KEY_PREFIX } from '@wire/service-accounts.js';
import type { Request } from 'express';
import { sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { RefusedError, traceOf } from '../platform/errors.js';
import { limited } from '../platform/http/limited.js';
import type { SignedIn } from '../platform/http/request-context.js';
import { logger } from '../platform/logger.js';
import { CONFIG, DATABASE, type PlatformConfig } from '../platform/platform.module.js';

const KEY = new RegExp(`^Bearer ${KEY_PREFIX}([0-9a-f]{12})_([A-Za-z0-9_-]{43})$`, 'i');
const A_MINUTE_MS = 60_000;
/** Wrong keys that an address may send in a minute before it is told to wait. */
const WRONG_KEYS = 30;
const NO_DIGEST = Buffer.alloc(32);

const WRONG_KEY = new RefusedError(401, [
  invalid('wrong_key', null, 'キーが正しくないか、使えなくなっています。'),
]);

/** Returns whether a request names a key instead of a session. */
export const hasBearer = (request: Request): boolean => request.get('authorization') !== undefined;

/** Identifies other programs by their keys, limits how often they call, and remembers when a key was last used. */
@Injectable()
export class BearerKeys {
  private readonly calls: RateLimiterMemory;
  private readonly wrong = new RateLimiterMemory({ points: WRONG_KEYS, duration: A_MINUTE_MS / 1_000 });
  /** The last time that this node stored a key's use, in milliseconds; one for each key that there is. */
  private readonly stored = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(CONFIG) { serviceRequestsPerMinute }: PlatformConfig,
  ) {
    this.calls = new RateLimiterMemory({ points: serviceRequestsPerMinute, duration: A_MINUTE_MS / 1_000 });
  }

  /** The account whose key a request names; 401 for any other key, 429 above the limit of the account or address. */
  async identify(request: Request): Promise<SignedIn> {
    const signedIn = await this.accountOf(request);
    if (signedIn === null) {
      await limited(this.wrong, request.ip ?? '');
      throw WRONG_KEY;
    }
    await limited(this.calls, String(signedIn.staffId));
    return signedIn;
  }

  private async accountOf(request: Request): Promise<SignedIn | null> {
    const [header = '', name = ''] = KEY.exec(request.get('authorization') ?? '') ?? [];
    const { reference } = await this.store.current();
    const keys = reference.serviceKeys.get(name.toLowerCase());
    const account = keys && reference.serviceAccounts.get(keys.accountId);
    const known = keys && countingKeys(keys, this.clock.now()).find((key) => key.name === name.toLowerCase());
    const sent = hash('sha256', header.slice('Bearer '.length), 'buffer');
    const isSame = timingSafeEqual(sent, known ? Buffer.from(known.digest, 'hex') : NO_DIGEST);
    if (!isSame || !account || account.isRetired) return null;
    this.noteUse(account.id, name.toLowerCase());
    return { staffId: account.id, role: 'staff', scopes: account.scopes, key: known?.name };
  }

  /** Stores that a key is used, at most once a minute; the call does not wait for it. */
  private noteUse(accountId: number, key: string): void {
    const now = this.clock.now();
    if (now.getTime() - (this.stored.get(key) ?? 0) < A_MINUTE_MS) return;
    this.stored.set(key, now.getTime());
    this.database
      .insertInto('service_key_uses')
      .values({ account_id: accountId, key, used_at: now })
      .onConflict((of) =>
        of
          .columns(['account_id', 'key'])
          .doUpdateSet({ used_at: sql`greatest(excluded.used_at, service_key_uses.used_at)` }),
      )
      .execute()
      .catch((error: unknown) => logger.warn({ error: traceOf(error) }, 'the use of a key was not stored'));
  }
}
