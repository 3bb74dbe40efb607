import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Webhook } from '@domain/webhooks/webhooks.js';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Counter, Registry } from 'prom-client';
import { EventStore } from '../../event-store/event-store.js';
import { ChangeMaster } from '../../masters/masters.module.js';
import { Clock } from '../../platform/clock.js';
import { traceOf } from '../../platform/errors.js';
import { logger } from '../../platform/logger.js';
import { FeedPages } from '../feed/feed-pages.js';
import { LEASE_MS, Lease } from './lease.js';
import { WEBHOOKS } from './webhook-kind.js';
import { MOST_KEPT, type Place, type Settled, WebhookPlaces } from './webhook-places.js';
import { type Entry, held, isWanted, type RunContext, type RunResult, sendEntries } from './webhook-run.js';
import { WebhookSecretKeeper } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';

/** Milliseconds between two looks for entries to try again while nothing is written. */
const POLL_MS = 2_000;
/** Shortest time between two looks, so that events of one moment are sent together. */
const GAP_MS = 100;
/** Entries that are read and sent at a time. */
const AT_A_TIME = 50;
/** Milliseconds for which nothing is sent to a host with an address that is not allowed. */
const ADDRESS_PAUSE_MS = 600_000;
const AN_HOUR_MS = 3_600_000;

/** Settings of the work that tests choose. */
export type DeliveryTimes = { leaseMs: number; pollMs: number; random: () => number };
export const DELIVERY_TIMES = Symbol('delivery times');
export const USUAL_TIMES: DeliveryTimes = { leaseMs: LEASE_MS, pollMs: POLL_MS, random: Math.random };

