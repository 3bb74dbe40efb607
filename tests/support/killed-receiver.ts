import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FeedEvent } from '@wire/feed.js';

/** Moments of a message at which the program is killed: what it has taken and not yet answered is sent again. */
const MOMENTS = ['come', 'read', 'taken', 'half answered'] as const;
type Moment = (typeof MOMENTS)[number];

/**
 * A program that is sent webhooks and killed again and again. What it does of an event and the id of the message are one,
 * as in a transaction of its own; whatever else it holds is lost with it.
 */
export class KilledReceiver {
  /** Events that it has done, in order, by the ids of the messages. */
  readonly taken = new Map<string, FeedEvent>();
  kills = 0;
  attempts = 0;
  private born = 0;
  private server: Server | null = null;
  private port = 0;

  constructor(
    /** Messages of a life, by the number of lives before. */
    private readonly lifetime: (kills: number) => number,
    private readonly mostKills: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.take(server, request, response));
    this.server = server;
    this.born = this.attempts;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }

  private async take(server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.attempts += 1;
    const isLast = this.kills < this.mostKills && this.attempts - this.born === this.lifetime(this.kills);
    const dies = (moment: Moment): boolean => {
      if (isLast && this.server === server && MOMENTS[this.kills % MOMENTS.length] === moment) this.kill();
      return this.server !== server;
    };
    if (dies('come')) return;
    const body = await text(request).catch(() => null);
    if (body === null || dies('read')) return;
    const id = String(request.headers['webhook-id']);
    if (!this.taken.has(id)) this.taken.set(id, JSON.parse(body) as FeedEvent);
    if (dies('taken')) return;
    response.writeHead(200, { 'content-length': 4 }).write('tak');
    if (!dies('half answered')) response.end('e');
  }

  private kill(): void {
    this.kills += 1;
    void this.close().then(() => this.start());
  }
}
