import { createServer } from 'node:net';
import { LaunchError } from './launch-error.js';

/** Refuses an address that the product could not listen on, before anything else is started. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port !== 0) await listenOnce(host, port);
}

/** Any port that is free on the loopback address now. */
export function findFreePort(): Promise<number> {
  return listenOnce('127.0.0.1', 0);
}

function listenOnce(host: string, port: number): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', (error) => failed(new LaunchError(explain(error, host, port), { cause: error })));
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : port));
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `ポート ${port} は使用中です。すでに起動していないか確認するか、PORT=${port < 65_535 ? port + 1 : 3001} npm start のように別のポートを指定してください。`;
    case 'EACCES':
      return `ポート ${port} を使う権限がありません。PORT=3001 npm start のように 1024 以上のポートを指定してください。`;
    default:
      return `${host}:${port} で待ち受けできません(${error.code ?? error.message})。HOST と PORT を確認してください。`;
  }
}
