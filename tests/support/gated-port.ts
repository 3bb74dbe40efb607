import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type GatedPort = {
  /** The address it was opened for, by way of the gate. */
  url: string;
  /** Resolves when this many connections have been made since the gate was opened. */
  reached(connections: number): Promise<void>;
  /** From now on new connections are accepted but get no further. */
  hold(): void;
  /** Lets held connections through. */
  release(): void;
  /** Breaks every connection. */
  cut(): void;
  /** Breaks the connection that says this, once the database has answered and before the answer is heard. */
  loseAnswerTo(text: string): void;
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Opens again where it was, and leads to a database that may have moved. */
  reopen(databaseUrl: string): Promise<void>;
  /** Resolves when nobody is connected any more. */
  empty(): Promise<void>;
  close(): Promise<void>;
};

/** Puts a gate before a database: what passes it can be held up and cut off, as a network does. */
export async function openGate(databaseUrl: string): Promise<GatedPort> {
  let target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const held: (() => void)[] = [];
  const waiting = new Set<() => void>();
  let isHolding = false;
  let doomed: string | null = null;
  let made = 0;

  const server = createServer((incoming) => {
    made += 1;
    open.add(incoming);
    const pass = () => {
      const outgoing = connect(Number(target.port), target.hostname);
      incoming.once('close', () => outgoing.destroy());
      outgoing.once('close', () => incoming.destroy());
      outgoing.on('error', () => incoming.destroy());
      incoming.pipe(outgoing).pipe(incoming);
      incoming.on('data', (said: Buffer) => {
        if (doomed === null || !said.includes(doomed)) return;
        doomed = null;
        outgoing.unpipe(incoming);
        outgoing.once('data', () => incoming.destroy()).resume();
      });
    };
    incoming.on('error', () => {}); // Whoever breaks it knows.
    incoming.once('close', () => {
      open.delete(incoming);
      for (const look of waiting) look();
    });
    if (isHolding) held.push(pass);
    else pass();
    for (const look of waiting) look();
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const until = (condition: () => boolean) =>
    new Promise<void>((done) => {
      const look = () => {
        if (!condition()) return;
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      look();
    });
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const shut = () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    cut();
    return closed;
  };
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    reached: (connections) => until(() => made >= connections),
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const pass of held.splice(0)) pass();
    },
    cut,
    loseAnswerTo(text) {
      doomed = text;
    },
    shut,
    reopen(movedTo) {
      target = new URL(movedTo);
      return listen(port);
    },
    empty: () => until(() => open.size === 0),
    close: shut,
  };
}
