import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FeedEvent } from '@wire/feed.js';
import { Webhook } from 'standardwebhooks';

/** Key and certificate of nobody but these tests, for localhost. */
export const LOCALHOST_PEM = readFileSync('tests/support/localhost.pem', 'utf8');

/** A message that a receiver was sent. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: string; event: FeedEvent };

/** An answer of a receiver to a message: a status, with `Retry-After`, or none ever. */
type Said = number | 'never' | { status: number; retryAfter: string };
export type Answer = (received: Received, number: number) => Said | Promise<Said>;

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** A program that is sent webhooks; it notes every attempt, and what it has taken by the id of its message. */
export async function startReceiver({ isSecure = false }: { isSecure?: boolean } = {}) {
  const attempts: Received[] = [];
  const taken: Received[] = [];
  let answer: Answer = () => 200;
  const listener: RequestListener = async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      event: JSON.parse(body) as FeedEvent,
    };
    attempts.push(received);
    const said = await answer(received, attempts.length);
    if (said === 'never') return;
    const { status, retryAfter } = typeof said === 'number' ? { status: said, retryAfter: null } : said;
    if (retryAfter !== null) response.setHeader('Retry-After', retryAfter);
    if (status >= 200 && status < 300) taken.push(received);
    response.writeHead(status, { location: '/elsewhere' }).end('ご宿泊者 山田 太郎');
  };
  const server = isSecure
    ? createSecureServer({ key: LOCALHOST_PEM, cert: LOCALHOST_PEM }, listener)
    : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${isSecure ? 'https://localhost' : 'http://127.0.0.1'}:${port}/hook`,
    attempts,
    taken,
    /** Changes how it answers from now on. */
    answers(next: Answer): void {
      answer = next;
    },
    positions: () => taken.map(({ event }) => event.position),
    /** Returns its messages without those that it had already, by their ids. */
    once: () => [...new Map(taken.map((one) => [one.headers['webhook-id'], one.event])).values()],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The body of a message as the public library of Standard Webhooks verifies it; throws for another secret. */
export function verified(secret: string, { headers, body }: Received): FeedEvent {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as FeedEvent;
}
