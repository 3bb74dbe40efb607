import { SCOPE_NAMES, SCOPES, type Scope } from '@domain/masters/service-accounts.js';
import { z } from 'zod';
import { flag, readOnly, requiredText, wholeNumber } from './fields.js';
import { type Managed, managedFields } from './master-records.js';

/** Begins every secret, as Standard Webhooks say. */
export const SECRET_PREFIX = 'whsec_';

/** Reasons for which an entry was not taken: the answer's status, or what kept an answer from coming. */
export const FAILURES = [
  'status',
  'timeout',
  'refused',
  'unknown_host',
  'tls',
  'cut',
  'address',
  'secret',
] as const;
export type WebhookFailure = (typeof FAILURES)[number];

/** States of a webhook; `stopped` until something is done about it, `late` while something waits for another try. */
export const WEBHOOK_STATES = ['off', 'no_secret', 'stopped', 'late', 'sending', 'current'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Reasons for which nothing is sent, though the webhook is in use; `full` for too many entries that were not taken. */
export const STOPS = ['address', 'secret', 'lost', 'beyond_end', 'full'] as const;
export type WebhookStop = (typeof STOPS)[number];

/** Progress of a webhook; instants RFC 3339 in UTC, null for never. */
export type WebhookDelivery = {
  state: WebhookState;
  stop: WebhookStop | null;
  /** Everything up to this position was sent, or waits, or is a dead letter. */
  position: number;
  /** Events of the log after that. */
  behind: number;
  waiting: number;
  dead: number;
  delivered_at: string | null;
  failed_at: string | null;
  failure: WebhookFailure | null;
  failure_status: number | null;
};

/** A webhook with a flag for each scope, the ends of its secrets (newest first; null for none), and how far it is. */
export type ManagedWebhook = Managed &
  Record<Scope, 0 | 1> & {
    id: number;
    name: string;
    url: string;
    secrets: { until: string | null }[];
    delivery: WebhookDelivery;
  };

const scopeFlags = Object.fromEntries(
  SCOPES.map((scope) => [scope, flag(SCOPE_NAMES[scope]).default(0)]),
) as unknown as Record<Scope, ReturnType<typeof flag>>;

/** Body of the writes of `/api/webhooks`. */
export const webhookShape = {
  ...managedFields,
  ...readOnly({ secrets: true, delivery: true }),
  name: requiredText('名称', 100),
  url: requiredText('URL', 500),
  ...scopeFlags,
};

const LONGEST_OVERLAP_HOURS = 720;

/** Body of `POST /api/webhooks/{id}/secret`: hours for which the secret before signs beside the new one. */
export const issueSecretShape = {
  overlap_hours: wholeNumber('前のシークレットも使える時間', 0, LONGEST_OVERLAP_HOURS).default(0),
};

/** Answer of `POST /api/webhooks/{id}/secret`: the secret is told only this once. */
export type IssuedSecret = { secret: string; former_until: string | null };

/** Body of `POST /api/webhooks/{id}/replay`: everything after this position is sent again. */
export const replayShape = { after: wholeNumber('記録番号', 0, Number.MAX_SAFE_INTEGER) };

/** Body of `POST /api/webhooks/{id}/dead-letters/again`: one of them by its position, or all where it is left out. */
export const sendAgainShape = {
  position: wholeNumber('記録番号', 1, Number.MAX_SAFE_INTEGER)
    .nullish()
    .transform((position) => position ?? null),
};

/** An entry that was given up; it is read from the log anew when it is sent again. */
export type DeadLetter = {
  position: number;
  type: string;
  stream: string;
  attempts: number;
  given_up_at: string;
  failure: WebhookFailure | null;
  failure_status: number | null;
};

/** Answer of `GET /api/webhooks/{id}/dead-letters`: the oldest of them, and how many there are. */
export type DeadLetters = { letters: DeadLetter[]; total: number };

/** Schema of a failure, for answers. */
export const failureShape = z.enum(FAILURES);
