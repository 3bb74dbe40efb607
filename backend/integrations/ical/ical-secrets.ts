import { hash, timingSafeEqual } from 'node:crypto';
import type { IcalAddress } from '@domain/ical/ical-addresses.js';
import { Inject, Injectable } from '@nestjs/common';
import { ICAL_PREFIX } from '@wire/ical-addresses.js';
import { sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { notFound, traceOf } from '../../platform/errors.js';
import { limited } from '../../platform/http/limited.js';
import { logger } from '../../platform/logger.js';
import { CONFIG, DATABASE, type PlatformConfig } from '../../platform/platform.module.js';

const FILE = new RegExp(`^(${ICAL_PREFIX}([0-9a-f]{12})_[A-Za-z0-9_-]{43})\\.ics$`);
const A_MINUTE_MS = 60_000;
/** Wrong addresses that a client may ask for in a minute before it is told to wait. */
const WRONG_ADDRESSES = 30;
const NO_DIGEST = Buffer.alloc(32);

/** Finds calendars by their secret addresses, limits how often they are read, and remembers when one was last used. */
@Injectable()
export class IcalSecrets {
  private readonly calls: RateLimiterMemory;
  private readonly wrong = new RateLimiterMemory({
    points: WRONG_ADDRESSES,
    duration: A_MINUTE_MS / 1_000,
  });
  /** The last time that this node stored an address's use, in milliseconds; one for each address that there is. */
  private readonly stored = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    @Inject(CONFIG) { serviceRequestsPerMinute }: PlatformConfig,
  ) {
    this.calls = new RateLimiterMemory({ points: serviceRequestsPerMinute, duration: A_MINUTE_MS / 1_000 });
  }

  /** The calendar of a file name; 404 for a wrong, former or stopped one, 429 above the limit of the calendar or client. */
  async find(fileName: string, client: string): Promise<IcalAddress> {
    const calendar = await this.calendarOf(fileName);
    if (calendar === null) {
      await limited(this.wrong, client);
      throw notFound('カレンダーが見つかりません。');
    }
    await limited(this.calls, String(calendar.id));
    return calendar;
  }

  private async calendarOf(fileName: string): Promise<IcalAddress | null> {
    const [, whole = '', name = ''] = FILE.exec(fileName) ?? [];
    const { reference } = await this.store.current();
    const known = reference.icalSecrets.get(name);
    const calendar = known && reference.icalAddresses.get(known.addressId);
    const sent = hash('sha256', whole, 'buffer');
    const isSame = timingSafeEqual(sent, known ? Buffer.from(known.digest, 'hex') : NO_DIGEST);
    if (!isSame || !calendar || calendar.isRetired) return null;
    this.noteUse(calendar.id, name);
    return calendar;
  }

  /** Stores that an address is used, at most once a minute; the call does not wait for it. */
  private noteUse(addressId: number, secret: string): void {
    const now = this.clock.now();
    if (now.getTime() - (this.stored.get(secret) ?? 0) < A_MINUTE_MS) return;
    this.stored.set(secret, now.getTime());
    this.database
      .insertInto('ical_secret_uses')
      .values({ address_id: addressId, secret, used_at: now })
      .onConflict((of) =>
        of
          .columns(['address_id', 'secret'])
          .doUpdateSet({ used_at: sql`greatest(excluded.used_at, ical_secret_uses.used_at)` }),
      )
      .execute()
      .catch((error: unknown) =>
        logger.warn({ error: traceOf(error) }, 'the use of a calendar was not stored'),
      );
  }
}
