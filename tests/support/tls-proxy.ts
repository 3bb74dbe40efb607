import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  Agent,
  createServer as createPlainServer,
  get,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createProxyServer } from 'httpxy';

/** Key and certificate of nobody but these tests, for localhost until 2120. */
const PEM = readFileSync('tests/support/localhost.pem', 'utf8');
/** No test waits for it to end: a busy machine may take long to answer. */
const TRY_MS = 60_000;
const TRY_AGAIN_MS = 50;
/** Longer than any test pauses: a browser that uses a connection again finds it open. */
const IDLE_CONNECTION_MS = 125_000;
const REFUSED = 'ECONNREFUSED';
/** A node hung up a kept connection just when it was used again: what only reads is asked once more. */
const HUNG_UP = 'ECONNRESET';
/** Paths that nodes answer to operators only; the proxy does not forward them. */
const UNPUBLISHED = /^\/(health|metrics)(\/|$)/;

export type TlsProxy = {
  /** Address that browsers see, by the name localhost. */
  origin: string;
  /** The certificate that clients have to trust. */
  certificate: string;
  /** Counts the requests and sockets that each node was given. */
  given(): number[];
  close(): Promise<void>;
};

type Options = {
  /** The port to serve on, any free one when left out. */
  port?: number;
  /** Milliseconds between two questions to the nodes if they are ready. */
  checkMs?: number;
  /**
   * Plain http, for browsers: they trust localhost as they trust https, `__Host-` cookies and service workers included, and
   * the shipped one can't open https everywhere. The nodes are told of https all the same.
   */
  isPlain?: boolean;
};

/**
 * A TLS reverse proxy over nodes, as Caddy in front of the product: takes those that are ready by turns, tries the next
 * when one refuses the connection, passes sockets, and says for whom it asks.
 */
export async function startTlsProxy(
  nodes: readonly string[],
  { port = 0, checkMs = 100, isPlain = false }: Options = {},
): Promise<TlsProxy> {
  const upstreams = new Upstreams(nodes, checkMs);
  const proxy = createProxyServer();
  // A connection to a node is the proxy's own affair; the client's goes on.
  proxy.on('proxyRes', ({ headers }) => {
    delete headers.connection;
    delete headers['keep-alive'];
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (UNPUBLISHED.test(request.url ?? '')) return end(response, 404);
    const body = await buffer(request);
    const given = await offer(
      upstreams,
      async ({ url, agent }) => {
        const source = Readable.from(body.length > 0 ? [body] : []);
        await proxy.web(request, response, { target: url, agent, buffer: source, headers: told(request) });
      },
      request.method === 'GET' ? [REFUSED, HUNG_UP] : [REFUSED],
    );
    if (!given) end(response, 502);
  };
  const upgrade = async (request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> => {
    const given = await offer(upstreams, async ({ url }) => {
      await knock(new URL(url)); // Once it is passed on, a refusal would end the client's socket.
      await proxy
        .ws(request, socket, { target: url, headers: told(request) }, head)
        .catch(() => socket.destroy());
    });
    if (!given) socket.destroy();
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch(() => (response.headersSent ? response.destroy() : end(response, 502)));
  };
  const server = isPlain ? createPlainServer(serve) : createServer({ key: PEM, cert: PEM }, serve);
  server.keepAliveTimeout = IDLE_CONNECTION_MS;
  server.on('upgrade', (request, socket, head) => void upgrade(request, socket as Socket, head));
  const open = new Set<Duplex>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `${isPlain ? 'http' : 'https'}://localhost:${(server.address() as AddressInfo).port}`,
    certificate: PEM,
    given: () => upstreams.all.map(({ given }) => given),
    async close() {
      upstreams.close();
      const closed = new Promise((done) => server.close(done));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Offers something to one node after the other while they refuse the connection; false when nobody took it in time. */
async function offer(
  upstreams: Upstreams,
  pass: (upstream: Upstream) => Promise<void>,
  again: readonly string[] = [REFUSED],
): Promise<boolean> {
  for (const deadline = Date.now() + TRY_MS; Date.now() < deadline; await pause(TRY_AGAIN_MS)) {
    for (const upstream of upstreams.next()) {
      try {
        upstream.given += 1;
        await pass(upstream);
        return true;
      } catch (error) {
        upstream.given -= 1;
        if (!again.includes((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }
  return false;
}

// What a client says of this itself is not believed.
function told(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers;
  return {
    ...(origin === undefined ? {} : { origin: origin.replace(/^http:/, 'https:') }),
    'x-forwarded-for': request.socket.remoteAddress ?? '',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': request.headers.host ?? '',
  };
}

async function knock({ hostname, port }: URL): Promise<void> {
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

const CHECK_TIMEOUT_MS = 2_000;

type Upstream = {
  url: string;
  /** Keeps connections open between requests, as reverse proxies do. */
  agent: Agent;
  isReady: boolean;
  /** Number of requests and sockets that it was given. */
  given: number;
};

/** The nodes behind a proxy; each is asked again and again whether it is ready. */
class Upstreams {
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
