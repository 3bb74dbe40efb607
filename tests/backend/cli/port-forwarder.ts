import { connect, createServer } from 'node:net';

/** Passes everything that arrives on one local port on to another. */
export async function startPortForwarder(from: number, to: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((incoming) => {
    const outgoing = connect(to, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      socket.on('error', () => {
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((done) => server.listen(from, '127.0.0.1', done));
  return { close: () => new Promise((done) => server.close(() => done())) };
}
