import { type EventEmitter, once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long requests under way may take to be answered, and terminals to hang up. */
const REQUESTS_MS = 15_000;
const SOCKETS_MS = 1_000;

/** What is open of a kind: each leaves the set when it closes. */
class OpenSet<Item extends EventEmitter> extends Set<Item> {
  track(item: Item): void {
    this.add(item);
    item.once('close', () => this.delete(item));
  }

  /** Resolves once nothing is open, or when the time is over. */
  async drained(mostMs: number): Promise<void> {
    const deadline = AbortSignal.timeout(mostMs);
    for (const item of this) {
      while (this.has(item) && !deadline.aborted) {
        await once(item, 'close', { signal: deadline }).catch(() => undefined);
      }
    }
  }
}

/**
 * Graceful shutdown: the node reports that it is not ready and goes on serving until nobody sends it anything new,
 * answers what is under way, and closes its connections. Every answer meanwhile asks the client to connect anew, elsewhere.
 */
export class GracefulShutdown {
  private begun = false;
  private readonly responses = new OpenSet<ServerResponse>();
  private readonly sockets = new OpenSet<Socket>();

  /** Whether the node is shutting down. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Tracks the requests and connections of a server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.sockets.track(socket));
    server.prependListener('request', (_request, response) => {
      this.responses.track(response);
      if (this.begun) response.setHeader('Connection', 'close');
    });
  }

  /** From now on the node is not ready; resolves once those who ask have had the time to see it. */
  async begin(drainSeconds: number): Promise<void> {
    this.begun = true;
    if (drainSeconds > 0) await pause(drainSeconds * 1_000);
  }

  /** Takes no more connections and answers what is under way. */
  async finish(server: Server): Promise<void> {
    server.close();
    await pause(0); // What has arrived by now is read first.
    await this.responses.drained(REQUESTS_MS);
    server.closeAllConnections();
  }

  /** Waits until all clients have disconnected, and closes what they leave open. */
  async end(): Promise<void> {
    await this.sockets.drained(SOCKETS_MS);
    for (const socket of this.sockets) socket.destroy();
  }
}
