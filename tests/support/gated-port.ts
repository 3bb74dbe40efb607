import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Ambush, WatchedLine } from './watched-line.js';

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
  /** Keeps the connection that says this open, but nothing passes it any more. */
  swallowAnswersTo(text: string): void;
  /**
   * Lets nothing more through on the connection that says this, before the database hears it or once it has answered;
   * resolves in that moment.
   */
  stopAt(text: string, moment: 'unheard' | 'answered'): Promise<void>;
  /** Breaks the connection that is answered this, in the same breath as the answer, as an administrator does. */
  endAfter(answer: string): void;
  /** From now on everything takes so long on its way. */
  delay(ms: number): void;
  /** Open connections stay open, but nothing is taken from either end any more; new ones pass. */
  freeze(): void;
  /** What was frozen goes on. */
  thaw(): void;
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

/** Puts a gate before a database, or another server: what passes it can be held up and cut off, as a network does. */
export async function openGate(serverUrl: string): Promise<GatedPort> {
  let target = new URL(serverUrl);
  const isDatabase = target.protocol.startsWith('postgres');
  const open = new Map<Socket, Socket | null>();
  const held: (() => void)[] = [];
  const waiting = new Set<() => void>();
  let isHolding = false;
  let laid: (Omit<Ambush, 'spring'> & { spring: (incoming: Socket) => void }) | null = null;
  let lastWords: string | null = null;
  let made = 0;
  let delayMs = 0;
  const inTime = (act: () => void) => (delayMs > 0 ? setTimeout(act, delayMs) : act());

  /** The ambush of a connection that says something, which only one connection runs into. */
  const ambushFor = (incoming: Socket) => (message: Buffer) => {
    if (!laid || !message.includes(laid.text)) return null;
    const { text, moment, spring } = laid;
    laid = null;
    return { text, moment, spring: () => spring(incoming) };
  };
  const pass = (incoming: Socket) => {
    const outgoing = connect(Number(target.port), target.hostname);
    open.set(incoming, outgoing);
    incoming.once('close', () => outgoing.destroy());
    outgoing.once('close', () => incoming.destroy());
    outgoing.on('error', () => incoming.destroy());
    const toServer = (said: Buffer) => void inTime(() => outgoing.write(said));
    const toClient = (answer: Buffer) => void inTime(() => incoming.write(answer));
    const line = isDatabase ? new WatchedLine({ toServer, toClient }, ambushFor(incoming)) : null;
    incoming.on('data', (said: Buffer) => (line ? line.say(said) : toServer(said)));
    outgoing.on('data', (answer: Buffer) => {
      if (lastWords !== null && answer.includes(lastWords)) {
        lastWords = null;
        incoming.end(Buffer.concat([answer, TERMINATED]));
      } else if (line) line.answer(answer);
      else toClient(answer);
    });
  };
  const server = createServer((incoming) => {
    made += 1;
    open.set(incoming, null);
    incoming.on('error', () => {}); // Whoever breaks it knows.
    incoming.once('close', () => {
      open.delete(incoming);
      for (const look of waiting) look();
    });
    if (isHolding) held.push(() => pass(incoming));
    else pass(incoming);
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
    for (const socket of open.keys()) socket.destroy();
  };
  const bothEnds = (act: (socket: Socket) => void) => {
    for (const ends of open) for (const socket of ends) if (socket) act(socket);
  };
  const shut = () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    cut();
    return closed;
  };
  return {
    url: Object.assign(new URL(serverUrl), { port: String(port) }).href,
    reached: (connections) => until(() => made >= connections),
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const goOn of held.splice(0)) goOn();
    },
    cut,
    loseAnswerTo(text) {
      laid = { text, moment: 'answered', spring: (incoming) => incoming.destroy() };
    },
    swallowAnswersTo(text) {
      laid = { text, moment: 'unanswered', spring: () => {} };
    },
    stopAt: (text, moment) =>
      new Promise((spring) => {
        laid = { text, moment, spring: () => spring() };
      }),
    endAfter(answer) {
      lastWords = answer;
    },
    delay(ms) {
      delayMs = ms;
    },
    freeze: () => bothEnds((socket) => socket.pause()),
    thaw: () => bothEnds((socket) => socket.resume()),
    shut,
    reopen(movedTo) {
      target = new URL(movedTo);
      return listen(port);
    },
    empty: () => until(() => open.size === 0),
    close: shut,
  };
}
