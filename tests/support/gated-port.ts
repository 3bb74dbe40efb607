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
  /** Breaks the connection that is answered this before the answer is heard. */
  loseAnswer(answer: string): void;
  /** Keeps the connection that says this open, but nothing passes it any more. */
  swallowAnswersTo(text: string): void;
  /** Breaks the connection that is answered this, in the same breath as the answer, as an administrator does. */
  endAfter(answer: string): void;
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Opens again where it was, and leads to a database that may have moved. */
  reopen(databaseUrl: string): Promise<void>;
  /** Resolves when nobody is connected any more. */
  empty(): Promise<void>;
  close(): Promise<void>;
};

/** How PostgreSQL says that a connection can be used now. */
export const READY = 'Z\0\0\0\x05I';

const FATAL = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const TERMINATED = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(FATAL)]);
TERMINATED.writeInt32BE(FATAL.length + 4, 1);

/** Puts a gate before a database: what passes it can be held up and cut off, as a network does. */
export async function openGate(databaseUrl: string): Promise<GatedPort> {
  let target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const held: (() => void)[] = [];
  const waiting = new Set<() => void>();
  let isHolding = false;
  let lost: string | null = null;
  let swallowed: string | null = null;
  let lastWords: string | null = null;
  let made = 0;

  const server = createServer((incoming) => {
    made += 1;
    open.add(incoming);
    const pass = () => {
      const outgoing = connect(Number(target.port), target.hostname);
      incoming.once('close', () => outgoing.destroy());
      outgoing.once('close', () => incoming.destroy());
      outgoing.on('error', () => incoming.destroy());
      let isSilent = false;
      incoming.on('data', (said: Buffer) => {
        if (swallowed !== null && said.includes(swallowed)) {
          swallowed = null;
          outgoing.write(said);
          isSilent = true;
        } else if (!isSilent) outgoing.write(said);
      });
      outgoing.on('data', (answer: Buffer) => {
        if (isSilent) return;
        if (lost !== null && answer.includes(lost)) {
          lost = null;
          incoming.destroy();
        } else if (lastWords !== null && answer.includes(lastWords)) {
          lastWords = null;
          incoming.end(Buffer.concat([answer, TERMINATED]));
        } else incoming.write(answer);
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
    loseAnswer(answer) {
      lost = answer;
    },
    swallowAnswersTo(text) {
      swallowed = text;
    },
    endAfter(answer) {
      lastWords = answer;
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
