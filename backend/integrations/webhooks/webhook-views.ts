import { itemAt } from '@domain/records.js';
import { signingSecrets, type Webhook, type WebhookSecrets } from '@domain/webhooks/webhooks.js';
import { Inject, Injectable } from '@nestjs/common';
import type {
  DeadLetter,
  DeadLetters,
  ManagedWebhook,
  WebhookDelivery,
  WebhookStop,
} from '@wire/webhooks.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { WEBHOOKS, type WebhookRecord } from './webhook-kind.js';
import { MOST_KEPT, type PlaceToShow, WebhookPlaces } from './webhook-places.js';

/** Dead letters that are listed at a time, the oldest first. */
const MOST_LISTED = 200;

const textOf = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** Returns the reason for which nothing is sent; null where it is. */
function stopOf({ stopped, stoppedUntil, waiting, dead }: PlaceToShow, now: Date): WebhookStop | null {
  if (stopped !== null && (stoppedUntil === null || stoppedUntil > now)) return stopped;
  return waiting + dead >= MOST_KEPT ? 'full' : null;
}

/** Returns the progress of a webhook; one that was just added has no place yet. */
function deliveryOf(
  { isRetired }: { isRetired: boolean },
  {
    secrets,
    place,
    head,
    now,
  }: { secrets: WebhookSecrets | undefined; place: PlaceToShow; head: number; now: Date },
): WebhookDelivery {
  const stop = stopOf(place, now);
  const behind = Math.max(0, head - place.position);
  const working = stop ? 'stopped' : place.waiting > 0 ? 'late' : behind > 0 ? 'sending' : 'current';
  return {
    state: isRetired ? 'off' : secrets === undefined ? 'no_secret' : working,
    ...{ stop, position: place.position, behind, waiting: place.waiting, dead: place.dead },
    ...{ delivered_at: textOf(place.deliveredAt), failed_at: textOf(place.failedAt) },
    ...{ failure: place.failure, failure_status: place.failureStatus },
  };
}

const noPlace = (webhookId: number): PlaceToShow => ({
  ...{ webhookId, position: webhookId, stopped: null, stoppedUntil: null, waiting: 0, dead: 0 },
  ...{ deliveredAt: null, failedAt: null, failure: null, failureStatus: null },
});

/** Reads webhooks and their dead letters for the screen. */
@Injectable()
export class WebhookViews {
  constructor(
    private readonly store: EventStore,
    private readonly places: WebhookPlaces,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  async list(): Promise<ManagedWebhook[]> {
    const { reference } = await this.store.current();
    return this.withDelivery(
      [...reference.webhooks.values()].map((webhook: Webhook) => WEBHOOKS.encode(webhook)),
    );
  }

  /** A webhook with its secrets and progress. */
  async whole(record: WebhookRecord): Promise<ManagedWebhook> {
    return itemAt(await this.withDelivery([record]), 0);
  }

  /** The entries of a webhook that were given up. */
  async deadLetters(id: number): Promise<DeadLetters> {
    const { rows } = await sql<Omit<DeadLetter, 'given_up_at'> & { given_up_at: Date; total: number }>`
      select d.position, l.type, d.stream, d.attempts, d.next_at as given_up_at, d.failure, d.failure_status,
             count(*) over ()::int as total
      from webhook_entries d join event_log l on l.position = d.position
      where d.webhook_id = ${id} and d.is_dead order by d.position limit ${MOST_LISTED}`.execute(
      this.database,
    );
    const letters = rows.map(({ total: _, given_up_at, ...letter }) => ({
      ...letter,
      given_up_at: given_up_at.toISOString(),
    }));
    return { letters, total: rows[0]?.total ?? 0 };
  }

  private async withDelivery(records: readonly WebhookRecord[]): Promise<ManagedWebhook[]> {
    const { reference, position: head } = await this.store.current();
    const places = new Map((await this.places.all()).map((place) => [place.webhookId, place]));
    const now = this.clock.now();
    return records.map((record) => {
      const secrets = reference.webhookSecrets.get(record.id);
      const place = places.get(record.id) ?? noPlace(record.id);
      return {
        ...record,
        secrets: secrets ? signingSecrets(secrets, now).map(({ until }) => ({ until })) : [],
        delivery: deliveryOf({ isRetired: record.is_retired === 1 }, { secrets, place, head, now }),
      };
    });
  }
}
