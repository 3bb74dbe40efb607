import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { LargeHotel } from './large-hotel.js';

/** The product with the answers of a large hotel in place of its own; everything else goes through. */
export async function serveLargeHotel(productUrl: string) {
  const product = new URL(productUrl);
  let hotel: LargeHotel | null = null;
  const server = createServer((incoming, outgoing) => {
    const body = hotel?.answer(new URL(incoming.url ?? '/', product)) ?? null;
    if (body === null) return pass(product, incoming, outgoing);
    outgoing.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': body.length,
    });
    outgoing.end(body);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(Number(product.port), product.hostname, () => {
      const lines = Object.entries({ ...incoming.headers, host: product.host, origin: product.origin });
      upstream.write(
        `GET ${incoming.url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
      );
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers as this hotel from now on. */
    show: (shown: LargeHotel) => {
      hotel = shown;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

function pass(product: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const headers = { ...incoming.headers, host: product.host };
  if (headers.origin) headers.origin = product.origin;
  const { port, hostname } = product;
  const upstream = request(
    { port, hostname, path: incoming.url, method: incoming.method, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  upstream.on('error', () => outgoing.destroy());
  incoming.pipe(upstream);
}
