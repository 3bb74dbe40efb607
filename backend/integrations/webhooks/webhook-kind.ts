import { SCOPES } from '@domain/masters/service-accounts.js';
import { brokenWebhookRules, type WebhookDetails } from '@domain/webhooks/webhooks.js';
import { type ManagedWebhook, webhookShape } from '@wire/webhooks.js';
import { type MasterKind, managed } from '../../masters/masters.module.js';
import { readBody } from '../../platform/http/read-request.js';
import { webhookStream } from '../../streams/webhook.stream.js';
import { newPlace } from './webhook-places.js';
import { UNKNOWN_WEBHOOK } from './webhook-secrets.js';

/** A webhook as the log has it, without its secrets and progress. */
export type WebhookRecord = Omit<ManagedWebhook, 'secrets' | 'delivery'>;

export const WEBHOOKS: MasterKind<WebhookDetails, WebhookRecord> = {
  stream: webhookStream,
  name: 'Webhook',
  unknown: UNKNOWN_WEBHOOK,
  rules: (id, after, { webhooks }) => brokenWebhookRules(id, after, webhooks.values()),
  stored: ({ webhooks }) => webhooks,
  beside: newPlace,
  read(body) {
    const { name, url, ...flags } = readBody(webhookShape, body);
    return { name, url, scopes: SCOPES.filter((scope) => flags[scope] === 1) };
  },
  encode({ id, name, url, scopes, ...record }) {
    const has = (scope: (typeof SCOPES)[number]) => (scopes.includes(scope) ? 1 : 0);
    return {
      ...{ id, name, url },
      ...{ bookings: has('bookings'), rooms: has('rooms'), imports: has('imports'), events: has('events') },
      ...{ personal: has('personal'), ...managed({ id, ...record }) },
    };
  },
};
