import { SCOPES } from '@domain/masters/service-accounts.js';
import {
  evolveWebhook,
  evolveWebhookSecrets,
  type Webhook,
  type WebhookEvent,
  type WebhookSecretEvent,
  type WebhookSecrets,
} from '@domain/webhooks/webhooks.js';
import { z } from 'zod';
import { eventId, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';
import { masterParts, retired } from './master.stream.js';

/** A place that entries of the log are sent to (連携). */
export const webhookStream: StreamDefinition<Webhook, WebhookEvent> = {
  ...masterParts,
  category: 'webhook',
  table: 'webhooks',
  evolve: evolveWebhook,
  events: {
    WebhookDefined: onlyVersion(
      z.strictObject({ name: z.string(), url: z.string(), scopes: z.array(z.enum(SCOPES)) }),
    ),
    WebhookRetired: retired,
    WebhookReplayed: onlyVersion(z.strictObject({ after: z.int().nonnegative() })),
  },
};

/** The secrets of webhooks, one stream for each under its id, encrypted with the stream's key. */
export const webhookSecretStream: StreamDefinition<WebhookSecrets, WebhookSecretEvent> = {
  category: 'webhook-secret',
  table: 'webhook_secrets',
  key: { column: 'webhook_id', type: 'integer' },
  row: ({ id }) => ({ id }),
  evolve: evolveWebhookSecrets,
  isReference: true,
  events: {
    WebhookSecretIssued: onlyVersion(
      z.strictObject({
        webhookId: eventId,
        webhookName: z.string(),
        sealed: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/),
        formerUntil: z.iso.datetime(),
      }),
    ),
  },
};