/** Sends the log to webhooks, each by one node at a time, from the place that it has reached. */
@Injectable()
export class WebhookDeliveries implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly holder = randomUUID();
  private readonly closing = new AbortController();
  private readonly running = new Map<number, Promise<void>>();
  /** URLs whose receiver asked this node for a rest, until when; another node is told so by its own first attempt. */
  private readonly resting = new Map<string, Date>();
  private readonly sent: Counter<'outcome'>;
  private readonly housekeeping = setInterval(() => this.cleanUp(), AN_HOUR_MS).unref();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly pages: FeedPages,
    private readonly places: WebhookPlaces,
    private readonly secrets: WebhookSecretKeeper,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    @Inject(DELIVERY_TIMES) private readonly times: DeliveryTimes,
    registry: Registry,
  ) {
    this.sent = new Counter({
      name: 'hotel_webhook_messages_total',
      help: 'Messages to webhooks by outcome: delivered, failed (tried again), dead (given up)',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of ['delivered', 'failed', 'dead']) this.sent.inc({ outcome }, 0);
  }

  onApplicationBootstrap(): void {
    this.cleanUp();
    this.loop = this.run();
  }

  /** Stops at once: the next node sends unanswered entries again, under the same id. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.housekeeping);
    this.closing.abort();
    await this.loop;
    await Promise.all(this.running.values());
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const seen = this.pages.head;
      await this.tick().catch((error: unknown) => this.report(error, 'webhooks could not be looked after'));
      await pause(GAP_MS, undefined, { signal }).catch(() => undefined);
      await this.pages.goesBeyond(seen, this.times.pollMs, signal);
    }
  }

  /** Starts work on each webhook that has something to send and no node. */
  private async tick(): Promise<void> {
    const { reference, position } = await this.store.current();
    const active = [...reference.webhooks.values()]
      .filter(
        ({ id, url, isRetired }) => !isRetired && reference.webhookSecrets.has(id) && !this.isResting(url),
      )
      .map(({ id }) => id);
    if (active.length === 0) return;
    for (const id of await this.places.wanting(active, position, this.clock.now())) {
      if (this.running.has(id) || this.closing.signal.aborted) continue;
      const work = this.deliver(id)
        .catch((error: unknown) => this.report(error, 'a webhook could not be served', id))
        .finally(() => this.running.delete(id));
      this.running.set(id, work);
    }
  }

  private async deliver(id: number): Promise<void> {
    const taken = await Lease.take(this.places, id, this.holder, this.times.leaseMs);
    if (!taken) return;
    const { lease } = taken;
    try {
      let place: Place | null = taken.place;
      while (place && (await this.step(lease, place)) && !this.closing.signal.aborted) {
        place = await lease.take();
      }
    } finally {
      await lease.release();
    }
  }

  /** Sends entries that waited long enough, else the next of the log; false when there is nothing to do now. */
  private async step(lease: Lease, place: Place): Promise<boolean> {
    const { reference, position: head } = await this.store.current();
    const webhook = reference.webhooks.get(lease.id);
    const secrets = reference.webhookSecrets.get(lease.id);
    if (!webhook || webhook.isRetired || !secrets || this.isStopped(place)) return false;
    if (place.position > head) {
      await this.places.stop(lease.id, 'beyond_end', null);
      return false;
    }
    const signing = await this.secrets.signing(secrets).catch((error: unknown) => {
      this.report(error, 'the secret of a webhook can not be read', lease.id);
      return null;
    });
    if (signing === null) {
      await this.places.stop(lease.id, 'secret', null);
      return false;
    }
    const context: RunContext = {
      ...{ webhook, url: new URL(webhook.url), secrets: signing, sender: this.sender },
      ...{ now: () => this.clock.now(), random: this.times.random },
      ...{ isAllowed: () => lease.isHeld, signal: this.closing.signal },
      count: (outcome) => this.sent.inc({ outcome }),
    };
    return (await this.retry(lease, context)) ?? (await this.goOn(lease, place, context));
  }

  private isResting(url: string): boolean {
    const until = this.resting.get(url);
    if (until !== undefined && until <= this.clock.now()) this.resting.delete(url);
    return this.resting.has(url);
  }

  private isStopped({ stopped, stoppedUntil }: Place): boolean {
    return stopped !== null && (stoppedUntil === null || stoppedUntil > this.clock.now());
  }

  /** Tries waiting entries again; null when there are none, false when sending must stop. */
  private async retry(lease: Lease, context: RunContext): Promise<boolean | null> {
    const due = await this.places.due(lease.id, this.clock.now(), AT_A_TIME);
    if (due.length === 0) return null;
    const isPersonal = context.webhook.scopes.includes('personal');
    const entries: Entry[] = [];
    const dropped: Settled[] = [];
    for (const { position, stream, attempts } of due) {
      const [event] = await this.pages.read({ after: position - 1, limit: 1, isPersonal });
      if (event?.position === position && isWanted(context.webhook, event)) entries.push({ event, attempts });
      else dropped.push({ position, stream, isDelivered: true });
    }
    const result = await sendEntries(entries, context);
    const isStored = await this.places.settle(this.writerOf(lease), [...dropped, ...result.settled]);
    return (await this.endedBy(result, context.webhook)) ? false : isStored;
  }

  /** Sends the next events of the log and moves the place on; false when sending must stop. */
  private async goOn(lease: Lease, place: Place, context: RunContext): Promise<boolean> {
    const room = MOST_KEPT - place.waiting - place.dead;
    if (room <= 0) return false;
    const { webhook } = context;
    const isPersonal = webhook.scopes.includes('personal');
    const limit = Math.min(AT_A_TIME, room);
    const events = await this.pages.read({ after: place.position, limit, isPersonal });
    const last = events.at(-1);
    if (!last) return false;
    const wanted = events.filter((event) => isWanted(webhook, event));
    const streams = [...new Set(wanted.map(({ stream }) => stream))];
    const waiting = await this.places.waitingStreams(lease.id, streams);
    const behind = wanted
      .filter(({ stream }) => waiting.has(stream))
      .map((event) => held(event, this.clock.now()));
    const free = wanted.filter(({ stream }) => !waiting.has(stream));
    const result = await sendEntries(
      free.map((event) => ({ event, attempts: 0 })),
      context,
    );
    const settled = new Map([...behind, ...result.settled].map((one) => [one.position, one]));
    const left = wanted.find(({ position }) => !settled.has(position));
    const to = left ? left.position - 1 : last.position;
    const before = [...settled.values()]
      .filter(({ position }) => position <= to)
      .sort((one, other) => one.position - other.position);
    const isStored = await this.places.settle(this.writerOf(lease), before, { from: place.position, to });
    return (await this.endedBy(result, webhook)) || left ? false : isStored;
  }

  private writerOf({ id, holder }: Lease) {
    return { id, holder, now: this.clock.now() };
  }

  /** Switches a webhook off after 410, pauses one whose address is not allowed or that asks for a rest; true where it did. */
  private async endedBy({ end, restUntil }: RunResult, webhook: Webhook): Promise<boolean> {
    if (restUntil) this.resting.set(webhook.url, restUntil);
    if (end === 'address') {
      const until = new Date(this.clock.now().getTime() + ADDRESS_PAUSE_MS);
      await this.places.noteFailure(webhook.id, { failure: 'address', status: null }, this.clock.now());
      await this.places.stop(webhook.id, 'address', until);
      logger.warn({ webhook_id: webhook.id }, 'a webhook leads to an address that is not allowed');
    }
    if (end === 'gone') {
      await this.places.noteFailure(webhook.id, { failure: 'status', status: 410 }, this.clock.now());
      const write = { staffId: null, terminal: null, requestId: randomUUID() };
      const request = { write, idempotency: null, expectedVersion: null };
      await this.commands.execute(new ChangeMaster(WEBHOOKS, webhook.id, { type: 'retire' }, request));
      logger.warn({ webhook_id: webhook.id }, 'a webhook answered 410 and was switched off');
    }
    return end !== null;
  }

  private cleanUp(): void {
    this.places
      .cleanUp(this.clock.now())
      .catch((error: unknown) => this.report(error, 'old dead letters were not removed'));
  }

  private report(error: unknown, message: string, id: number | null = null): void {
    logger.warn({ webhook_id: id, error: traceOf(error) }, message);
  }
}
