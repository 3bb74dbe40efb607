import { createHmac } from 'node:crypto';

/** A message to be signed: its id, seconds since 1970, and its body. */
export type Message = { id: string; timestamp: number; body: string };

/** The headers of a message as Standard Webhooks have them, with a signature by each secret. */
export function signedHeaders(
  { id, timestamp, body }: Message,
  secrets: readonly Buffer[],
): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
