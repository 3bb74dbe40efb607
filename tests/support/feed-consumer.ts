import { request } from 'node:http';
import type { FeedEvent } from '@wire/feed.js';

/**
 * A program that follows the feed of a server by server-sent events. What it does of an event and the position that it has
 * reached are one, as in a transaction of its own; whatever else it holds is lost when it is killed.
 */
export class FeedConsumer {
  readonly seen: FeedEvent[] = [];

  constructor(
    /** Returns the address of a node that is up. */
    private readonly url: () => string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get place(): number {
    return this.seen.at(-1)?.position ?? 0;
  }

  /** Follows from where it stands until the log was seen to `until`, or it is killed after so many bytes. */
  run({
    until,
    killedAfter = Number.POSITIVE_INFINITY,
  }: {
    until: number;
    killedAfter?: number;
  }): Promise<void> {
    const headers = { ...this.headers, accept: 'text/event-stream', 'last-event-id': String(this.place) };
    return new Promise((resolve, reject) => {
      const call = request(`${this.url()}/api/feed`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`the feed answered ${response.statusCode}`));
          call.destroy();
          return;
        }
        let bytes = 0;
        let unread = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const left = killedAfter - bytes;
          bytes += text.length;
          const blocks = (unread + text.slice(0, left)).split('\n\n');
          unread = blocks.pop() ?? '';
          for (const block of blocks) this.take(block);
          if (bytes >= killedAfter || this.place >= until) call.destroy();
        });
        response.on('close', () => resolve());
      });
      call.on('error', () => resolve());
      call.end();
    });
  }

  private take(block: string): void {
    const [, id, data] = /^id: (\d+)\ndata: (.+)$/.exec(block) ?? [];
    if (id === undefined || data === undefined) return;
    const event = JSON.parse(data) as FeedEvent;
    if (event.position !== Number(id)) throw new Error(`event ${event.position} has the id ${id}`);
    this.seen.push(event);
  }
}
