import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long requests under way may take to be answered, and terminals to hang up. */
const REQUESTS_MS = 15_000;
const SOCKETS_MS = 1_000;

/**
 * How this node takes its leave: it says that it is not ready and goes on serving until nobody sends it anything new,
 * answers what is under way, and hangs up. Every answer meanwhile asks the client to connect anew, elsewhere.
 */
export class Departure {
  private begun = false;
  private underWay = 0;
  private readonly open = new Set<Socket>();
  private waiting: (() => void)[] = [];

  /** Whether the node is leaving. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Keeps count of what goes on at a server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => {
        this.open.delete(socket);
        this.tell();
      });
    });
    server.prependListener('request', (_request, response) => {
      this.underWay += 1;
      if (this.begun) response.setHeader('Connection', 'close');
      response.once('close', () => {
        this.underWay -= 1;
        this.tell();
      });
    });
  }

  /** From now on the node is not ready; returns once those who ask have had the time to see it. */
  async begin(drainSeconds: number): Promise<void> {
    this.begun = true;
    if (drainSeconds > 0) await pause(drainSeconds * 1_000);
  }

  /** Takes no more connections and answers what is under way. */
  async finish(server: Server): Promise<void> {
    server.close();
    await pause(0); // What has arrived by now is read first.
    await this.until(() => this.underWay === 0, REQUESTS_MS);
    server.closeAllConnections();
  }

  /** Waits until everybody has hung up, and hangs up on the others. */
  async end(): Promise<void> {
    await this.until(() => this.open.size === 0, SOCKETS_MS);
    for (const socket of this.open) socket.destroy();
  }

  private async until(condition: () => boolean, patienceMs: number): Promise<void> {
    const patience = new AbortController();
    const late = pause(patienceMs, true, { signal: patience.signal, ref: false }).catch(() => true);
    for (let isLate = false; !isLate && !condition(); ) {
      isLate = await Promise.race([late, new Promise<false>((done) => this.waiting.push(() => done(false)))]);
    }
    patience.abort();
  }

  private tell(): void {
    for (const done of this.waiting.splice(0)) done();
  }
}
