import type { ManagedWebhook } from '@wire/webhooks.js';
import { alertFailure } from '../../shared/alert-failure.js';
import { fetchDeadLetters, replayWebhook, sendAgain } from '../../shared/api/managed-masters-api.js';
import { managedList } from '../../shared/masters.js';
import { Resource } from '../../shared/resource.js';
import { type ChangeOutcome, refusalOf } from '../lists.atoms.js';

/** The dead letters of the webhook that is looked at, by its id. */
export const deadLetters = new Resource('dead-letters', fetchDeadLetters, { keepPrevious: 'always' });

/** Reads anew how far webhooks are, and what was given up of one. */
export async function readDelivery(webhookId: number): Promise<void> {
  await Promise.all([managedList('webhook').load(null), deadLetters.load(webhookId)]);
}

/** Sends dead letters again, one or all (null); returns what staff are told, null when it was refused, which is alerted. */
export async function sendAgainNow(webhookId: number, position: number | null): Promise<string | null> {
  try {
    const { again } = await sendAgain(webhookId, position);
    return `${again}件をもう一度送ります。`;
  } catch (error) {
    await alertFailure(error);
    return null;
  } finally {
    await readDelivery(webhookId);
  }
}

/** Goes on after another position; a refusal is told at the field. */
export async function replayAfter(webhook: ManagedWebhook, after: string): Promise<ChangeOutcome> {
  try {
    await replayWebhook(webhook, after);
    return 'done';
  } catch (error) {
    return refusalOf(error, ['after']);
  } finally {
    await readDelivery(webhook.id);
  }
}
