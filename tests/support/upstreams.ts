import { Agent, get } from 'node:http';

const CHECK_TIMEOUT_MS = 2_000;

export type Upstream = {
  url: string;
  /** Keeps connections open between requests, as reverse proxies do. */
  agent: Agent;
  isReady: boolean;
  /** How many requests and sockets it was given. */
  given: number;
};

/** The nodes behind a proxy; each is asked again and again whether it is ready. */
export class Upstreams {
  readonly all: readonly Upstream[];
  private readonly checks: NodeJS.Timeout[];
  private turn = 0;

  constructor(urls: readonly string[], everyMs: number) {
    this.all = urls.map((url) => ({ url, agent: new Agent({ keepAlive: true }), isReady: true, given: 0 }));
    this.checks = this.all.map((upstream) => {
      check(upstream);
      return setInterval(() => check(upstream), everyMs);
    });
  }

  /** The next ones in turn that are ready, each once; the first is taken, the others stand by. */
  next(): Upstream[] {
    this.turn += 1;
    const turned = this.all.map((_, index) => this.all[(this.turn + index) % this.all.length] as Upstream);
    return turned.filter(({ isReady }) => isReady);
  }

  /** Asks no more and hangs up. */
  close(): void {
    for (const timer of this.checks) clearInterval(timer);
    for (const { agent } of this.all) agent.destroy();
  }
}

// Asked by a connection of its own: an answer that a kept one gives says little about the next.
function check(upstream: Upstream): void {
  const asked = get(`${upstream.url}/health/ready`, { agent: false, timeout: CHECK_TIMEOUT_MS }, (answer) => {
    upstream.isReady = answer.statusCode === 200;
    answer.resume();
  });
  asked.once('timeout', () => asked.destroy());
  asked.on('error', () => {
    upstream.isReady = false;
  });
}
