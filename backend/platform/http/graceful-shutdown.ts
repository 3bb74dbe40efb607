import { type EventEmitter, once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Time limits for running requests, and for clients to disconnect. */
const REQUESTS_MS = 15_000;
const SOCKETS_MS = 1_000;

/** Open responses or sockets; each is removed when it closes. */
class OpenSet<Item extends EventEmitter> extends Set<Item> {
  track(item: Item): void {
    this.add(item);
    item.once('close', () => this.delete(item));
  }

  /** Resolves once the set is empty, or after the time limit. */
  async drained(limitMs: number): Promise<void> {
    const deadline = AbortSignal.timeout(limitMs);
    for (const item of this) {
      while (this.has(item) && !deadline.aborted) {
        await once(item, 'close', { signal: deadline }).catch(() => undefined);
      }
    }
  }
}

/**
 * Graceful shutdown: the node reports that it is not ready, goes on serving for the drain time, finishes running requests
 * and closes its connections. Every response meanwhile asks the client to reconnect, which leads it to another node.
 */
export class GracefulShutdown {
  /** True if the node is shutting down. */
  hasBegun = false;
  private readonly followers = new Set<() => void>();
  private readonly responses = new OpenSet<ServerResponse>();
  private readonly sockets = new OpenSet<Socket>();

  /** Tracks the requests and connections of a server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.sockets.track(socket));
    server.prependListener('request', (_request, response) => {
      this.responses.track(response);
      if (this.hasBegun) response.setHeader('Connection', 'close');
    });
  }

  /** Tells when the shutdown begins, to whoever would otherwise go on for long. */
  onBegin(tell: () => void): void {
    if (this.hasBegun) tell();
    else this.followers.add(tell);
  }

  /** Tells it no more. */
  forget(tell: () => void): void {
    this.followers.delete(tell);
  }

  /** Reports that the node is not ready; resolves after the drain time. */
  async begin(drainSeconds: number): Promise<void> {
    this.hasBegun = true;
    for (const tell of [...this.followers]) tell();
    if (drainSeconds > 0) await pause(drainSeconds * 1_000);
  }

  /** Accepts no more connections and finishes running requests. */
  async finish(server: Server): Promise<void> {
    server.close();
    await pause(0); // Reads what has arrived by now.
    await this.responses.drained(REQUESTS_MS);
    server.closeAllConnections();
  }

  /** Waits until all clients have disconnected, then closes the rest. */
  async end(): Promise<void> {
    await this.sockets.drained(SOCKETS_MS);
    for (const socket of this.sockets) socket.destroy();
  }
}
