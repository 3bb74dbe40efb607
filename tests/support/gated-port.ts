import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eventually } from './eventually.js';

export type GatedPort = {
  /** The address it was opened for, by way of the gate. */
  url: string;
  /** Resolves when this many connections have been made since the gate was opened. */
  reached(connections: number): Promise<unknown>;
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
  /** Lets go on what was frozen. */
  thaw(): void;
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Opens again where it was, and leads to a database that may have moved. */
  reopen(databaseUrl: string): Promise<void>;
  /** Resolves when nobody is connected any more. */
  empty(): Promise<unknown>;
  close(): Promise<void>;
};

/** Message by which PostgreSQL says that a connection can be used now. */
export const READY = 'Z\0\0\0\x05I';

/**
 * Messages of a node to PostgreSQL when it appends a batch in one statement without the lock, by the statement's name, when it
 * takes the writer's lock, and when it commits under it.
 */
export const SAYS = {
  lock: 'log_head for update\0',
  append: 'append-at-head-',
  commit: 'Q\0\0\0\x0bcommit\0',
};

const FATAL = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const TERMINATED = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(FATAL)]);
TERMINATED.writeInt32BE(FATAL.length + 4, 1);

/** Puts a gate before a database, or another server: what passes it can be held up and cut off, as a network does. */
export async function openGate(serverUrl: string): Promise<GatedPort> {
  let target = new URL(serverUrl);
  const isDatabase = target.protocol.startsWith('postgres');
  const open = new Map<Socket, Socket | null>();
  const held: (() => void)[] = [];
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
    // What is said in two parts is not held back for the answer to the first.
    const outgoing = connect(Number(target.port), target.hostname).setNoDelay(true);
    incoming.setNoDelay(true);
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
    incoming.once('close', () => open.delete(incoming));
    if (isHolding) held.push(() => pass(incoming));
    else pass(incoming);
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;

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
    reached: (connections) =>
      eventually(
        `${connections} connections were made`,
        () => made,
        () => made >= connections,
      ),
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
    empty: () =>
      eventually(
        'nobody is connected',
        () => open.size,
        (left) => left === 0,
      ),
    close: shut,
  };
}

/** Fault on the connection that sends a text, with its moment. */
type Ambush = {
  text: string;
  /** Before the database hears it, once it has answered, or with no answer at all. */
  moment: 'unheard' | 'answered' | 'unanswered';
  /** Called in that moment; nothing passes the connection in either direction from then on. */
  spring: () => void;
};

type Ends = { toServer: (bytes: Buffer) => void; toClient: (bytes: Buffer) => void };

/** One connection to PostgreSQL, message by message, until what was laid in ambush for it springs. */
class WatchedLine {
  private readonly said = new WireMessages(false);
  private readonly answered = new WireMessages(true);
  /** Being let in is answered as well. */
  private requests = 1;
  private answers = 0;
  private isOver = false;
  /** The answer that springs the ambush, once it is known which one that is. */
  private awaited: { answer: number; spring: () => void } | null = null;
  private isHeard = true;

  constructor(
    private readonly ends: Ends,
    private readonly ambush: (message: Buffer) => Ambush | null,
  ) {}

  /** Takes a chunk of the client. */
  say(chunk: Buffer): void {
    for (const message of this.said.take(chunk)) {
      if (this.isOver || !this.isHeard) return;
      const met = this.awaited ? null : this.ambush(message);
      if (met?.moment === 'unheard') {
        this.end(met.spring);
        return;
      }
      if (met?.moment === 'answered') this.awaited = { answer: this.requests + 1, spring: met.spring };
      this.ends.toServer(message);
      if (met?.moment === 'unanswered') this.end(met.spring);
      if (!endsRequest(message)) continue;
      this.requests += 1;
      // What is sent behind it would be done before the answer is stopped.
      if (this.awaited) this.isHeard = false;
    }
  }

  /** Takes a chunk of the server. */
  answer(chunk: Buffer): void {
    for (const message of this.answered.take(chunk)) {
      if (this.isOver) return;
      if (endsAnswer(message)) this.answers += 1;
      const { answer = Number.POSITIVE_INFINITY, spring = () => {} } = this.awaited ?? {};
      if (this.answers >= answer) this.end(spring);
      else if (this.answers < answer - 1 || endsAnswer(message)) this.ends.toClient(message);
    }
  }

  private end(spring: () => void): void {
    this.isOver = true;
    spring();
  }
}

const QUERY = 'Q'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** Cuts what one side of a connection to PostgreSQL says into its messages. */
class WireMessages {
  private rest: Buffer = Buffer.alloc(0);

  /** The first message of a client has no type. */
  constructor(private isTyped: boolean) {}

  /** The messages that are whole now. */
  take(chunk: Buffer): Buffer[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const whole: Buffer[] = [];
    for (;;) {
      const type = this.isTyped ? 1 : 0;
      const length =
        this.rest.length < type + 4 ? Number.POSITIVE_INFINITY : type + this.rest.readInt32BE(type);
      if (this.rest.length < length) return whole;
      whole.push(this.rest.subarray(0, length));
      this.rest = this.rest.subarray(length);
      this.isTyped = true;
    }
  }
}

/** Tells whether a client's message ends what it asks for at once. */
const endsRequest = (message: Buffer): boolean => message[0] === QUERY || message[0] === SYNC;

/** Tells whether a server's message ends its answer to that. */
const endsAnswer = (message: Buffer): boolean => message[0] === READY_FOR_QUERY;
