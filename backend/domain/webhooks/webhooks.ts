import { type BrokenRule, invalid } from '../broken-rule.js';
import { evolveMaster, type MasterEvent, type Recorded } from '../masters/masters.js';
import type { Scope } from '../masters/service-accounts.js';

/** A place that entries of the log are sent to (マスタ → 連携); scopes in the order of `SCOPES`. */
export type WebhookDetails = { name: string; url: string; scopes: Scope[] };
export type Webhook = Recorded & WebhookDetails;

/** Event besides a change: sending begins again after a position of the log. */
export type WebhookEvent =
  | MasterEvent<'Webhook', WebhookDetails>
  | { type: 'WebhookReplayed'; data: { after: number } };

/** A secret that signs: its bytes encrypted, in Base64, its number, and its end in RFC 3339; null for none. */
export type WebhookSecret = { number: number; sealed: string; until: string | null };

/** The secrets of a webhook, newest first: the newest, and the one before it for as long as both sign. */
export type WebhookSecrets = {
  id: number;
  version: number;
  webhookId: number;
  webhookName: string;
  secrets: WebhookSecret[];
};

/** A new secret, with the webhook's name as it was then; the one before it signs until `formerUntil`, older ones no more. */
export type WebhookSecretEvent = {
  type: 'WebhookSecretIssued';
  data: { webhookId: number; webhookName: string; sealed: string; formerUntil: string };
};

const NO_SCOPE = invalid('no_scope', 'bookings', '送る内容を1つ以上選んでください。');
const NAME_TAKEN = invalid('webhook_name_taken', 'name', 'この名称は他のWebhookで使用しています。');

/** The rules that a webhook breaks after a change, null for retired: it has a name of its own, and something to send. */
export function brokenWebhookRules(
  id: number | null,
  after: WebhookDetails | null,
  webhooks: Iterable<Webhook>,
): BrokenRule[] {
  if (after === null) return [];
  const isTaken = [...webhooks].some((other) => other.id !== id && other.name === after.name);
  return [
    ...(after.scopes.every((scope) => scope === 'personal') ? [NO_SCOPE] : []),
    ...(isTaken ? [NAME_TAKEN] : []),
  ];
}

/** The webhook after an event; sending again changes only its version. */
export function evolveWebhook(state: Webhook | null, event: WebhookEvent, id: number): Webhook {
  if (event.type !== 'WebhookReplayed') return evolveMaster(state, event, id);
  if (!state) throw new Error(`webhook ${id} was replayed before it was defined`);
  return { ...state, version: state.version + 1 };
}

/** The secrets after another was issued. */
export function evolveWebhookSecrets(
  state: WebhookSecrets | null,
  { data }: WebhookSecretEvent,
  id: number,
): WebhookSecrets {
  const { webhookId, webhookName, sealed, formerUntil } = data;
  const version = (state?.version ?? 0) + 1;
  const former = (state?.secrets ?? []).slice(0, 1).map((secret) => ({ ...secret, until: formerUntil }));
  return {
    id,
    version,
    webhookId,
    webhookName,
    secrets: [{ number: version, sealed, until: null }, ...former],
  };
}

/** The secrets that sign at an instant, newest first. */
export function signingSecrets({ secrets }: Pick<WebhookSecrets, 'secrets'>, now: Date): WebhookSecret[] {
  return secrets.filter(({ until }) => until === null || Date.parse(until) > now.getTime());
}

/** Kinds of streams by the scope that sends them; `events` sends all. */
const KINDS: Readonly<Record<Exclude<Scope, 'events' | 'personal'>, readonly string[]>> = {
  bookings: ['reservation', 'waiting-entry'],
  rooms: ['room-month', 'room-closure', 'room-cleaning', 'day'],
  imports: ['csv-reservation'],
};

/** Returns whether a webhook with these scopes is sent the entries of a kind of streams. */
export function wantsKind(scopes: readonly Scope[], category: string): boolean {
  return scopes.some(
    (scope) => scope === 'events' || (scope !== 'personal' && KINDS[scope].includes(category)),
  );
}
