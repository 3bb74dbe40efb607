import { groupBy } from '@domain/group-by.js';
import { askedPause, LONGEST_REST_MS, pauseAfter } from '@domain/webhooks/retries.js';
import { type Webhook, wantsKind } from '@domain/webhooks/webhooks.js';
import type { FeedEvent } from '@wire/feed.js';
import { isStream, parseStream } from '../../event-store/event-stream.js';
import { signedHeaders } from './signature.js';
import type { Failed, Settled } from './webhook-places.js';
import type { SendResult, WebhookSender } from './webhook-sender.js';

/** Entries that are sent at once, each of another stream. */
const AT_ONCE = 4;

/** An entry with the number of attempts before. */
export type Entry = { event: FeedEvent; attempts: number };

/**
 * Outcome of a run over entries: those that were settled, and the reason for which it ended early; null for none. A receiver
 * that asked for a rest (`Retry-After`) is sent nothing until `restUntil`.
 */
export type RunResult = {
  settled: Settled[];
  end: 'gone' | 'address' | 'rest' | null;
  restUntil: Date | null;
};

/** Everything that a run over entries needs of its webhook and node. */
export type RunContext = {
  webhook: Webhook;
  url: URL;
  secrets: readonly Buffer[];
  sender: WebhookSender;
  now: () => Date;
  random: () => number;
  /** True while it may be sent. */
  isAllowed: () => boolean;
  signal: AbortSignal;
  count: (outcome: 'delivered' | 'failed' | 'dead') => void;
};

/** Id of a message, the same for every attempt; the hash tells apart two logs that went on from one backup. */
const messageId = ({ position, hash }: Pick<FeedEvent, 'position' | 'hash'>): string =>
  `evt_${position}_${hash.slice(0, 16)}`;

/** Returns whether a webhook is sent an entry. */
export function isWanted({ scopes }: Pick<Webhook, 'scopes'>, { stream }: FeedEvent): boolean {
  return isStream(stream) && wantsKind(scopes, parseStream(stream).category);
}

/** Sends entries, those of one stream in their order; one that is not taken holds back those of its stream. */
export async function sendEntries(entries: readonly Entry[], context: RunContext): Promise<RunResult> {
  const result: RunResult = { settled: [], end: null, restUntil: null };
  const streams = [...groupBy(entries, ({ event }) => event.stream).values()];
  const mayGoOn = () => result.end === null && context.isAllowed() && !context.signal.aborted;
  const worker = async (): Promise<void> => {
    for (let stream = streams.shift(); stream && mayGoOn(); stream = streams.shift()) {
      await sendStream(stream, context, result, mayGoOn);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}

async function sendStream(
  entries: readonly Entry[],
  context: RunContext,
  result: RunResult,
  mayGoOn: () => boolean,
): Promise<void> {
  let isHeld = false;
  for (const entry of entries) {
    if (isHeld) {
      result.settled.push(held(entry.event, context.now()));
      continue;
    }
    if (!mayGoOn()) return;
    const sent = await send(entry.event, context);
    if (sent === null) return;
    if (sent.outcome === 'gone' || (sent.outcome === 'failed' && sent.failure === 'address')) {
      result.end ??= sent.outcome === 'gone' ? 'gone' : 'address';
      return;
    }
    const asked = sent.outcome === 'failed' ? askedPause(sent.retryAfter, context.now()) : null;
    if (asked !== null) {
      result.end ??= 'rest';
      result.restUntil = new Date(context.now().getTime() + Math.min(asked, LONGEST_REST_MS));
    }
    const one = settledBy(entry, sent, asked ?? 0, context);
    context.count(one.isDelivered ? 'delivered' : one.isDead ? 'dead' : 'failed');
    result.settled.push(one);
    isHeld = !one.isDelivered && !one.isDead;
  }
}

/** Sends one entry as its message; null when this node must stop. */
async function send(event: FeedEvent, context: RunContext): Promise<SendResult | null> {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(context.now().getTime() / 1_000);
  const headers = signedHeaders({ id: messageId(event), timestamp, body }, context.secrets);
  try {
    return await context.sender.send(context.url, headers, body, context.signal);
  } catch (error) {
    if (context.signal.aborted) return null;
    throw error;
  }
}

/** An entry behind a waiting one: it is tried as soon as that one is settled. */
export const held = ({ position, stream }: FeedEvent, now: Date): Settled => ({
  ...{ position, stream, isDelivered: false, attempts: 0 },
  ...{ nextAt: now, isDead: false, failed: null },
});

function settledBy(
  { event: { position, stream }, attempts }: Entry,
  sent: Exclude<SendResult, { outcome: 'gone' }>,
  asked: number,
  { now, random }: RunContext,
): Settled {
  if (sent.outcome === 'delivered') return { position, stream, isDelivered: true };
  const failed: Failed = { failure: sent.failure, status: sent.status };
  const pause = pauseAfter(attempts + 1, random());
  return {
    ...{ position, stream, isDelivered: false, attempts: attempts + 1, failed },
    ...{
      nextAt: new Date(now().getTime() + (pause === null ? 0 : Math.max(pause, asked))),
      isDead: pause === null,
    },
  };
}
