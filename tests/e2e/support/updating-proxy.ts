import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';

/** Stands between browsers and the product. */
export type UpdatingProxy = {
  url: string;
  /** Renews the product: a file of it is another from now on, and every connection ends. */
  update(): void;
  close(): Promise<void>;
};

/** Passes everything on to the product at `target`; once updated, the script at `path` has a line more. */
export async function startUpdatingProxy(target: string, path: string): Promise<UpdatingProxy> {
  const proxy = createProxyServer();
  const open = new Set<Duplex>();
  let isNewer = false;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isNewer || request.url !== path) return proxy.web(request, response, { target });
    const script = await (await fetch(target + path)).text();
    const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' };
    response.writeHead(200, headers).end(`${script}\n// newer`);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    proxy.ws(request, socket as Socket, { target }, head).catch(() => socket.destroy());
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    update() {
      isNewer = true;
      hangUp();
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      hangUp();
      await closed;
    },
  };
}
