import type { Scope } from '@domain/masters/service-accounts.js';
import type { CommandBus } from '@nestjs/cqrs';
import { Registry } from 'prom-client';
import { FeedPages } from '#backend/integrations/feed/feed-pages.js';
import { WebhookDeliveries } from '#backend/integrations/webhooks/webhook-deliveries.js';
import { WEBHOOKS } from '#backend/integrations/webhooks/webhook-kind.js';
import { WebhookPlaces } from '#backend/integrations/webhooks/webhook-places.js';
import { WebhookSecretKeeper } from '#backend/integrations/webhooks/webhook-secrets.js';
import { type SenderOptions, WebhookSender } from '#backend/integrations/webhooks/webhook-sender.js';
import { WebhookViews } from '#backend/integrations/webhooks/webhook-views.js';
import { ChangeMaster, ChangeMasterHandler } from '#backend/masters/change-master.handler.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn } from '#backend/platform/database.js';
import { AT_DESK, openNode } from './store-node.js';

/** A time that stands until it is moved on. */
export class MovableTime {
  private at = Date.now();

  now = (): Date => new Date(this.at);

  pass(ms: number): void {
    this.at += ms;
  }
}

type Options = { time?: MovableTime; leaseMs?: number; sender?: Partial<SenderOptions> };

/** The parts of a node that send webhooks, without its server; it begins with `start`. */
export function openWebhookNode(databaseUrl: string, { time, leaseMs = 2_000, sender = {} }: Options = {}) {
  const node = openNode(databaseUrl);
  const { store, pool } = node;
  const database = kyselyOn(pool);
  const clock = new Clock('Asia/Tokyo', time?.now ?? (() => new Date()));
  const changes = new ChangeMasterHandler(store);
  const commands = {
    execute: (command: ChangeMaster<object, unknown>) => changes.execute(command),
  } as unknown as CommandBus;
  const pages = new FeedPages(store, databaseUrl);
  const places = new WebhookPlaces(database);
  const secrets = new WebhookSecretKeeper(store, clock, pool);
  const registry = new Registry();
  const sending = new WebhookSender({ allowsPrivate: true, connectMs: 5_000, wholeMs: 5_000, ...sender });
  const times = { leaseMs, pollMs: 50, random: () => 0 };
  const parts = [store, commands, pages, places, secrets, sending, clock, times, registry] as const;
  const deliveries = new WebhookDeliveries(...parts);
  const views = new WebhookViews(store, places, clock, database);
  const request = () => ({ write: AT_DESK, idempotency: null, expectedVersion: null });
  return {
    ...node,
    places,
    views,
    registry,
    async start() {
      await pages.onApplicationBootstrap();
      deliveries.onApplicationBootstrap();
    },
    /** A new webhook and its secret. */
    async webhook(url: string, scopes: Scope[] = ['events']) {
      const details = { name: `送り先 ${url} ${Math.random()}`, url, scopes };
      const command = new ChangeMaster(WEBHOOKS, null, { type: 'define', details }, request());
      const { id } = await changes.execute(command);
      const { secret } = await secrets.issue(id, 0, AT_DESK);
      return { id, secret };
    },
    issue: (id: number, overlapHours: number) => secrets.issue(id, overlapHours, AT_DESK),
    /** Progress of a webhook, as the screen shows it. */
    delivery: async (id: number) => {
      const found = (await views.list()).find((one) => one.id === id);
      if (!found) throw new Error(`no webhook ${id}`);
      return { ...found.delivery, is_retired: found.is_retired };
    },
    async close() {
      await deliveries.beforeApplicationShutdown();
      await pages.onApplicationShutdown();
      await node.close();
    },
  };
}

export type WebhookNode = ReturnType<typeof openWebhookNode>;
