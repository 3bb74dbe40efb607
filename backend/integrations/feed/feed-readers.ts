import { countingKeys } from '@domain/masters/service-accounts.js';
import type { HotelReference } from '@domain/reference.js';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import { traceOf } from '../../platform/errors.js';
import type { SignedIn } from '../../platform/http/request-context.js';
import { logger } from '../../platform/logger.js';

/** Milliseconds between two checks of all readers' keys, for keys that expire and readers that take nothing. */
const LOOK_MS = 5_000;

/** Tracks the long reads of the log on this node, and aborts them soon after their key or its scopes are withdrawn. */
@Injectable()
export class FeedReaders implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly open = new Map<AbortController, SignedIn>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.endFormer(), LOOK_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Adds a reading program, which is aborted once its rights end. Members of staff are not checked. */
  add(reader: AbortController, signedIn: SignedIn | undefined): void {
    if (signedIn?.scopes) this.open.set(reader, signedIn);
  }

  remove(reader: AbortController): void {
    this.open.delete(reader);
  }

  /** True if a service account still has the key and scopes that it called with; members of staff always may. */
  async mayGoOn(signedIn: SignedIn | undefined): Promise<boolean> {
    if (!signedIn?.scopes) return true;
    return this.counts(signedIn, (await this.store.current()).reference);
  }

  private counts({ staffId, scopes = [], key }: SignedIn, reference: HotelReference): boolean {
    const account = reference.serviceAccounts.get(staffId);
    const keys = key === undefined ? undefined : reference.serviceKeys.get(key);
    const isKept = keys && countingKeys(keys, this.clock.now()).some(({ name }) => name === key);
    return isKept === true && account?.isRetired !== true && scopes.join() === account?.scopes.join();
  }

  private async endFormer(): Promise<void> {
    if (this.open.size === 0) return;
    try {
      const { reference } = await this.store.current();
      for (const [reader, signedIn] of this.open) if (!this.counts(signedIn, reference)) reader.abort();
    } catch (error) {
      logger.warn({ error: traceOf(error) }, 'the keys of those who read the log could not be looked at');
    }
  }
}
