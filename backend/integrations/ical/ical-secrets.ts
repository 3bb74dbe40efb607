import type { IcalAddress } from '@domain/ical/ical-addresses.js';
import { Inject, Injectable } from '@nestjs/common';
import { ICAL_PREFIX } from '@wire/ical-addresses.js';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { notFound } from '../../platform/errors.js';
import { CONFIG, DATABASE, type PlatformConfig } from '../../platform/platform.module.js';
import { isSecretOf, SecretCalls } from '../../platform/secrets.js';

const FILE = new RegExp(`^(${ICAL_PREFIX}([0-9a-f]{12})_[A-Za-z0-9_-]{43})\\.ics$`);

/** Finds calendars by their secret addresses, limits how often they are read, and remembers when one was last used. */
@Injectable()
export class IcalSecrets {
  private readonly calls: SecretCalls;

  constructor(
    private readonly store: EventStore,
    clock: Clock,
    @Inject(DATABASE) database: HotelDatabase,
    @Inject(CONFIG) { serviceRequestsPerMinute }: PlatformConfig,
  ) {
    const uses = { table: 'ical_secret_uses', owner: 'address_id', secret: 'secret' } as const;
    this.calls = new SecretCalls(clock, database, serviceRequestsPerMinute, uses);
  }

  /** The calendar of a file name; 404 for a wrong, former or stopped one, 429 above the limit of the calendar or client. */
  async find(fileName: string, client: string): Promise<IcalAddress> {
    const calendar = await this.calendarOf(fileName);
    if (calendar === null) {
      await this.calls.countWrong(client);
      throw notFound('カレンダーが見つかりません。');
    }
    await this.calls.count(calendar.id);
    return calendar;
  }

  private async calendarOf(fileName: string): Promise<IcalAddress | null> {
    const [, whole = '', name = ''] = FILE.exec(fileName) ?? [];
    const { reference } = await this.store.current();
    const known = reference.icalSecrets.get(name);
    const calendar = known && reference.icalAddresses.get(known.addressId);
    if (!isSecretOf(whole, known?.digest) || !calendar || calendar.isRetired) return null;
    this.calls.noteUse(calendar.id, name);
    return calendar;
  }
}
