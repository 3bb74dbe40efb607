import { invalid } from '@domain/broken-rule.js';
import { countingKeys } from '@domain/masters/service-accounts.js';
import { Inject, Injectable } from '@nestjs/common';
import { KEY_PREFIX } from '@wire/service-accounts.js';
import type { Request } from 'express';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { RefusedError } from '../platform/errors.js';
import type { SignedIn } from '../platform/http/request-context.js';
import { CONFIG, DATABASE, type PlatformConfig } from '../platform/platform.module.js';
import { isSecretOf, SecretCalls } from '../platform/secrets.js';

const KEY = new RegExp(`^Bearer ${KEY_PREFIX}([0-9a-f]{12})_([A-Za-z0-9_-]{43})$`, 'i');

const wrongKey = () =>
  new RefusedError(401, [invalid('wrong_key', null, 'キーが正しくないか、使えなくなっています。')]);

/** Returns whether a request names a key instead of a session. */
export const hasBearer = (request: Request): boolean => request.get('authorization') !== undefined;

/** Identifies other programs by their keys, limits how often they call, and remembers when a key was last used. */
@Injectable()
export class BearerKeys {
  private readonly calls: SecretCalls;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) database: HotelDatabase,
    @Inject(CONFIG) { serviceRequestsPerMinute }: PlatformConfig,
  ) {
    const uses = { table: 'service_key_uses', owner: 'account_id', secret: 'key' } as const;
    this.calls = new SecretCalls(clock, database, serviceRequestsPerMinute, uses);
  }

  /** The account whose key a request names; 401 for any other key, 429 above the limit of the account or address. */
  async identify(request: Request): Promise<SignedIn> {
    const signedIn = await this.accountOf(request);
    if (signedIn === null) {
      await this.calls.countWrong(request.ip ?? '');
      throw wrongKey();
    }
    await this.calls.count(signedIn.staffId);
    return signedIn;
  }

  private async accountOf(request: Request): Promise<SignedIn | null> {
    const [header = '', name = ''] = KEY.exec(request.get('authorization') ?? '') ?? [];
    const { reference } = await this.store.current();
    const keys = reference.serviceKeys.get(name.toLowerCase());
    const account = keys && reference.serviceAccounts.get(keys.accountId);
    const known = keys && countingKeys(keys, this.clock.now()).find((key) => key.name === name.toLowerCase());
    const isKnown = isSecretOf(header.slice('Bearer '.length), known?.digest);
    if (!isKnown || !account || account.isRetired) return null;
    this.calls.noteUse(account.id, name.toLowerCase());
    return { staffId: account.id, role: 'staff', scopes: account.scopes, key: known?.name };
  }
}
